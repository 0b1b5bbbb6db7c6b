#include "sm.hpp"

#include <tuple>

#include <pybind11/stl.h>

#include "bindings.hpp"
#include "heddle/base/error.hpp"

namespace heddle::python {

const model::SmView& Sm::view() const {
  if (view_ == nullptr) fail("the SM is gone: its simulation has ended");
  return *view_;
}

const model::WarpView& Sm::warp(unsigned entity) const {
  const model::SmView& sm = view();
  if (entity >= sm.entities)
    fail("the SM has entities 0 to {}, and no {}", sm.entities - 1, entity);
  return sm.warps[entity];
}

Pc Sm::pc(unsigned entity) const {
  warp(entity);
  return view().paths->pc(entity);
}

LaneMask Sm::active(unsigned entity) const {
  warp(entity);
  return view().paths->active(entity);
}

unsigned Sm::oldest(const std::vector<unsigned>& entities) const {
  if (entities.empty()) fail("oldest() of no entity");
  const auto age = [&](unsigned entity) {
    const model::WarpView& of = warp(entity);
    return std::tuple(of.launched_at, of.launch_order);
  };
  unsigned first = entities.front();
  for (const unsigned entity : entities) {
    if (age(entity) < age(first)) first = entity;
  }
  return first;
}

py::tuple entities_of(const model::EntityMask& mask) {
  py::tuple entities(mask.count());
  std::size_t index = 0;
  mask.for_each([&](unsigned entity) { entities[index++] = py::int_(entity); });
  return entities;
}

void bind_sm(py::module_& module) {
  using model::WarpView;
  py::class_<WarpView>(module, "Warp")
      .def_readonly("launched_at", &WarpView::launched_at)
      .def_readonly("launch_order", &WarpView::launch_order)
      .def_readonly("block_slot", &WarpView::block_slot)
      .def_readonly("index", &WarpView::index)
      .def_readonly("kernel", &WarpView::kernel)
      .def_readonly("warp_instructions", &WarpView::warp_instructions)
      .def_readonly("thread_instructions", &WarpView::thread_instructions);
  const auto member = [](auto pointer) {
    return [pointer](const Sm& sm) { return sm.view().*pointer; };
  };
  py::class_<Sm, std::shared_ptr<Sm>>(module, "Sm")
      .def_property_readonly("now", member(&model::SmView::now))
      .def_property_readonly("slots", member(&model::SmView::slots))
      .def_property_readonly("entities", member(&model::SmView::entities))
      .def_property_readonly("blocks", member(&model::SmView::blocks))
      .def_property_readonly("l1_lines", member(&model::SmView::l1_lines))
      .def_property_readonly("l1_line_bytes", member(&model::SmView::l1_line_bytes))
      .def("warp", &Sm::warp, py::arg("entity"), py::return_value_policy::copy)
      .def("pc", &Sm::pc, py::arg("entity"))
      .def("active", &Sm::active, py::arg("entity"))
      .def("oldest", &Sm::oldest, py::arg("entities"));
}

}  // namespace heddle::python
