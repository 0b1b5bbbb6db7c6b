// Tells the SM's subscribers what happens on the SM. An event without subscribers costs one branch.
// The probe remembers the last state that it told for each entity and for the queues, and tells a
// state only when the state has changed.
#pragma once

#include <vector>

#include "heddle/core/state/contexts.hpp"
#include "heddle/core/state/issue_gate.hpp"
#include "heddle/exec/step/step.hpp"
#include "heddle/model/subscribers.hpp"

namespace heddle::core {

class SmProbe {
 public:
  SmProbe(const Contexts& contexts, const IssueGate& gate)
      : contexts_(contexts), gate_(gate), shown_states_(contexts.entities(), model::Stall::empty) {}
  SmProbe(const SmProbe&) = delete;
  SmProbe& operator=(const SmProbe&) = delete;

  model::Subscribers& subscribers() { return subscribers_; }
  /// Tells all states and queue depths once more, since a new subscriber does not know them.
  void tell_anew();
  /// Whether a subscriber hears any of these events.
  template <typename... Events>
  bool tells() const {
    return subscribers_.hear<Events...>();
  }

  void show_kernel(std::uint8_t kernel, const exec::Grid& grid) const {
    if (tells<model::KernelBound>())
      subscribers_.tell(model::KernelBound{grid.shape.grid_id, kernel, grid.program});
  }
  /// Tells that a block was dispatched to the SM or has left it.
  template <typename Event>
  void show_block(const Event& event) const {
    subscribers_.tell(event);
  }
  void show_launch(std::uint16_t entity, Cycle now) const {
    if (tells<model::WarpLaunched>()) tell_launch(entity, now);
  }
  void show_exit(std::uint16_t entity, Cycle now) const {
    subscribers_.tell(model::WarpExited{now, entity});
  }
  /// Tells that the warp in the context has drained.
  void show_warp_end(unsigned context, Cycle now) const {
    if (tells<model::WarpFinished>()) tell_warp_end(context, now);
  }
  void show_write_back(std::uint16_t entity, Pc pc, Cycle now) const {
    if (tells<model::WriteBack>()) [[unlikely]]
      tell_write_back(entity, pc, now);
  }
  /// Tells that the slot issues nothing for `cycles` cycles, beginning with `from`.
  void show_stall(unsigned slot, model::Stall reason, Cycle from, Cycle cycles) const {
    if (tells<model::SlotStalled>()) [[unlikely]]
      tell_stall(slot, reason, from, cycles);
  }
  /// Tells that the gate held these ready entities back, either in a cycle in which the SM issues
  /// or in all cycles through which it has just slept.
  void show_held(const model::EntityMask& entities) const {
    if (tells<model::ThrottleHeld>()) [[unlikely]]
      tell_held(entities);
  }
  /// Tells that the slot has issued the entity's instruction, which `step` has executed.
  void show_issue(unsigned slot, std::uint16_t entity, const DecodedInstruction& decoded,
                  const exec::Step& step, Cycle now) const;
  /// Tells that the entity has executed the instruction. It may have issued alone or with other
  /// parts of its warp.
  void show_execution(std::uint16_t entity, const exec::Step& step, Cycle now) const {
    if (tells<model::InstructionExecuted>()) [[unlikely]]
      tell_execution(entity, step, now);
  }
  /// Tells each entity's state from cycle `now` on, if the state differs from the last one told.
  /// `issuable`: the ready entities whose unit takes an instruction in that cycle.
  void show_states(const model::EntityMask& issuable, Cycle now);
  /// Tells how full the queues are at the end of a cycle, if this has changed.
  void show_depths(const model::QueueDepths& depths);

 private:
  // These functions are out of line, so that each function above costs only one test where an event
  // has no subscribers.
  [[gnu::noinline]] void tell_write_back(std::uint16_t entity, Pc pc, Cycle now) const;
  [[gnu::noinline]] void tell_stall(unsigned slot, model::Stall reason, Cycle from,
                                    Cycle cycles) const;
  [[gnu::noinline]] void tell_held(const model::EntityMask& entities) const;
  [[gnu::noinline]] void tell_execution(std::uint16_t entity, const exec::Step& step,
                                        Cycle now) const;
  void tell_launch(std::uint16_t entity, Cycle now) const;
  void tell_warp_end(unsigned context, Cycle now) const;
  model::Stall state_of(unsigned entity, const model::EntityMask& issuable) const;

  const Contexts& contexts_;
  const IssueGate& gate_;
  model::Subscribers subscribers_;
  std::vector<model::Stall> shown_states_;  ///< by entity: the last state told
  model::QueueDepths shown_depths_;
};

}  // namespace heddle::core
