// Temporal and spatio-temporal SIMT: each lane takes whole warps, a few threads a cycle, so that
// inactive threads cost no time (Lucas, Andersch, Alvarez-Mesa, Juurlink, "Spatio-Temporal SIMT and
// Scalarization for Improving GPU Efficiency", 2015). Each lane has its share of the SM's registers
// and warp slots. A warp stays in one lane. In each cycle an SM issues to one lane. The lanes that
// are free and have a warp to issue take turns.

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "heddle/base/error.hpp"
#include "heddle/policy/organisation/organisation.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

/// How warps get a lane and registers. `warps`: the warp's number decides the lane, and each warp
/// gets registers for 32 threads. `threads`: a warp gets the lane with the fewest warps, and
/// registers only for the threads that it has (TSIMT+, section 3.7).
enum class Allocation : std::uint8_t { warps, threads };
constexpr std::array<std::string_view, 2> kAllocations = {"warps", "threads"};

/// The results that an instruction waits for if its active threads differ from those of the warp's
/// last instruction with a result. `results`: all earlier results. `operands`: only results that
/// are operands of the instruction.
enum class Waits : std::uint8_t { results, operands };
constexpr std::array<std::string_view, 2> kWaits = {"results", "operands"};

/// An organisation with L lanes, each of which executes k threads in a cycle.
class Lanes : public Organisation {
 public:
  explicit Lanes(Allocation allocation) : allocation_(allocation) {}

  void describe(ParameterVisitor& visit) override {
    visit("units", units_,
          {.unit = "threads",
           .minimum = 2,
           .maximum = 64,
           .doc = "that all lanes of the SM together execute in a cycle"});
    visit("warp_size", warp_size_,
          {.unit = "threads",
           .minimum = 4,
           .maximum = 32,
           .doc = "of what one issue starts: 4, 8, 16 or 32"});
    visit("unlocked", unlocked_,
          {.doc = "any warp may run on any lane, as if registers were everywhere"});
    visit("chaining", chaining_,
          {.doc = "an instruction follows the one that it depends on as soon as the first thread's "
                  "result is there; false: when all are"});
    visit.choice("waits_for", waits_for_, kWaits,
                 {.doc = "what an instruction waits for, with chaining, whose active threads are "
                         "not those of the last result: results: the last threads of all earlier "
                         "results of its warp; operands: those of results that it names and other "
                         "threads have made"});
    visit("held_reads", held_reads_,
          {.unit = "reads",
           .maximum = 1000,
           .doc = "by which a register bank of a lane may lag behind before the lane waits: those "
                  "that the operand collector overlaps"});
    visit("control_cycles", control_cycles_,
          {.unit = "cycles",
           .maximum = 32,
           .doc = "for which a branch, a barrier or another instruction without a pipeline holds "
                  "its lane"});
    visit("control_by_threads", control_by_threads_,
          {.doc = "it holds the lane so long for each thread or group of k that is active, as "
                  "arithmetic does; false: once"});
    visit("overlap", overlap_,
          {.doc = "a lane has a pipeline of each kind, which work at the same time, behind an "
                  "instruction register of one entry; false: it executes one instruction after the "
                  "other"});
    visit.choice(
        "allocation", allocation_, kAllocations,
        {.doc = "warps: the lane follows from block slot and warp number, with registers "
                "for a whole warp; threads: the lane with the fewest warps, with registers "
                "for the threads that the warp has, in multiples of those of a lane"});
  }

  std::vector<UnreadParameters> unread_parameters() const override {
    if (chaining_) return {};
    return {{.prefix = "waits_for", .cause = "chaining"}};
  }

  Shape shape(std::uint32_t schedulers) const override {
    const std::uint32_t k = threads_per_lane();
    if (!std::has_single_bit(warp_size_))
      fail("organisation: warp_size ({}) must be 4, 8, 16 or 32", warp_size_);
    if (!std::has_single_bit(k) || k > warp_size_ || units_ % k != 0) {
      fail(
          "organisation: k ({}), the threads of a lane, must be a power of two that divides units "
          "({}) and is at most warp_size ({})",
          k, units_, warp_size_);
    }
    if (control_by_threads_ && control_cycles_ == 0) {
      fail(
          "organisation: control_by_threads multiplies control_cycles, which is 0: set "
          "control_cycles to 1 or more, or control_by_threads to false");
    }
    const std::uint32_t lanes = units_ / k;
    return {.parts = kWarpSize / warp_size_,
            .slots = schedulers,
            .lane_groups = unlocked_ ? 1 : lanes,
            .sequential_lanes = unlocked_ ? lanes : 1,
            .threads_per_pass = k,
            .overlaps = overlap_,
            .control_cycles = control_cycles_,
            .control_by_threads = control_by_threads_,
            .chains = chaining_,
            .chains_by_register = chaining_ && waits_for_ == Waits::operands,
            .held_reads = held_reads_,
            .narrows = true,
            .places = !unlocked_,
            .register_grain = allocation_ == Allocation::threads ? k : 0};
  }

