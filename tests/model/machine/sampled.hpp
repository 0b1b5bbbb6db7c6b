// A time series of the whole machine, as numbers.
#pragma once

#include "heddle/probe/probe.hpp"
#include "heddle/probe/samples/time_series.hpp"

namespace heddle::test {

class Sampled final : public probe::Probe {
 public:
  explicit Sampled(Cycle interval) : interval_(interval) {}
  void describe(ParameterVisitor& /*visit*/) override {}
  bool is_on() const override { return true; }
  Cycle interval() const override { return interval_; }
  void begin(const probe::MachineState& state) override { series_.begin(state); }
  void cut(const probe::MachineState& state) override { series_.cut(state); }
  const std::vector<probe::Sample>& samples() const { return series_.samples(); }

 private:
  Cycle interval_;
  probe::TimeSeries series_;
};

}  // namespace heddle::test
