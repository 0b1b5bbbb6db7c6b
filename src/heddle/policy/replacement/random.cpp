// Random replacement: each line that may be evicted has the same chance of eviction. The random
// choice depends only on the seed of the cache and on the number of the cache's fills, so it does
// not depend on the number of host threads.

#include "heddle/base/splitmix.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/policy/replacement/replacement.hpp"

namespace heddle::policy {
namespace {

class Random final : public Replacement {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("seed", seed_, {.doc = "of the draws; each cache draws its own"});
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
    "random", "any line",
    "Each line of the set that may go has the same chance. A run draws the same lines each time, "
    "whatever the number of host threads; `seed` makes other draws.",
    "L. A. Belady, A Study of Replacement Algorithms for a Virtual-Storage Computer, IBM Systems "
    "Journal 5(2), 1966");

}  // namespace
}  // namespace heddle::policy