  void attach(const model::SmView& sm, const Shape& shape) override {
    sm_ = &sm;
    next_.assign(shape.slots, 0);
  }

  model::EntityMask narrow(unsigned slot, const model::EntityMask& candidates) override {
    const auto lanes = static_cast<unsigned>(sm_->lane_members.size());
    unsigned lane = next_[slot];
    for (unsigned left = lanes; left != 0; --left, lane = lane + 1 == lanes ? 0 : lane + 1) {
      const model::EntityMask of_lane = candidates & sm_->lane_members[lane];
      if (of_lane.none()) continue;
      // The turn passes to the next lane even if the scheduler then picks no warp of this lane.
      next_[slot] = lane + 1 == lanes ? 0 : lane + 1;
      return of_lane;
    }
    return candidates;
  }

  std::optional<unsigned> place(const PartToPlace& part,
                                std::span<const model::LaneShare> lanes) const override {
    return allocation_ == Allocation::warps ? place_by_number(part, lanes)
                                            : place_by_load(part, lanes);
  }

 protected:
  virtual std::uint32_t threads_per_lane() const = 0;

 private:
  /// Places a part by its number, as in section 5.4. The warps of a block have consecutive numbers;
  /// each block slot has as many numbers as a block has warps. The warp with number n goes to lane
  /// n modulo the number of lanes.
  static std::optional<unsigned> place_by_number(const PartToPlace& part,
                                                 std::span<const model::LaneShare> lanes) {
    const auto lane = static_cast<unsigned>(
        (std::uint64_t{part.block_slot} * part.block_parts + part.index) % lanes.size());
    return part.fits(lanes[lane]) ? std::optional(lane) : std::nullopt;
  }

  /// Returns a lane with room for the part: the lane with the fewest parts. If the part is partial
  /// and lanes with room have partial parts, chooses among these lanes only.
  static std::optional<unsigned> place_by_load(const PartToPlace& part,
                                               std::span<const model::LaneShare> lanes) {
    std::optional<unsigned> best;
    const auto is_better = [&](const model::LaneShare& lane) {
      if (!best) return true;
      const bool beside = part.partial && lane.partial != 0;
      const bool best_beside = part.partial && lanes[*best].partial != 0;
      return beside != best_beside ? beside : lane.parts < lanes[*best].parts;
    };
    for (unsigned lane = 0; lane < lanes.size(); ++lane)
      if (part.fits(lanes[lane]) && is_better(lanes[lane])) best = lane;
    return best;
  }

  std::uint32_t units_ = 8;
  std::uint32_t warp_size_ = 32;
  bool unlocked_ = false;
  bool chaining_ = true;
  Waits waits_for_ = Waits::results;
  std::uint32_t held_reads_ = 8;  ///< default of heddle; the study gives no number
  std::uint32_t control_cycles_ = 1;
  bool control_by_threads_ = false;
  bool overlap_ = false;
  Allocation allocation_;
  const model::SmView* sm_ = nullptr;
  std::vector<unsigned> next_;  ///< by slot: first lane to consider for the next issue
};

class Temporal final : public Lanes {
 public:
  Temporal() : Lanes(Allocation::warps) {}

 private:
  std::uint32_t threads_per_lane() const override { return 1; }
};

class SpatioTemporal final : public Lanes {
 public:
  SpatioTemporal() : Lanes(Allocation::threads) {}

  void describe(ParameterVisitor& visit) override {
    Lanes::describe(visit);
    visit("k", k_,
          {.unit = "threads", .minimum = 1, .maximum = 32, .doc = "that a lane takes in a cycle"});
  }

 private:
  std::uint32_t threads_per_lane() const override { return k_; }
  std::uint32_t k_ = 4;
};

const Register<Organisation, Temporal> temporal(
    "temporal", "each lane runs whole warps, one active thread a cycle",
    "A lane takes whole warps and runs one thread of a warp a cycle, so that "
    "threads that are not active cost no time. Each lane has its share of the SM's "
    "registers and warp slots, and a warp stays in one lane. An SM issues to one "
    "lane a cycle, in turn over the lanes that are free and have a warp to issue. "
    "With allocation = threads and residency = warp_release it is the study's TSIMT+.",
    "Lucas, Andersch, Alvarez-Mesa and Juurlink, \"Spatio-Temporal SIMT and "
    "Scalarization for Improving GPU Efficiency\", TACO 2015");
const Register<Organisation, SpatioTemporal> spatio_temporal(
    "spatio_temporal", "each lane runs whole warps, an aligned group of k threads a cycle",
    "As temporal, but a lane is k threads wide: it runs an aligned group of k "
    "threads of a warp a cycle, and groups without an active thread cost no time.",
    "Lucas, Andersch, Alvarez-Mesa and Juurlink, \"Spatio-Temporal SIMT and "
    "Scalarization for Improving GPU Efficiency\", TACO 2015");

}  // namespace
}  // namespace heddle::policy
