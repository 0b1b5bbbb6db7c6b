// A machine whose SMs are taken from their blocks: long blocks, triggers and methods, and what the
// dispatcher decides.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "heddle/model/dispatch_events.hpp"
#include "parameter_setter.hpp"
#include "rig.hpp"

namespace heddle::test {

/// What the dispatcher decides.
class Decisions final : public probe::Probe {
 public:
  void describe(ParameterVisitor& /*visit*/) override {}
  bool is_on() const override { return true; }
  probe::UnitProbe* on_dispatcher() override { return &heard_; }

  const std::vector<model::SmPreempted>& signals() const { return heard_.signals; }
  const std::vector<model::BlockSent>& sent() const { return heard_.sent; }
  const std::vector<model::BlockReturned>& returned() const { return heard_.returned; }
  /// The first block of the grid that was sent.
  model::BlockSent first_of(std::uint64_t grid) const {
    const auto found = std::ranges::find(heard_.sent, grid, &model::BlockSent::grid);
    return found == heard_.sent.end() ? model::BlockSent() : *found;
  }

 private:
  struct Heard final
      : probe::UnitHears<model::SmPreempted, model::BlockSent, model::BlockReturned> {
    void on(const model::SmPreempted& event) override { signals.push_back(event); }
    void on(const model::BlockSent& event) override { sent.push_back(event); }
    void on(const model::BlockReturned& event) override { returned.push_back(event); }
    std::vector<model::SmPreempted> signals;
    std::vector<model::BlockSent> sent;
    std::vector<model::BlockReturned> returned;
  };
  Heard heard_;
};

/// Computes in registers for so many trips, and then writes its sum for each thread.
inline std::string counting(unsigned trips) {
  return kernel(fmt::format(R"(
  mov.u32 %r1, 0;
AGAIN:
  add.u32 %r1, %r1, 1;
  setp.lt.u32 %p1, %r1, {};
  @%p1 bra AGAIN;
  st.shared.u32 [s], %r1;
)",
                            trips));
}

inline gpu::MachineSpec preempted_machine(std::uint32_t sms) {
  auto machine = small_machine();
  machine.sm.count = sms;
  machine.sm.blocks = 4;
  machine.context_switch.stack_entry_bytes = machine.context_switch.predicate_bytes = 0;
  return machine;
}

inline gpu::PolicyChoice choice_of(const std::string& trigger, const std::string& preemption) {
  gpu::PolicyChoice choice;
  choice.preemption = preemption;
  choice.preemption_trigger = trigger;
  return choice;
}

/// A signal every `period` cycles, to one SM after the other.
inline gpu::PolicyChoice signalled(const std::string& preemption, std::uint64_t period) {
  auto choice = choice_of("periodic", preemption);
  choice.configure = set_of("preemption_trigger.periodic", {{"period", period}});
  return choice;
}

/// One SM is full of long blocks, of grid 1; the urgent grid 2 comes in cycle 2000, and takes it.
class UrgentAfterSlow {
 public:
  static constexpr std::uint32_t kSlowBlocks = 12;

  explicit UrgentAfterSlow(const std::string& method)
      : rig_(preempted_machine(1), choice_of("priority", method)) {
    rig_.annotate();
    rig_.gpu().attach(decisions);
    slow_ = rig_.start(counting(5000), {kSlowBlocks}, {64}, Rig::Launch{.number = 1});
    rig_.gpu().advance(2000);
    const std::uint64_t urgent =
        rig_.start(counting(100), {1}, {64}, Rig::Launch{.number = 2, .priority = -1});
    urgent_ended = rig_.finish(urgent).ended;
    slow_ended = rig_.finish(slow_).ended;
  }
  gpu::GridStatus slow() { return rig_.gpu().status(slow_); }

  Decisions decisions;
  Cycle urgent_ended = 0, slow_ended = 0;

 private:
  Rig rig_;
  std::uint64_t slow_ = 0;
};

}  // namespace heddle::test
