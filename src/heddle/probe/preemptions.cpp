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

class Signals final : public UnitHears<model::SmPreempted> {
 public:
  void on(const model::SmPreempted& event) override { signals_[event.grid].push_back(event); }
  /// Those of the launch, which are forgotten.
  std::vector<model::SmPreempted> take(std::uint64_t grid) {
    const auto found = signals_.extract(grid);
    return found.empty() ? std::vector<model::SmPreempted>() : std::move(found.mapped());
  }

 private:
  std::map<std::uint64_t, std::vector<model::SmPreempted>> signals_;  ///< by launch
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
    return "launch,kernel,sm,signalled,freed,latency,drain,spill,blocks,saved,register_bytes,"
           "shared_bytes,stack_bytes,segments\n";
  }
  std::string rows_of(const Launch& launch) override {
    const std::string kernel = csv_field(demangled(launch.kernel));
    std::string rows;
    for (const model::SmPreempted& signal : signals_.take(launch.number)) {
      const Cycle latency = signal.freed - signal.signalled;
      rows += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", launch.number, kernel,
                          signal.sm, signal.signalled - launch.started,
                          signal.freed - launch.started, latency, latency - signal.spill,
                          signal.spill, signal.blocks, signal.saved, signal.register_bytes,
                          signal.shared_bytes, signal.stack_bytes, signal.segments);
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
