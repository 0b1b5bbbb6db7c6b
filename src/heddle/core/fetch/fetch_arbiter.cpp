#include "heddle/core/fetch/fetch_arbiter.hpp"

namespace heddle::core {

FetchArbiter::FetchArbiter(std::span<const model::EntityPlace> places, unsigned front_ends,
                           const Limits& limits)
    : limits_(limits), slices_(front_ends) {
  for (unsigned entity = 0; entity < places.size(); ++entity)
    slices_[front_ends == 1 ? 0 : places[entity].lane_group].members.set(entity);
}

}  // namespace heddle::core
