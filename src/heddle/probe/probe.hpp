// Probes observe a GPU and change nothing. A probe hears typed events, counts by kernel slot,
// samples the whole machine at points in time, and writes a file. Each probe is one file or one
// folder next to this file. A probe registers itself by name, and no other code names it:
//
//   const policy::Register<Probe, Blocks> registration("blocks", "when each block was on which
//   SM");
//
// A run makes the probes that its options request. Each probe has parts that watch the SMs, the
// memory partitions and the dispatcher. The probe owns its parts. The parts must not move in
// memory.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "heddle/base/parameter.hpp"
#include "heddle/isa/program.hpp"
#include "heddle/probe/machine_facts.hpp"
#include "heddle/probe/machine_state.hpp"
#include "heddle/probe/output.hpp"
#include "heddle/probe/unit_probe.hpp"

namespace heddle::probe {

class Probe {
 public:
  static constexpr std::string_view kKind = "probe";
  virtual ~Probe() = default;

  // The following functions are for the options.
  /// Declares the options. Each has a unique name and a default within its range.
  virtual void describe(ParameterVisitor& visit) = 0;
  /// Returns the prefix of the options' keys, which are then "<prefix>.<option>". If the prefix is
  /// "", the keys are "probe.<name>.<option>".
  virtual std::string_view prefix() const { return ""; }
  /// Returns whether the options request this probe.
  virtual bool is_on() const = 0;
  /// Throws Error if the options contradict each other or the machine.
  virtual void check(const MachineSize& /*machine*/) const {}
  /// Whether the probe counts accesses by warp. If so, the organisation must not move threads
  /// between warps.
  virtual bool tells_warps_apart() const { return false; }
  /// Whether the probe needs an L1 that has the same capacity for all kernels.
  virtual bool needs_one_l1() const { return false; }
  /// Whether the probe needs programs with annotations.
  virtual bool needs_annotations() const { return false; }
  /// Whether the probe needs programs with their source text.
  virtual bool needs_source() const { return false; }

  // The following functions create the parts of the probe. They return null if the probe has no
  // part for the unit.
  /// Called once, before the on_...() functions.
  virtual void attach(const MachineFacts& /*machine*/) {}
  virtual UnitProbe* on_sm(const SmFacts& /*sm*/) { return nullptr; }
  virtual UnitProbe* on_partition(const PartitionFacts& /*partition*/) { return nullptr; }
  virtual UnitProbe* on_dispatcher() { return nullptr; }

  // The following functions are for the counts.
  /// Returns counts of zero, of the type that the parts of the probe count.
  virtual ProbeCounts no_counts() const { return {}; }
  /// Returns the position of the probe's statistics among the statistics of all probes. Lower
  /// positions come first; equal positions are ordered by name.
  virtual unsigned place() const { return kAnyPlace; }

  // Cut points: the cycles that are multiples of an interval. At a cut point the probe sees the
  // state of the whole machine in one cycle.
  /// Returns the interval in core cycles; 0: no cut points.
  virtual Cycle interval() const { return 0; }
  /// Called with the state of the machine when a grid begins to run and no grid ran just before.
  virtual void begin(const MachineState& /*state*/) {}
  /// Called with the state of the machine at each cut point, and when the last running grid ends.
  virtual void cut(const MachineState& /*state*/) {}

  // The following functions are for the file.
  virtual Output output() const { return {}; }
  /// Returns the first text of the file. Called after attach().
  virtual std::string heading() const { return ""; }
  /// Called when a launch of the program begins.
  virtual void launched(const Launch& /*launch*/, const isa::Program& /*program*/) {}
  /// Called when a launch has ended or was stopped.
  virtual void ended(const Launch& /*launch*/) {}
  /// For Growth::by_launch: returns the rows of an ended launch and removes them.
  virtual std::string rows_of(const Launch& /*launch*/) { return ""; }
  /// For Growth::at_end and Growth::replaced: writes the whole text. For Growth::as_it_comes:
  /// writes the text that has not been written yet.
  virtual void write(const WriteText& /*write*/) {}
  /// Returns warnings about the written file for the user, one sentence each.
  virtual std::vector<std::string> warnings() const { return {}; }

  static constexpr unsigned kAnyPlace = 1000;
};

}  // namespace heddle::probe
