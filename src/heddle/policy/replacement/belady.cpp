// Belady's replacement evicts the line whose next use is farthest in the future. Only a replay
// knows the future.

#include <cstdint>
#include <span>

#include "heddle/policy/registry.hpp"
#include "heddle/policy/replacement/sources.hpp"
#include "heddle/policy/replacement/way_table.hpp"

namespace heddle::policy {
namespace {

class Belady final : public Replacement {
 public:
  bool needs_future() const override { return true; }
  void begin(const Cache& cache) override { lines_.begin(cache); }
  void filled(std::uint32_t set, std::uint32_t way) override {
    lines_.at(set, way) = {.last_use = ++uses_};
  }
  void hit(std::uint32_t set, std::uint32_t way) override {
    lines_.at(set, way).last_use = ++uses_;
  }
  void needed_at(std::uint32_t set, std::uint32_t way, std::uint64_t access) override {
    lines_.at(set, way).next_use = access;
  }
  std::uint32_t victim(std::uint32_t set, std::span<const std::uint32_t> ways) const override {
    return lines_.first(set, ways, [](const Line& one, const Line& other) {
      if (one.next_use != other.next_use) return one.next_use > other.next_use;
      return one.last_use < other.last_use;
    });
  }

 private:
  struct Line {
    std::uint64_t next_use = kNeverNeeded;
    std::uint64_t last_use = 0;
  };

  std::uint64_t uses_ = 0;
  WayTable<Line> lines_;
};

const Register<Replacement, Belady> registration(
    "belady", "evicts the line with the latest next use; only heddle replay has it",
    "Belady's replacement evicts the line whose next use is farthest in the future. Of lines that "
    "are never used again, it evicts the least recently used line. No other policy has fewer "
    "misses. The policy needs to know the future, so only heddle replay can use it.",
    kBeladySource);

}  // namespace
}  // namespace heddle::policy
