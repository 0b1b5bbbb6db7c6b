#include "heddle/core/cycle_steps.hpp"

#include "heddle/core/terms/origin.hpp"

namespace heddle::core {
namespace {

/// Schedules the arrival of moving contexts at `when`; kNever: no contexts move.
void expect_exchange(SmEvents& events, Cycle when) {
  if (when != kNever) events.schedule(when, SmEvent::of_exchange());
}

}  // namespace

void CycleSteps::receive(Cycle now) {
  sm_.replies.deliver(now, [&](const model::MemoryReply& reply) {
    if (sm_.replies_to_loss != 0) {
      --sm_.replies_to_loss;
      if (sm_.replies_to_loss == 0) return;  // this is the reply to lose
    }
    switch (Origin(reply.origin).owner()) {
      case Origin::Owner::code:
        return sm_.front_end.fill(reply.line, now);
      case Origin::Owner::context:
        return sm_.context_switch.receive(reply, now);
      default:
        sm_.load_store.receive(reply);
    }
  });
}

void CycleSteps::leave(Cycle now, std::uint64_t flits) {
  const bool was_reserved = sm_.load_store.port().is_reserved();
  sm_.context_switch.end_cycle(now, sm_.load_store.port().flits() != flits);
  if (was_reserved && !sm_.load_store.port().is_reserved()) sm_.load_store.take_turn();
  start_launched(now);
}

void CycleSteps::start(Cycle now) {
  sm_.residents.start_waiting(now);
  start_launched(now);
  if (!sm_.contexts.may_be_away) return;
  sm_.load_store.l1_memory().loan.update(now, sm_.policies.residency());
  if (sm_.residents.slots().exchange(now))
    expect_exchange(sm_.events, sm_.residents.slots().next());
}

void CycleSteps::start_launched(Cycle now) {
  if (sm_.gangs.exists()) sm_.gangs.form(sm_.residents.launched());
  if (sm_.paths == nullptr) return sm_.flow.start_launched(now);
  sm_.paths->start(sm_.residents.launched(), now);
  sm_.residents.launched().clear();
}

void CycleSteps::arrive(const SmEvent& event, Cycle now) {
  const bool was_empty = sm_.residents.is_empty();
  if (event.kind == SmEvent::Kind::block)
    sm_.residents.start_block(event.kernel, event.value, event.entity, now);
  else
    sm_.context_switch.restore(event.kernel, event.value, now);
  if (sm_.load_store.l1_memory().split.exists()) divide_memory(event.kernel, was_empty, now);
  start_launched(now);
}

void CycleSteps::divide_memory(unsigned kernel, bool was_empty, Cycle now) {
  L1Split& split = sm_.load_store.l1_memory().split;
  split.block_arrived(now, sm_.contexts.kernels[kernel].demand.split, sm_.residents.shared_held(),
                      was_empty);
  sm_.view.l1_lines = static_cast<std::uint32_t>(split.l1_bytes() / sm_.view.l1_line_bytes);
}

void CycleSteps::deliver(const SmEvent& event, Cycle now) {
  switch (event.kind) {
    case SmEvent::Kind::write_back:
    case SmEvent::Kind::fetched:
      break;  // tick() delivers these events
    case SmEvent::Kind::service_end:
      sm_.executor.finish_service(event.entity, now);
      break;
    case SmEvent::Kind::last_block:
      sm_.policies.tell("last_block_dispatched", [&](policy::SmPolicy& policy) {
        policy.last_block_dispatched(event.kernel);
      });
      break;
    case SmEvent::Kind::block:
    case SmEvent::Kind::restore_block:
      arrive(event, now);
      break;
    case SmEvent::Kind::stop_block:
      sm_.context_switch.stop(event.entity, event.kernel, event.value);
      break;
    case SmEvent::Kind::signal:
      sm_.context_switch.signal(now);
      break;
    case SmEvent::Kind::directive:
      sm_.residents.apply(event.value);
      break;
    case SmEvent::Kind::sharing:
      if (sm_.policies.sharing().exists())
        sm_.policies.sharing().directive_arrived(*event.directive);
      break;
    case SmEvent::Kind::exchange:
      sm_.residents.slots().advance_exchange(now, sm_.residents.launched());
      start_launched(now);
      expect_exchange(sm_.events, sm_.residents.slots().next());
      break;
  }
}

}  // namespace heddle::core
