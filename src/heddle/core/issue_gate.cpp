#include "heddle/core/issue_gate.hpp"

namespace heddle::core {

Cycle IssueGate::close(model::EntityMask& ready) {
  gate_ = &policies_.gate();
  model::EntityMask held;
  table_.in(Condition::ready).for_each([&](unsigned entity) {
    if (!admits(entity)) held.set(entity);
  });
  if (policies_.looks_at_some() && held != held_) policies_.gates_change();
  held_ = held;
  policies_.held(held_);
  ready.remove(held_);
  return held_.any() ? policies_.gate_valid_until() : kNever;
}

}  // namespace heddle::core
