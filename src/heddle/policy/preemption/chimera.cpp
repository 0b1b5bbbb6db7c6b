// Chimera estimates the latency and cost of each way in which a block can leave. Among the ways
// with an acceptable latency, Chimera takes the cheapest.

#include <algorithm>
#include <array>
#include <limits>

#include "heddle/policy/preemption/preemption.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

constexpr double kNeverDone = std::numeric_limits<double>::infinity();

/// The estimate for one way in which a block can leave: the cycles until the block has left, and
/// the number of instructions that are lost.
struct Estimate {
  Leave::Way way;
  double latency, cost;
};

class Chimera final : public Preemption {
 public:
  bool needs_annotations() const override { return true; }
  bool compresses() const override { return false; }
  bool reads_incoming() const override { return false; }
  void describe(ParameterVisitor& visit) override {
    visit("latency_limit", limit_us_,
          {.unit = "us", .maximum = 1e6, .doc = "no way to leave takes longer, if one does not"});
  }

  std::vector<Leave> leave(std::span<const LeavingBlock> blocks,
                           const Signal& signal) const override {
    const double limit = limit_us_ * signal.pace.cycles_per_us;
    double slowest = 0;
    for (const LeavingBlock& block : blocks)
      if (const double latency = drain_latency(block); latency <= limit)
        slowest = std::max(slowest, latency);
    std::vector<Leave> leaves;
    for (const LeavingBlock& block : blocks) {
      const auto best = [&](bool may_discard) {
        return best_of(estimates(block, may_discard, slowest, signal.pace), limit);
      };
      leaves.push_back({.way = best(block.repeatable != Repeatable::no),
                        .would_discard = best(true) == Leave::Way::discard});
    }
    return leaves;
  }

 private:
  static double instructions_per_cycle(const LeavingBlock& block) {
    return static_cast<double>(block.instructions) /
           static_cast<double>(std::max<Cycle>(1, block.resided));
  }

  static double drain_latency(const LeavingBlock& block) {
    if (block.mean_instructions == 0 || block.instructions == 0) return kNeverDone;
    const double left = block.mean_instructions - static_cast<double>(block.instructions);
    return std::max(0.0, left) / instructions_per_cycle(block);
  }

  /// Returns the estimates for the three ways in which the block can leave. `slowest`: drain
  /// latency in cycles of the slowest block that can run to its end within the limit. The resources
  /// of blocks that leave earlier are idle until the slowest block has ended.
  static std::array<Estimate, 3> estimates(const LeavingBlock& block, bool may_discard,
                                           double slowest, const Pace& pace) {
    const double ipc = instructions_per_cycle(block);
    const double drain = drain_latency(block);
    const double save = static_cast<double>(block.context_bytes) / pace.bytes_per_cycle;
    return {{{Leave::Way::discard, may_discard ? 0 : kNeverDone,
              may_discard ? static_cast<double>(block.instructions) : kNeverDone},
             {Leave::Way::finish, drain, std::max(0.0, slowest - drain) * ipc},
             {Leave::Way::save, save, 2 * save * ipc}}};
  }

  static Leave::Way best_of(const std::array<Estimate, 3>& ways, double limit) {
    const Estimate* best = nullptr;
    for (const Estimate& way : ways)
      if (way.latency <= limit && (best == nullptr || way.cost < best->cost)) best = &way;
    if (best == nullptr) best = &*std::ranges::min_element(ways, {}, &Estimate::latency);
    return best->way;
  }

  double limit_us_ = 15;
};

const Register<Preemption, Chimera> registration(
    "chimera", "each block leaves as costs least among the ways that are quick enough",
    "To run to its end takes a block what is left of the mean instructions of the blocks of "
    "its kernel that have ended on the SM, at the pace it had; that costs what its place could "
    "have issued until the slowest such block has ended. To save all that it occupies takes "
    "that many bytes at the SM's share of DRAM's bandwidth, and costs twice that time at its "
    "pace. To throw it away takes no time and costs its instructions, if it can begin anew. "
    "The cheapest way within latency_limit is taken, or the fastest if none is. The cost rule "
    "is simplified from the source.",
    "J. J. K. Park et al., Chimera: Collaborative Preemption for Multitasking on a Shared GPU, "
    "ASPLOS 2015");

}  // namespace
}  // namespace heddle::policy
