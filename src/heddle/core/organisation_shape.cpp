#include "heddle/core/organisation_shape.hpp"

#include "heddle/base/error.hpp"

namespace heddle::core {

policy::Shape shape_of(const policy::Organisation& organisation, const SmSpec& sm) {
  constexpr auto kMost = model::EntityMask::kCapacity;
  const policy::Shape shape = organisation.shape(sm.schedulers);
  if (sm.warps * shape.parts > kMost) {
    fail(
        "sm.warps ({}) of {} parts each are more than the {} that an SM can schedule: lower "
        "sm.warps or take wider warps",
        sm.warps, shape.parts, kMost);
  }
  return shape;
}

}  // namespace heddle::core
