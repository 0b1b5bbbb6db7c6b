// What the GPU's watchdog learns of one SM: when its warps last had an effect, whether they can
// still make progress, and one line for each warp that waits.
#pragma once

#include <string>
#include <vector>

#include "heddle/core/state/contexts.hpp"
#include "heddle/core/state/entity_watch.hpp"
#include "heddle/core/state/issue_gate.hpp"
#include "heddle/exec/sync/thread_spin_watch.hpp"

namespace heddle::core {

class SmWatchdog {
 public:
  SmWatchdog(std::uint16_t sm, const Contexts& contexts, const IssueGate& gate)
      : sm_(sm), contexts_(contexts), gate_(gate) {}
  SmWatchdog(const SmWatchdog&) = delete;
  SmWatchdog& operator=(const SmWatchdog&) = delete;

  /// Something happened that others can see or that ends: a store, a call of the host, a completed
  /// barrier, the end of a warp, a block that was saved or restored.
  void note_effect(Cycle now) { last_effect_ = now; }
  Cycle last_effect() const { return last_effect_; }

  /// From here on watches each entity for spinning, or no longer.
  void watch(bool on);
  bool is_watching() const { return watching_; }
  /// The entity, part `part` of `warp`, has executed a step.
  void note_step(unsigned entity, const exec::Warp& warp, const exec::Step& step, unsigned part) {
    if (watching_) watches_[entity].stepped(warp, step, part);
  }
  /// The entity has come to the SM, and is watched from here on.
  void note_launch(unsigned entity) {
    if (watching_) watches_[entity] = {.number = number_, .arrivals = 1, .has_arrived = true};
  }
  /// It has been launched and was watched elsewhere.
  void note_return(unsigned entity, EntityWatch watch);
  /// The entity leaves the SM with its block; returns what goes with it.
  EntityWatch note_leave(unsigned entity);

  /// The formed warp has executed the instruction of its frame.
  void note_formed_step(const FormedWarp& formed) {
    if (!watching_) return;
    for (const exec::GroupMember& member : formed.group)
      thread_watches_[member.warp].stepped(contexts_.warps[member.warp], member.lanes,
                                           formed.frame);
  }

  bool waits_for_memory() const;  ///< an entity does
  /// Since `watch`, each entity that could still go on by itself (each thread, where threads of
  /// several warps issue together) has been seen to spin, or has waited for memory, for its
  /// scheduler or to leave the SM all the time; and none that has come or left since the last check
  /// may still go on.
  bool only_waits() const;
  /// A check has found that some entity may go on; it is the last one.
  void note_check();
  /// Whether an entity has left again and again before it executed anything, since `watch`.
  bool has_chased() const { return has_chased_; }
  /// How many of these entities, which could issue, have not issued since `watch`.
  unsigned never_issued(const model::EntityMask& issuable) const;
  /// The warps that the throttle holds and that have not issued since `watch`, and where they are.
  /// Without a watch: all that the throttle holds.
  std::vector<std::string> held_throughout() const;
  /// One line for each entity that is held: what it is, what it waits for, and where.
  std::vector<std::string> waits() const;
  /// Throws the fault that names the first entity that is held, if there is one.
  void report_deadlock(const std::string& message) const;

 private:
  bool only_waits(unsigned entity) const;
  std::string name_of(unsigned entity) const;
  std::string place_of(unsigned entity) const;

  std::uint16_t sm_;
  const Contexts& contexts_;
  const IssueGate& gate_;
  Cycle last_effect_ = 0;
  bool watching_ = false;
  std::uint64_t number_ = 0;    ///< of the watch; SMs begin all watches together
  bool left_going_on_ = false;  ///< since the last check an entity has left that may go on
  bool has_chased_ = false;
  std::vector<EntityWatch> watches_;  ///< by entity
  /// By context, where threads of several warps issue together.
  std::vector<exec::ThreadSpinWatch> thread_watches_;
};

}  // namespace heddle::core
