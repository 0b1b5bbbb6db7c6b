// The view of an SM for a policy or probe in Python (heddle.Sm). The object reads the simulator's
// own view. The object expires when its policy or probe no longer exists.
#pragma once

#include <cstdint>
#include <memory>

#include "gil.hpp"
#include "heddle/model/warp_view.hpp"

namespace heddle::python {

class Sm {
 public:
  explicit Sm(const model::SmView& view) : view_(&view) {}

  void expire() { view_ = nullptr; }
  /// Throws Error after expire().
  const model::SmView& view() const;
  // These functions throw Error unless the number is an entity of the SM.
  model::WarpView warp(const py::handle& number) const;
  Pc pc(const py::handle& number) const;
  LaneMask active(const py::handle& number) const;
  /// The entity in `entities` that was launched first. Throws Error if `entities` is empty.
  unsigned oldest(const py::object& entities) const;

 private:
  unsigned entity(const py::handle& number) const;

  const model::SmView* view_;
};

py::tuple entities_of(const model::EntityMask& mask);

}  // namespace heddle::python
