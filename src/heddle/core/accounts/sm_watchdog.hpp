// Informs the GPU's watchdog about one SM: when its warps last had an effect, whether its warps can
// still make progress, and what each waiting warp waits for.
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

  /// Notes an event that waiting warps could see: a store, a service of the host, a block that is
  /// saved or restored, a completed barrier, or the end of a warp.
  void note_effect(Cycle now) { last_effect_ = now; }
  Cycle last_effect() const { return last_effect_; }

  /// Starts or ends a watch. During a watch, each entity is watched for spinning.
  void watch(bool on);
  bool is_watching() const { return watching_; }
  /// Notes that the entity, part `part` of `warp`, has executed a step.
  void note_step(unsigned entity, const exec::Warp& warp, const exec::Step& step, unsigned part) {
    if (watching_) watches_[entity].stepped(warp, step, part);
  }
  /// Notes that the entity has come to the SM. The entity is watched from now on.
  void note_launch(unsigned entity) {
    if (watching_) watches_[entity] = {.number = number_, .arrivals = 1, .has_arrived = true};
  }
  /// Notes that a launched entity has come from another SM. `watch` is its watch from there, which
  /// continues here.
  void note_return(unsigned entity, EntityWatch watch);
  /// Notes that the entity leaves the SM with its block. Returns the entity's watch, which goes
  /// with the block.
  EntityWatch note_leave(unsigned entity);

  /// Notes that the formed warp has executed the instruction of its frame.
  void note_formed_step(const FormedWarp& formed) {
    if (!watching_) return;
    for (const exec::GroupMember& member : formed.group)
      thread_watches_[member.warp].stepped(contexts_.warps[member.warp], member.lanes,
                                           formed.frame);
  }

  bool waits_for_memory() const;  ///< some entity waits for memory
  /// Returns whether no entity can make progress by itself: since watch(), each entity has spun or
  /// has waited all the time, for memory, for its scheduler or to leave the SM. (Where threads of
  /// several warps issue together, this must hold for each thread.) Returns false, too, if an
  /// entity that may resume has come or left since the last check.
  bool only_waits() const;
  /// Forgets the arrivals, steps and departures since the last check. Called when a check has found
  /// an entity that may resume.
  void note_check();
  /// Whether, since watch(), an entity has left the SM again and again before it executed anything.
  bool has_chased() const { return has_chased_; }
  /// Returns how many of these issuable entities have not issued since watch().
  unsigned never_issued(const model::EntityMask& issuable) const;
  /// Returns name and place of each warp that the throttle holds and that has not issued since
  /// watch(). Without a watch, returns name and place of all warps that the throttle holds.
  std::vector<std::string> held_throughout() const;
  /// Returns one line for each entity on the SM: its name, what it waits for, and its place in the
  /// program.
  std::vector<std::string> waits() const;
  /// Throws a deadlock fault that names the first entity that has not ended. Returns if all have
  /// ended.
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
  std::uint64_t number_ = 0;    ///< number of the watch; all SMs begin their watches together
  bool left_going_on_ = false;  ///< an entity that may resume has left the SM since the last check
  bool has_chased_ = false;
  /// By context. Filled only where threads of several warps issue together.
  std::vector<EntityWatch> watches_;
  /// By context. Only where threads of several warps issue together.
  std::vector<exec::ThreadSpinWatch> thread_watches_;
};

}  // namespace heddle::core
