// First in, first out: hits change nothing.

#include <algorithm>
#include <vector>

#include "heddle/policy/registry.hpp"
#include "heddle/policy/replacement/replacement.hpp"

namespace heddle::policy {
namespace {

class Fifo final : public Replacement {
 public:
  void begin(const Cache& cache) override {
    ways_ = cache.ways;
    came_.assign(std::size_t{cache.sets} * cache.ways, 0);
  }
  void filled(std::uint32_t set, std::uint32_t way) override { came_[place(set, way)] = ++fills_; }
  void hit(std::uint32_t /*set*/, std::uint32_t /*way*/) override {}
  std::uint32_t victim(std::uint32_t set, std::span<const std::uint32_t> ways) const override {
    return *std::ranges::min_element(ways, {},
                                     [&](std::uint32_t way) { return came_[place(set, way)]; });
  }

 private:
  std::size_t place(std::uint32_t set, std::uint32_t way) const {
    return std::size_t{set} * ways_ + way;
  }

  std::uint32_t ways_ = 0;
  std::uint64_t fills_ = 0;
  std::vector<std::uint64_t> came_;  ///< when, by place
};

const Register<Replacement, Fifo> registration(
    "fifo", "the line that came first",
    "The line goes that was brought the longest ago, however often it has been found since.",
    "L. A. Belady, A Study of Replacement Algorithms for a Virtual-Storage Computer, IBM Systems "
    "Journal 5(2), 1966");

}  // namespace
}  // namespace heddle::policy
