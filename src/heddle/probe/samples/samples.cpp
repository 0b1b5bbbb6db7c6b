// Writes samples.csv, a time series of the whole machine: one row for each interval while grids
// run.
#include "heddle/policy/registry.hpp"
#include "heddle/probe/probe.hpp"
#include "heddle/probe/samples/sample_text.hpp"
#include "heddle/probe/samples/time_series.hpp"

namespace heddle::probe {
namespace {

class Samples final : public Probe {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("sample", interval_,
          {.unit = "cycles", .doc = "between two lines of samples.csv; 0: none is written"});
  }
  std::string_view prefix() const override { return "run"; }
  bool is_on() const override { return interval_ != 0; }
  void attach(const MachineFacts& machine) override { machine_ = machine; }
  unsigned place() const override { return 90; }

  Cycle interval() const override { return interval_; }
  void begin(const MachineState& state) override { series_.begin(state); }
  void cut(const MachineState& state) override { series_.cut(state); }

  Output output() const override { return {.file = "samples.csv", .growth = Growth::as_it_comes}; }
  std::string heading() const override { return sample_heading(); }
  void write(const WriteText& write) override {
    for (const Sample& sample : series_.take()) write(sample_line(sample, machine_));
  }

 private:
  std::uint64_t interval_ = 0;
  MachineFacts machine_;
  TimeSeries series_;
};

const policy::Register<Probe, Samples> registration("samples",
                                                    "a time series of the whole machine");

}  // namespace
}  // namespace heddle::probe
