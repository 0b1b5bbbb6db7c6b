// First in, first out (FIFO) replacement. A hit does not change the order of the lines.

#include <cstdint>
#include <span>

#include "heddle/policy/registry.hpp"
#include "heddle/policy/replacement/sources.hpp"
#include "heddle/policy/replacement/way_table.hpp"

namespace heddle::policy {
namespace {

class Fifo final : public Replacement {
 public:
  void begin(const Cache& cache) override { filled_.begin(cache); }
  void filled(std::uint32_t set, std::uint32_t way) override { filled_.at(set, way) = ++fills_; }
  void hit(std::uint32_t /*set*/, std::uint32_t /*way*/) override {}
  std::uint32_t victim(std::uint32_t set, std::span<const std::uint32_t> ways) const override {
    return filled_.first(set, ways);
  }

 private:
  std::uint64_t fills_ = 0;
  WayTable<std::uint64_t> filled_;  ///< number of the fill that brought the way's line
};

const Register<Replacement, Fifo> registration(
    "fifo", "evicts the line that was filled first",
    "The policy evicts the line whose fill is the longest ago. Hits do not change the order.",
    kBeladySource);

}  // namespace
}  // namespace heddle::policy
