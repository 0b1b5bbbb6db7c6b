// Evicts the line that was found least often since it came.
//
// Each cache has a policy of its own: --set l1.replacement=example. heddle says what happens to the
// lines of a set, and asks victim() which of them goes. policy/replacement/replacement.hpp says
// when.
#include "heddle/policy/replacement/replacement.hpp"

#include <algorithm>
#include <vector>

#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class Example final : public Replacement {
 public:
  // A parameter: --set replacement.example.most=3
  void describe(ParameterVisitor& visit) override {
    visit("most", most_, {.unit = "hits", .minimum = 1, .doc = "of a line that are counted"});
  }
  void begin(const Cache& cache) override {
    ways_ = cache.ways;
    hits_.assign(std::size_t{cache.sets} * cache.ways, 0);
  }
  void filled(std::uint32_t set, std::uint32_t way) override { hits_[set * ways_ + way] = 0; }
  void hit(std::uint32_t set, std::uint32_t way) override {
    std::uint32_t& hits = hits_[set * ways_ + way];
    hits = std::min(hits + 1, most_);
  }
  std::uint32_t victim(std::uint32_t set, std::span<const std::uint32_t> ways) const override {
    return *std::ranges::min_element(ways, {},
                                     [&](std::uint32_t way) { return hits_[set * ways_ + way]; });
  }

 private:
  std::uint32_t most_ = 15, ways_ = 0;
  std::vector<std::uint32_t> hits_;  ///< by set and way
};

const Register<Replacement, Example> registration("example", "the line that was found least often");

}  // namespace
}  // namespace heddle::policy
