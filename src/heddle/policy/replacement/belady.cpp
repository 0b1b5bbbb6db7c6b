// Belady's replacement: what is needed last goes. Only a replay knows the future.

#include <algorithm>
#include <vector>

#include "heddle/policy/registry.hpp"
#include "heddle/policy/replacement/replacement.hpp"

namespace heddle::policy {
namespace {

class Belady final : public Replacement {
 public:
  bool needs_future() const override { return true; }
  void begin(const Cache& cache) override {
    ways_ = cache.ways;
    lines_.assign(std::size_t{cache.sets} * cache.ways, {});
  }
  void filled(std::uint32_t set, std::uint32_t way) override {
    at(set, way) = {.last_use = ++uses_};
  }
  void hit(std::uint32_t set, std::uint32_t way) override { at(set, way).last_use = ++uses_; }
  void needed_at(std::uint32_t set, std::uint32_t way, std::uint64_t access) override {
    at(set, way).next_use = access;
  }
  std::uint32_t victim(std::uint32_t set, std::span<const std::uint32_t> ways) const override {
    const auto goes_first = [&](std::uint32_t a, std::uint32_t b) {
      const Line& one = lines_[std::size_t{set} * ways_ + a];
      const Line& other = lines_[std::size_t{set} * ways_ + b];
      if (one.next_use != other.next_use) return one.next_use > other.next_use;
      return one.last_use < other.last_use;
    };
    return *std::ranges::min_element(ways, goes_first);
  }

 private:
  struct Line {
    std::uint64_t next_use = kNeverNeeded;
    std::uint64_t last_use = 0;
  };
  Line& at(std::uint32_t set, std::uint32_t way) { return lines_[std::size_t{set} * ways_ + way]; }

  std::uint32_t ways_ = 0;
  std::uint64_t uses_ = 0;
  std::vector<Line> lines_;  ///< by place
};

const Register<Replacement, Belady> registration(
    "belady", "the line that is needed last, in heddle replay alone",
    "The line goes that is needed last, and of those that nobody needs the one that was used the "
    "longest ago. No other choice misses less. It has to know the future, and so no cache of a "
    "machine can have it: heddle replay does.",
    "L. A. Belady, A Study of Replacement Algorithms for a Virtual-Storage Computer, IBM Systems "
    "Journal 5(2), 1966");

}  // namespace
}  // namespace heddle::policy
