// Least recently used (LRU) replacement. A cache of a machine does not call this class, because
// memory::TagArray keeps the order of use itself. Tests compare this class with TagArray.

#include <cstdint>
#include <span>

#include "heddle/policy/registry.hpp"
#include "heddle/policy/replacement/way_table.hpp"

namespace heddle::policy {
namespace {

class LeastRecentlyUsed final : public Replacement {
 public:
  void begin(const Cache& cache) override { used_.begin(cache); }
  void filled(std::uint32_t set, std::uint32_t way) override { used_.at(set, way) = ++uses_; }
  void hit(std::uint32_t set, std::uint32_t way) override { used_.at(set, way) = ++uses_; }
  std::uint32_t victim(std::uint32_t set, std::span<const std::uint32_t> ways) const override {
    return used_.first(set, ways);
  }

 private:
  std::uint64_t uses_ = 0;
  WayTable<std::uint64_t> used_;  ///< number of the last use of the way's line
};

const Register<Replacement, LeastRecentlyUsed> registration(
    "lru", "evicts the least recently used line",
    "The policy evicts the line whose last fill or hit is the longest ago.");

}  // namespace
}  // namespace heddle::policy
