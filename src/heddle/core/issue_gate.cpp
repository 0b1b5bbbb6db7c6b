#include "heddle/core/issue_gate.hpp"

#include <algorithm>

namespace heddle::core {

Cycle IssueGate::close(model::EntityMask& ready) {
  Cycle until = kNever;
  if (policies_.throttles()) gate_ = &policies_.gate();
  if (holds_tenants_) {
    held_tenants_ = policies_.sharing().hold();
    held_memory_ = policies_.sharing().hold_memory();
    until = policies_.sharing().hold_until();
  }
  model::EntityMask held;
  table_.in(Condition::ready).for_each([&](unsigned entity) {
    if (!admits(entity)) held.set(entity);
  });
  if (policies_.looks_at_some() && held != held_) policies_.gates_change();
  held_ = held;
  ready.remove(held_);
  if (policies_.throttles()) {
    policies_.held(held_);
    until = std::min(until, policies_.gate_valid_until());
  }
  return held_.any() ? until : kNever;
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
