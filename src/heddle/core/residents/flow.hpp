// Brings an entity from one instruction to the next. First the next instruction is fetched. Then
// the entity waits for results, fences, atomics in flight or peers until it is ready. If all its
// threads have ended, the entity drains instead.
#pragma once

#include <vector>

#include "heddle/core/accounts/sm_probe.hpp"
#include "heddle/core/accounts/sm_watchdog.hpp"
#include "heddle/core/fetch/front_end.hpp"
#include "heddle/core/load_store/load_store_unit.hpp"
#include "heddle/core/policies/policy_boundary.hpp"
#include "heddle/core/residents/peer_waits.hpp"
#include "heddle/core/residents/residents.hpp"
#include "heddle/core/state/contexts.hpp"
#include "heddle/core/state/entity_conditions.hpp"
#include "heddle/core/terms/shapes.hpp"

namespace heddle::core {

class Flow {
 public:
  /// The units and the state that an entity needs between two instructions.
  struct Surroundings {
    Contexts& contexts;
    EntityConditions& conditions;
    FrontEnd& front_end;
    PeerWaits& peers;
    Residents& residents;
    PolicyBoundary& policies;
    SmWatchdog& watchdog;
    const LoadStoreUnit& load_store;
    const SmProbe& probe;
  };

  /// `ideal_fences`: a fence waits for nothing.
  Flow(const SmSpec& spec, bool ideal_fences, const Surroundings& around);
  Flow(const Flow&) = delete;
  Flow& operator=(const Flow&) = delete;

  /// Starts the entities that the residents have launched, except for entities that wait at a
  /// barrier.
  void start_launched(Cycle now);

  /// Lets the entity continue with its next instruction, which may issue `delay` cycles after `now`
  /// at the earliest. If the instruction is not in the buffer, fetches it.
  template <typename Shape = GeneralShape>
  void go_on(std::uint16_t entity, Cycle now, std::uint32_t delay) {
    if (delay <= 1 && around_.front_end.has_instruction<Shape>(entity))
      return look_ahead<Shape>(entity);
    wait_for_fetch<Shape>(entity, now, delay);
  }
  /// Lets the entity continue after it has executed `decoded`, which does not make the entity wait.
  template <typename Shape = GeneralShape>
  void advance(std::uint16_t entity, const DecodedInstruction& decoded, Cycle now) {
    if (contexts_.has_ended<Shape>(entity)) return end(entity, now);
    go_on<Shape>(entity, now, delay_after(decoded));
  }
  /// Handles the entity's execution of `decoded`, the barrier instruction at `pc`.
  void arrive(std::uint16_t entity, const DecodedInstruction& decoded, Pc pc,
              const exec::BarrierArrival& arrival, Cycle now);
  /// Sets the entity's condition to what its next instruction waits for. The instruction must have
  /// been fetched.
  template <typename Shape = GeneralShape>
  void look_ahead(std::uint16_t entity) {
    look_ahead<Shape>(contexts_.table[entity], entity);
  }
  /// `state`: the entity's state.
  template <typename Shape = GeneralShape>
  void look_ahead(EntityTable::State& state, std::uint16_t entity) {
    if (needs_more_than_registers<Shape>(state)) return look_beyond_registers(entity);
    around_.conditions.set<Shape>(state, entity,
                                  contexts_.table.await_registers(state, entity, true));
  }
  /// Looks at the entities that are woken in this cycle. Returns whether one of them may drain.
  template <typename Shape = GeneralShape>
  bool wake(Cycle now);
  /// Stops the formed warp, since its threads may continue elsewhere. The warp becomes due when it
  /// has nothing in flight.
  void stop(std::uint16_t entity);
  /// Formed warps that are due. The caller clears the list.
  std::vector<std::uint16_t>& due() { return due_; }
  /// Ends the entity, whose threads have all ended.
  void end(std::uint16_t entity, Cycle now);
  /// Cycles from the issue of `decoded` to the issue of the next instruction, if nothing waits.
  std::uint32_t delay_after(const DecodedInstruction& decoded) const {
    return decoded.control_flow ? branch_latency_ : 1;
  }
  std::uint32_t barrier_latency() const { return barrier_latency_; }
  /// Handles a result or an access of the entity that is complete, since the entity may have waited
  /// for it. `state`: the entity's state.
  template <typename Shape = GeneralShape>
  void take_result(EntityTable::State& state, std::uint16_t entity, Cycle now);

