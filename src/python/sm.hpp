// What a policy or probe in Python may know of an SM: heddle.Sm. It reads the simulator's own view
// and is dead once the policy or probe that it was made for is gone.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gil.hpp"
#include "heddle/model/warp_view.hpp"

namespace heddle::python {

class Sm {
 public:
  explicit Sm(const model::SmView& view) : view_(&view) {}

  void expire() { view_ = nullptr; }
  /// Throws Error after expire().
  const model::SmView& view() const;
  /// Throws Error for an entity that the SM does not have.
  const model::WarpView& warp(unsigned entity) const;
  Pc pc(unsigned entity) const;
  LaneMask active(unsigned entity) const;
  /// Of these entities, the one that was launched first. Throws Error if there is none.
  unsigned oldest(const std::vector<unsigned>& entities) const;

 private:
  const model::SmView* view_;
};

py::tuple entities_of(const model::EntityMask& mask);

}  // namespace heddle::python
