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

}  // namespace heddle::test
