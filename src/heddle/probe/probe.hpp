// What looks at a GPU and changes nothing: a probe hears typed events, counts by kernel slot, looks
// at the whole machine at points in time, and leaves a file. A probe is one file, or a folder,
// below this one; it registers itself by name, and nothing else names it:
//
//   const policy::Register<Probe, Blocks> registration("blocks", "when each block was on which
//   SM");
//
// A run makes the probes that its options ask for. Each has parts that watch the SMs, the memory
// partitions and the dispatcher; it owns the parts, which must stay where they are.
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

  // Options.
  /// Names its options: each has a name of its own and a default within its range.
  virtual void describe(ParameterVisitor& visit) = 0;
  /// Options are keys "<prefix>.<option>"; "": "probe.<name>.<option>".
  virtual std::string_view prefix() const { return ""; }
  /// Whether its options ask for it.
  virtual bool is_on() const = 0;
  /// Throws Error if its options contradict each other or the machine.
  virtual void check(const MachineSize& /*machine*/) const {}
  /// Whether it counts by the warp that makes an access. Then warps must keep their threads.
  virtual bool tells_warps_apart() const { return false; }
  /// If so, programs carry annotations.
  virtual bool needs_annotations() const { return false; }
  /// If so, programs carry the text that they come from.
  virtual bool needs_source() const { return false; }

  // The parts. Null: it hears nothing there.
  /// Called once, before the parts are asked for.
  virtual void attach(const MachineFacts& /*machine*/) {}
  virtual UnitProbe* on_sm(const SmFacts& /*sm*/) { return nullptr; }
  virtual UnitProbe* on_partition(const PartitionFacts& /*partition*/) { return nullptr; }
  virtual UnitProbe* on_dispatcher() { return nullptr; }

  // Counts.
  /// What its parts count, before they have counted anything.
  virtual ProbeCounts no_counts() const { return {}; }
  /// Where its statistics stand among those of probes, the least first; ties by name.
  virtual unsigned place() const { return kAnyPlace; }

  // Cut points: multiples of an interval at which the machine is looked at, as if it stood still.
  /// In core cycles; 0: there are none.
  virtual Cycle interval() const { return 0; }
  /// Before this cycle no grid ran.
  virtual void begin(const MachineState& /*state*/) {}
  /// The machine at a cut point, and where the last grid has ended.
  virtual void cut(const MachineState& /*state*/) {}

  // The file.
  virtual Output output() const { return {}; }
  /// What the file begins with. After attach().
  virtual std::string heading() const { return ""; }
  /// A launch of the program begins.
  virtual void launched(const Launch& /*launch*/, const isa::Program& /*program*/) {}
  /// A launch has ended or was cut off.
  virtual void ended(const Launch& /*launch*/) {}
  /// Growth::by_launch: the rows of a launch that has ended, which are forgotten.
  virtual std::string rows_of(const Launch& /*launch*/) { return ""; }
  /// Growth::at_end and replaced: writes all there is; as_it_comes: what has not been written.
  virtual void write(const WriteText& /*write*/) {}
  /// What the user should know of the file that was written, a sentence each.
  virtual std::vector<std::string> warnings() const { return {}; }

  static constexpr unsigned kAnyPlace = 1000;
};

}  // namespace heddle::probe
