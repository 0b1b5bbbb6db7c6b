#include "heddle/core/state/issue_gate.hpp"

#include <algorithm>

namespace heddle::core {

Cycle IssueGate::close(model::EntityMask& ready) {
  Cycle until = kNever;
  if (policies_.throttles()) gate_ = &gate_of_throttle();
  if (holds_tenants_) {
    held_tenants_ = policies_.sharing().hold();
    held_memory_ = policies_.sharing().hold_memory();
    until = policies_.sharing().hold_until();
  }
  model::EntityMask held;
  table_.in(Condition::ready).for_each([&](unsigned entity) {
    if (!admits(entity)) held.set(entity);
  });
  if (policies_.has_selective_scheduler() && held != held_) policies_.gates_change();
  held_ = held;
  ready.remove(held_);
  if (policies_.throttles()) {
    policies_.held(held_);
    until = std::min(until, policies_.gate_valid_until());
  }
  return held_.any() ? until : kNever;
}

const policy::Gate& IssueGate::gate_of_throttle() {
  if (gangs_.changes() != gang_changes_) {
    gang_changes_ = gangs_.changes();
    policies_.gangs_changed();
  }
  return policies_.gate();
}

void IssueGate::close_again(model::EntityMask& available) {
  held_tenants_ = policies_.sharing().hold();
  held_memory_ = policies_.sharing().hold_memory();
  model::EntityMask held;
  (available & table_.in(Condition::ready)).for_each([&](unsigned entity) {
    if (!admits_tenant(entity)) held.set(entity);
  });
  available.remove(held);
  held_ = held_ | held;
}

}  // namespace heddle::core
