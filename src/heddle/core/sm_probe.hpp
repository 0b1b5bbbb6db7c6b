// What an SM tells its listeners. Without a listener an event costs one branch. The probe keeps
// what it told of each entity and of the queues last, and tells changes alone.
#pragma once

#include <vector>

#include "heddle/core/contexts.hpp"
#include "heddle/core/issue_gate.hpp"
#include "heddle/exec/step.hpp"
#include "heddle/model/sm_events.hpp"

namespace heddle::core {

class SmProbe {
 public:
  SmProbe(const Contexts& contexts, const IssueGate& gate) : contexts_(contexts), gate_(gate) {}
  SmProbe(const SmProbe&) = delete;
  SmProbe& operator=(const SmProbe&) = delete;

  // Null: nobody listens.
  void listen(model::SmListener* listener);
  void listen(model::L1Listener* listener);
  void listen(model::BlockListener* listener) { block_listener_ = listener; }
  void listen(model::WarpListener* listener) { warp_listener_ = listener; }
  /// Whether show_states() and show_end() have somebody to tell.
  bool shows_states() const { return listener_ != nullptr; }
  /// Whether show_issue() has somebody to tell.
  bool shows_issues() const { return shows_issues_; }

  /// A block was dispatched to the SM or has left it.
  template <typename Event>
  void show_block(const Event& event) const {
    if (listener_ != nullptr) listener_->on(event);
    if (block_listener_ != nullptr) block_listener_->on(event);
  }
  void show_launch(std::uint16_t entity, Cycle now) const {
    if (listener_ != nullptr || l1_listener_ != nullptr) tell_launch(entity, now);
  }
  void show_exit(std::uint16_t entity, Cycle now) const {
    if (listener_ != nullptr) listener_->on(model::WarpExited{now, entity});
  }
  /// The warp in the context has drained.
  void show_warp_end(unsigned context, Cycle now) const {
    if (warp_listener_ != nullptr) tell_warp_end(context, now);
  }
  void show_write_back(std::uint16_t entity, Pc pc, Cycle now) const {
    if (listener_ != nullptr) listener_->on(model::WriteBack{now, pc, entity});
  }
  /// The slot does not issue in `cycles` cycles from `from` on.
  void show_stall(unsigned slot, model::Stall reason, Cycle from, Cycle cycles) const {
    if (listener_ != nullptr)
      listener_->on(model::SlotStalled{from, cycles, static_cast<std::uint8_t>(slot), reason});
  }
  /// The entity issued the instruction that `step` executed.
  void show_issue(unsigned slot, std::uint16_t entity, const DecodedInstruction& decoded,
                  const exec::Step& step, Cycle now) const;
  /// Tells of the entities whose state from cycle `now` on is another than the last one told.
  /// `issuable`: the ready entities whose unit takes an instruction in that cycle.
  void show_states(const model::EntityMask& issuable, Cycle now);
  /// Tells how full the queues are at the end of a cycle, if that has changed.
  void show_depths(const model::QueueDepths& depths);

 private:
  void note_listeners();
  void tell_launch(std::uint16_t entity, Cycle now) const;
  void tell_warp_end(unsigned context, Cycle now) const;
  model::Stall state_of(unsigned entity, const model::EntityMask& issuable) const;

  const Contexts& contexts_;
  const IssueGate& gate_;
  model::SmListener* listener_ = nullptr;
  model::L1Listener* l1_listener_ = nullptr;
  model::BlockListener* block_listener_ = nullptr;
  model::WarpListener* warp_listener_ = nullptr;
  bool shows_issues_ = false;
  std::vector<model::Stall> shown_states_;  ///< by entity: the state told last
  model::QueueDepths shown_depths_;
};

}  // namespace heddle::core
