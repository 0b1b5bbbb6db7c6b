// Least recently used. The caches of a machine do the same without asking (memory/tag_array.hpp);
// this is the rule by itself.

#include <algorithm>
#include <vector>

#include "heddle/policy/registry.hpp"
#include "heddle/policy/replacement/replacement.hpp"

namespace heddle::policy {
namespace {

class LeastRecentlyUsed final : public Replacement {
 public:
  void begin(const Cache& cache) override {
    ways_ = cache.ways;
    used_.assign(std::size_t{cache.sets} * cache.ways, 0);
  }
  void filled(std::uint32_t set, std::uint32_t way) override { used_[place(set, way)] = ++uses_; }
  void hit(std::uint32_t set, std::uint32_t way) override { used_[place(set, way)] = ++uses_; }
  std::uint32_t victim(std::uint32_t set, std::span<const std::uint32_t> ways) const override {
    return *std::ranges::min_element(ways, {},
                                     [&](std::uint32_t way) { return used_[place(set, way)]; });
  }

 private:
  std::size_t place(std::uint32_t set, std::uint32_t way) const {
    return std::size_t{set} * ways_ + way;
  }

  std::uint32_t ways_ = 0;
  std::uint64_t uses_ = 0;
  std::vector<std::uint64_t> used_;  ///< when, by place
};

const Register<Replacement, LeastRecentlyUsed> registration(
    "lru", "the line that was used the longest ago",
    "The line goes that has been neither brought nor found for the longest time.");

}  // namespace
}  // namespace heddle::policy
