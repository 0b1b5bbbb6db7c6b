#include "heddle/policy/throttle/forced_release.hpp"

#include <algorithm>

#include "heddle/policy/throttle/throttle.hpp"

namespace heddle::policy {

void ForcedRelease::describe(ParameterVisitor& visit) {
  visit("force_release_after", after_,
        {.unit = "cycles",
         .maximum = 1e9,
         .doc = "a warp that is ready and held so long may go on for as long; 0: never"});
}

void ForcedRelease::watch(const model::EntityMask& held, const model::SmView& sm) {
  if (held == held_) return;
  entities_.resize(sm.entities);
  held_.without(held).for_each([&](unsigned entity) { entities_[entity].held_since = kNever; });
  held.without(held_).for_each([&](unsigned entity) {
    Entity& state = entities_[entity];
    state.held_since = sm.now;
    state.launch_order = sm.warps[entity].launch_order;
  });
  held_ = held;
  plan(sm.now);
}

model::EntityMask ForcedRelease::open_gate(Gate& gate, const model::SmView& sm) {
  model::EntityMask released;
  for (unsigned entity = 0; entity < entities_.size(); ++entity) {
    Entity& state = entities_[entity];
    if (state.launch_order != sm.warps[entity].launch_order) state.free_until = 0;
    if (state.held_since != kNever && sm.now - state.held_since >= after_) {
      state.free_until = sm.now + after_;
      state.held_since = kNever;
      held_.clear(entity);
      released.set(entity);
    }
    if (sm.now >= state.free_until) continue;
    gate.may_issue.set(entity);
    gate.may_load.set(entity);
  }
  plan(sm.now);
  return released;
}

void ForcedRelease::plan(Cycle now) {
  next_ = kNever;
  for (const Entity& state : entities_) {
    if (state.held_since != kNever) next_ = std::min(next_, state.held_since + after_);
    if (now < state.free_until) next_ = std::min(next_, state.free_until);
  }
}

}  // namespace heddle::policy
