// Writes preemptions.csv, one row for each completed preemption signal, and warns of signals that
// have not completed. Cycles count from the beginning of the launch. The column `drain` is the
// number of cycles from the signal until the SM was free in which no context was being saved to
// memory.
#include <map>

#include <fmt/core.h>

#include "heddle/base/text/csv_field.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/probe/probe.hpp"

namespace heddle::probe {
namespace {

/// Blocks that were saved for a signal and have resumed. Some blocks may resume before the SM is
/// free.
struct Returns {
  std::uint64_t blocks = 0;
  Cycle last = 0;                         ///< cycle in which the last block resumed
  std::uint64_t bytes = 0, segments = 0;  ///< number of context bytes loaded, and number of
                                          ///< transfers
  Cycle restoring = 0;  ///< cycles from a block's arrival until it resumed, summed over the blocks
};

class Signals final
    : public UnitHears<model::SmSignalled, model::SmPreempted, model::BlockReturned> {
 public:
  void on(const model::SmSignalled& event) override { open_[event.signal] = event; }
  void on(const model::SmPreempted& event) override {
    open_.erase(event.signal);
    signals_[event.grid].push_back(event);
  }
  void on(const model::BlockReturned& event) override {
    Returns& returns = returns_[event.signal];
    ++returns.blocks;
    returns.last = event.cycle;
    returns.bytes += event.bytes;
    returns.segments += event.segments;
    returns.restoring += event.restoring;
  }
  /// Returns the completed signals of the launch and removes them.
  std::vector<model::SmPreempted> take(std::uint64_t grid) {
    const auto found = signals_.extract(grid);
    return found.empty() ? std::vector<model::SmPreempted>() : std::move(found.mapped());
  }
  /// Returns the signals to SMs that are not free yet, by signal number.
  const std::map<std::uint64_t, model::SmSignalled>& open() const { return open_; }
  /// Returns the returned blocks of the signal and removes them.
  Returns take_returns(std::uint64_t signal) {
    const auto found = returns_.extract(signal);
    return found.empty() ? Returns() : found.mapped();
  }

 private:
  std::map<std::uint64_t, model::SmSignalled> open_;
  std::map<std::uint64_t, std::vector<model::SmPreempted>> signals_;  ///< indexed by launch number
  std::map<std::uint64_t, Returns> returns_;                          ///< indexed by signal
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
           "shared_spill,stack_spill,acknowledging,blocks,saved,discarded,wasted_instructions,"
           "register_bytes,shared_bytes,stack_bytes,segments,acknowledged,restored,restored_bytes,"
           "restored_segments,restoring\n";
  }
  std::string rows_of(const Launch& launch) override {
    const std::string kernel = csv_field(demangled(launch.kernel));
    std::string rows;
    for (const model::SmPreempted& event : signals_.take(launch.number)) {
      const Returns returns = signals_.take_returns(event.signal);
      const Cycle latency = event.freed - event.signalled, spill = event.spilling();
      const bool is_back = event.saved != 0 && returns.blocks == event.saved;
      rows += fmt::format(
          "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}"
          ",{},{},{},{}\n",
          launch.number, kernel, event.sm, event.method, event.signalled - launch.started,
          event.freed - launch.started,
          is_back ? fmt::format("{}", returns.last - launch.started) : "", latency, latency - spill,
          spill, event.spill.registers, event.spill.shared, event.spill.stacks, event.acknowledging,
          event.blocks, event.saved, event.discarded, event.wasted, event.bytes.registers,
          event.bytes.shared, event.bytes.stacks, event.segments, event.acknowledged,
          returns.blocks, returns.bytes, returns.segments, returns.restoring);
    }
    return rows;
  }
  std::vector<std::string> warnings() const override {
    std::vector<std::string> warnings;
    for (const auto& [number, signal] : signals_.open()) {
      warnings.push_back(
          fmt::format("signal {} has no row: SM {} got it in cycle {} and was not free of its "
                      "blocks when the run ended (preemption=drain waits until they end by "
                      "themselves)",
                      number, signal.sm, signal.cycle));
    }
    return warnings;
  }

 private:
  bool on_ = false;
  Signals signals_;
};

const policy::Register<Probe, Preemptions> registration("preemptions",
                                                        "what it took to free SMs of their blocks");

}  // namespace
}  // namespace heddle::probe
