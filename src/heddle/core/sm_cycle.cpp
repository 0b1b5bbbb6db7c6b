#include "heddle/core/sm_cycle.hpp"

#include <algorithm>

#include "heddle/core/issue/issue_path.hpp"

namespace heddle::core {

template <typename Shape>
void SmCycle<Shape>::run(Cycle until) {
  if (Shape::kMayBeObserved) sm_.stall_book.end_spans();
  Cycle now = sm_.wake;
  for (; now < until; now = next_work(now)) {
    sm_.stall_book.pass<Shape>(now);
    tick(now);
    if (!Shape::kMayHearResults && sm_.context_switch.is_active()) [[unlikely]]
      return leave_shape(now);
  }
  sm_.wake = now;
}

template <typename Shape>
void SmCycle<Shape>::leave_shape(Cycle now) {
  for (unsigned entity = 0; entity < sm_.contexts.entities(); ++entity)
    sm_.contexts.table.wake_after_results(entity);
  sm_.wake = next_work(now);
}

template <typename Shape>
inline void SmCycle<Shape>::tick(Cycle now) {
  sm_.view.now = now;  // policies and units that are called below read the clock here
  sm_.contexts.table.begin_cycle(now);
  sm_.executor.begin_cycle(now);
  sm_.load_store.begin_cycle(now);
  const bool is_quiet = !Shape::kMayNeedEveryStep && now < quiet_until_;
  // What was scheduled for this cycle comes first: an entity whose last operand arrives in a cycle
  // may issue in this cycle.
  if (!is_quiet) happen(now);
  const bool drains = sm_.flow.wake<Shape>(now);
  if (!is_quiet) arrive(now);
  sm_.issue_stage.issue<Shape>(now, sm_.residents.occupied_since());
  const bool has_effects = sm_.executor.take_effects();
  if (is_quiet && !drains && !has_effects && !sm_.front_end.wants_lines()) return;
  work_off(now);
  quiet_until_ = next_other(now);
}

template <typename Shape>
void SmCycle<Shape>::work_off(Cycle now) {
  // The load-store unit comes after issue: an access that issues now may be at the head of the
  // queue already. What finishes here may issue in the next cycle.
  const std::uint64_t flits = sm_.load_store.port().flits();
  sm_.load_store.tick(now, sm_.counters.kernels.data());
  if (Shape::kMayPaceLanes && sm_.load_store.keeps_lanes()) sm_.executor.release_lanes(now);
  finish(now);
  // Gangs form after all arrivals of the cycle.
  if (Shape::kMayCutWarps && sm_.gangs.exists()) sm_.gangs.settle(now);
  // The load-store unit has the port first, then code, then contexts.
  sm_.front_end.tick<Shape>(now);
  if (sm_.context_switch.is_active()) leave(now, flits);
  // Blocks and warps that start here issue in the next cycle at the earliest.
  if (sm_.residents.may_start_waiting()) start(now);
  if (Shape::kMayBeObserved) sm_.issue_stage.show_end(now);
}

template <typename Shape>
void SmCycle<Shape>::happen(Cycle now) {
  sm_.events.deliver(now, [&](const SmEvent& event) {
    if (event.kind == SmEvent::Kind::write_back) {
      sm_.executor.write_back<Shape>(event.entity, *event.instruction, now);
    } else if (event.kind == SmEvent::Kind::fetched) {
      if (sm_.front_end.fetched<Shape>(event.entity, event.value, now))
        sm_.flow.look_ahead<Shape>(event.entity);
    } else {
      deliver(event, now);
    }
  });
}

template <typename Shape>
void SmCycle<Shape>::arrive(Cycle now) {
  sm_.load_store.deliver(now);
  if (sm_.replies.next() <= now) receive(now);
  finish(now);
  // A block that must leave issues nothing from this cycle on.
  if (sm_.context_switch.is_active()) sm_.context_switch.hold(now);
}

template <typename Shape>
[[gnu::always_inline]] inline void SmCycle<Shape>::finish(Cycle now) {
  sm_.executor.finish_accesses<Shape>(now);
  if (Shape::kMayCutWarps && sm_.paths) sm_.paths->settle(now);
}

template <typename Shape>
inline Cycle SmCycle<Shape>::next_other(Cycle now) const {
  Cycle other = std::min(std::min(sm_.events.next(), sm_.replies.next()),
                         std::min(sm_.load_store.next(now), sm_.front_end.next<Shape>(now)));
  if (Shape::kMayCutWarps && sm_.gangs.exists()) other = std::min(other, sm_.gangs.next(now));
  if (sm_.context_switch.is_active()) other = std::min(other, sm_.context_switch.next(now));
  return other;
}

template <typename Shape>
inline Cycle SmCycle<Shape>::next_work(Cycle now) {
  return sm_.issue_stage.next<Shape>(now, std::min(quiet_until_, sm_.contexts.table.next_wake()));
}

template class SmCycle<PlainShape>;
template class SmCycle<GeneralShape>;

}  // namespace heddle::core
