// Measures the behaviour of each static load in one SM's L1: the number of lines that the load
// touches, the warp whose data it finds, and, in loops, the iteration in which its warp last
// touched the line (T. G. Rogers, dissertation, UBC, 2015, Figures 4.2 to 4.4). Programs must have
// annotations.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "heddle/base/statistics/counts.hpp"
#include "heddle/base/statistics/statistic.hpp"
#include "heddle/isa/program.hpp"
#include "heddle/probe/loads/loop_trips.hpp"
#include "heddle/probe/unit_probe.hpp"
#include "heddle/replay/hit_classes.hpp"

namespace heddle::probe {

struct LoadCounts {
  std::uint64_t executions = 0;  ///< number of executions that touched a line of the L1
  std::uint64_t lanes = 0, most_lanes = 0;
  std::uint64_t accesses = 0;                  ///< line accesses
  std::uint64_t converged = 0;                 ///< number of executions with at most two lines
  std::uint64_t own_hits = 0, other_hits = 0;  ///< hits on data that the load's own warp brought,
                                               ///< and on data that other warps brought
  std::uint64_t own_merges = 0, other_merges = 0;  ///< merges with requests of the load's own warp,
                                                   ///< and of other warps
  std::uint64_t misses = 0, bypasses = 0;
  std::uint64_t lost = 0;  ///< number of misses on lines that the warp touched in this loop
                           ///< iteration or the one before
  std::array<std::uint64_t, kTrips> trips{};  ///< hits and merges in loops on data of the own warp,
                                              ///< by iteration of the last touch (Trip)

  LoadCounts& operator+=(const LoadCounts& other);
};

/// Hits and merges of loads in loops on data of their own warp, by the iteration in which the warp
/// last touched the line.
struct TripCounts : Counts<TripCounts> {
  std::array<std::uint64_t, kTrips> accesses{};

  void describe(StatisticVisitor& visit) const;
};

/// The group of these statistics: the group of the L1's statistics.
inline constexpr std::string_view kTripGroup = "l1d";

/// The loads of a kernel, by program counter.
struct KernelLoads {
  std::shared_ptr<const isa::Program> program;
  std::vector<LoadCounts> loads;
};

class LoadsProfile final
    : public UnitHears<model::KernelBound, model::WarpLaunched, model::InstructionIssued,
                       model::L1Access, model::L1Filled, model::L1Evicted, model::L1Flushed> {
 public:
  explicit LoadsProfile(unsigned kernel_slots);

  void on(const model::KernelBound& event) override;
  void on(const model::InstructionIssued& event) override;
  void on(const model::WarpLaunched& event) override;
  void on(const model::L1Access& event) override;
  void on(const model::L1Filled& event) override { classes_.on(event); }
  void on(const model::L1Evicted& event) override { classes_.on(event); }
  void on(const model::L1Flushed& event) override { classes_.on(event); }

  const std::vector<KernelLoads>& kernels() const { return kernels_; }
  const TripCounts& trips(unsigned kernel) const { return slots_[kernel].trips; }
  ProbeCounts counts(unsigned kernel) override { return {kTripGroup, trips(kernel)}; }

 private:
  struct Slot {
    std::size_t kernel = 0;  ///< index of the kernel in kernels_
    TripCounts trips;
  };

  void count(const model::L1Access& event);

  replay::HitClasses classes_;
  std::vector<KernelLoads> kernels_;  ///< in the order of first launches
  std::vector<Slot> slots_;
  std::vector<LoopTrips> warps_;  ///< indexed by entity
};

}  // namespace heddle::probe
