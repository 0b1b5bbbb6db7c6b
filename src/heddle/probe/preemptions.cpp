// Writes preemptions.csv, one row for each signal that has been worked off. Cycles count from the
// beginning of the launch. The SM was drained in the cycles in which no context was moved.
#include <map>

#include <fmt/format.h>

#include "heddle/base/csv_field.hpp"
#include "heddle/base/demangle.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/probe/probe.hpp"

namespace heddle::probe {
namespace {

/// A signal that has been worked off.
struct Signal {
  model::SmPreempted event;
  std::uint64_t away = 0;  ///< blocks that were saved and do not go on yet
  Cycle resumed = 0;       ///< when the last that went on did
};

class Signals final : public UnitHears<model::SmPreempted, model::BlockReturned> {
 public:
  void on(const model::SmPreempted& event) override {
    signals_[event.grid].push_back({event, event.saved});
    grids_[event.signal] = event.grid;
  }
  void on(const model::BlockReturned& event) override {
    for (Signal& signal : signals_[grids_[event.signal]]) {
      if (signal.event.signal != event.signal) continue;
      --signal.away;
      signal.resumed = event.cycle;
    }
  }
  /// Those of the launch, which are forgotten.
  std::vector<Signal> take(std::uint64_t grid) {
    const auto found = signals_.extract(grid);
    return found.empty() ? std::vector<Signal>() : std::move(found.mapped());
  }

 private:
  std::map<std::uint64_t, std::vector<Signal>> signals_;  ///< by launch
  std::map<std::uint64_t, std::uint64_t> grids_;          ///< launch, by signal
};

class Preemptions final : public Probe {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("preemptions", on_,
          {.doc = "write preemptions.csv into the run's folder: what it took to free SMs of their "
                  "blocks"});
  }
  std::string_view prefix() const override { return "run"; }
  bool is_on() const override { return on_; }
  UnitProbe* on_dispatcher() override { return &signals_; }
  unsigned place() const override { return 55; }

  Output output() const override {
    return {.file = "preemptions.csv", .growth = Growth::by_launch, .needs_folder = true};
  }
  std::string heading() const override {
    return "launch,kernel,sm,method,signalled,freed,resumed,latency,drain,spill,register_spill,"
           "shared_spill,stack_spill,blocks,saved,discarded,wasted_instructions,register_bytes,"
           "shared_bytes,stack_bytes,segments\n";
  }
  std::string rows_of(const Launch& launch) override {
    const std::string kernel = csv_field(demangled(launch.kernel));
    std::string rows;
    for (const Signal& signal : signals_.take(launch.number)) {
      const model::SmPreempted& event = signal.event;
      const Cycle latency = event.freed - event.signalled, spill = event.spill.total();
      const bool is_back = event.saved != 0 && signal.away == 0;
      rows += fmt::format(
          "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", launch.number, kernel,
          event.sm, event.method, event.signalled - launch.started, event.freed - launch.started,
          is_back ? fmt::format("{}", signal.resumed - launch.started) : "", latency,
          latency - spill, spill, event.spill.registers, event.spill.shared, event.spill.stacks,
          event.blocks, event.saved, event.discarded, event.wasted, event.bytes.registers,
          event.bytes.shared, event.bytes.stacks, event.segments);
    }
    return rows;
  }

 private:
  bool on_ = false;
  Signals signals_;
};

const policy::Register<Probe, Preemptions> registration("preemptions",
                                                        "what it took to free SMs of their blocks");

}  // namespace
}  // namespace heddle::probe
