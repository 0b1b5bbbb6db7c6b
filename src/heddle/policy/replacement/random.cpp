// Random replacement. Each line that may be evicted has the same chance of eviction. A choice
// depends only on the cache's seed and on the cache's number of fills. So the number of host
// threads does not change the choices.

#include "heddle/base/splitmix.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/policy/replacement/replacement.hpp"
#include "heddle/policy/replacement/sources.hpp"

namespace heddle::policy {
namespace {

class Random final : public Replacement {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("seed", seed_,
          {.doc = "seed of the random numbers; each cache has a sequence of its own"});
  }
  void begin(const Cache& cache) override { random_ = SplitMix(cache.seed ^ SplitMix(seed_)()); }
  void filled(std::uint32_t /*set*/, std::uint32_t /*way*/) override { random_(); }
  void hit(std::uint32_t /*set*/, std::uint32_t /*way*/) override {}
  std::uint32_t victim(std::uint32_t /*set*/, std::span<const std::uint32_t> ways) const override {
    SplitMix next = random_;
    return ways[next() % ways.size()];
  }

 private:
  std::uint32_t seed_ = 0;
  SplitMix random_{0};
};

const Register<Replacement, Random> registration(
    "random", "evicts a random line",
    "Each line that may be evicted has the same chance of eviction. Runs with the same `seed` make "
    "the same choices, with any number of host threads.",
    kBeladySource);

}  // namespace
}  // namespace heddle::policy
