#include "heddle/policy/throttle/daws/loop_trips.hpp"

#include <bit>

namespace heddle::policy {

bool LoopTrips::begin(std::uint32_t loop, unsigned entity, unsigned lanes) {
  Entity& state = entities_[entity];
  const bool enters = !is_in(loop, entity);
  if (enters) state.inside.push_back(loop);
  state.began = sm_->now;
  state.loop = loop;
  state.lanes = lanes;
  return enters;
}

unsigned LoopTrips::lanes(unsigned entity) const {
  const Entity& state = entities_[entity];
  unsigned lanes = state.lanes;
  if (sm_->gangs.empty()) return lanes;
  const unsigned home = sm_->names.entity(sm_->names.warp_of(entity), 0);
  for (unsigned gang = sm_->gangs[entity]; gang != 0; gang &= gang - 1) {
    const unsigned other = home + static_cast<unsigned>(std::countr_zero(gang));
    const Entity& mate = entities_[other];
    if (other != entity && mate.began == sm_->now && mate.loop == state.loop) lanes += mate.lanes;
  }
  return lanes;
}

bool LoopTrips::has_other_in(std::uint32_t loop, unsigned entity) const {
  const unsigned warp = sm_->names.warp_of(entity);
  for (unsigned part = 0; part < sm_->names.parts(); ++part) {
    const unsigned other = sm_->names.entity(warp, part);
    if (other != entity && is_in(loop, other)) return true;
  }
  return false;
}

}  // namespace heddle::policy