 private:
  /// Whether the entity waits for something before its next instruction, or the instruction needs
  /// more than registers.
  template <typename Shape>
  bool needs_more_than_registers(const EntityTable::State& state) const {
    return (Shape::kMayIssueOneAtATime && one_at_a_time_) || state.fencing ||
           state.next->waits_for_more;
  }
  /// Lets the entity wait until its next instruction is in the buffer. Fetches the instruction if
  /// necessary.
  template <typename Shape>
  void wait_for_fetch(std::uint16_t entity, Cycle now, std::uint32_t delay);
  /// Like look_ahead(), for entities that may wait for more than registers.
  void look_beyond_registers(std::uint16_t entity);
  void release(const PeerWaits::Release& released, Cycle now);
  /// Ends the warps of `drained_`, in the order in which their last instructions with results have
  /// issued.
  void drain(Cycle now);
  bool must_wait_for_atomic(std::uint16_t entity) const;
  /// Whether the entity's next instruction waits for asynchronous copies that are not complete.
  bool must_wait_for_copies(std::uint16_t entity) const;

  bool ideal_fences_;
  bool one_at_a_time_;  ///< an entity issues only if it has nothing in flight
  std::uint32_t branch_latency_, barrier_latency_;
  Contexts& contexts_;
  Surroundings around_;
  std::vector<std::uint16_t> due_;
  /// Entities that have ended and whose last results are there in this cycle.
  std::vector<std::uint16_t> drained_;
};

template <typename Shape>
void Flow::wait_for_fetch(std::uint16_t entity, Cycle now, std::uint32_t delay) {
  around_.conditions.set<Shape>(contexts_.table[entity], entity, Condition::fetch);
  const Cycle issues_from = around_.front_end.want<Shape>(entity, now, delay);
  if (issues_from == kNever) return;
  EntityTable::State& state = contexts_.table[entity];
  const bool is_ready =
      !needs_more_than_registers<Shape>(state) && EntityTable::has_registers_at(state, issues_from);
  contexts_.table.wake_at(state, entity, issues_from, is_ready);
}

template <typename Shape>
[[gnu::always_inline]] inline bool Flow::wake(Cycle now) {
  contexts_.table.take_wakes([&](std::uint32_t entity) {
    EntityTable::State& state = contexts_.table[entity];
    switch (state.condition) {
      case Condition::fetch:
        if (state.wake != now) break;
        [[fallthrough]];
      case Condition::scoreboard_compute:
        if (state.wake == now && state.is_ready_at_wake) {
          around_.conditions.set<Shape>(state, static_cast<std::uint16_t>(entity),
                                        Condition::ready);
          break;
        }
        [[fallthrough]];
      case Condition::scoreboard_memory:
        look_ahead<Shape>(state, static_cast<std::uint16_t>(entity));
        break;
      case Condition::draining:
        drained_.push_back(static_cast<std::uint16_t>(entity));
        break;
      default:;  // the entity waits for something else
    }
  });
  if (drained_.empty()) [[likely]]
    return false;
  drain(now);
  return true;
}

template <typename Shape>
[[gnu::always_inline]] inline void Flow::take_result(EntityTable::State& state,
                                                     std::uint16_t entity, Cycle now) {
  switch (state.condition) {
    case Condition::scoreboard_memory:
    case Condition::scoreboard_compute:
    case Condition::memory_order:
      look_ahead<Shape>(state, entity);
      break;
    case Condition::draining:
      if (contexts_.table.quiet(entity))
        around_.residents.drain(contexts_.names.warp_of(entity), now);
      break;
    default:;  // the entity waits for something else, or does not wait
  }
}

}  // namespace heddle::core
