#include "sm.hpp"

#include <optional>
#include <tuple>

#include "bindings.hpp"
#include "made_by_heddle.hpp"
#include "offer.hpp"
#include "whole_number.hpp"

namespace heddle::python {

const model::SmView& Sm::view() const {
  if (view_ == nullptr) fail("the SM is gone: its simulation has ended");
  return *view_;
}

unsigned Sm::entity(const py::handle& number) const {
  const std::optional<long long> whole = whole_number(number);
  const unsigned count = view().entities;
  if (!whole || *whole < 0 || *whole >= count)
    fail("the SM has entities 0 to {}, and no {}", count - 1, OfferedObject::in_words(number));
  return static_cast<unsigned>(*whole);
}

model::WarpView Sm::warp(const py::handle& number) const { return view().warps[entity(number)]; }

Pc Sm::pc(const py::handle& number) const { return view().paths->pc(entity(number)); }

LaneMask Sm::active(const py::handle& number) const { return view().paths->active(entity(number)); }

unsigned Sm::oldest(const py::object& entities) const {
  const auto age = [&](unsigned entity) {
    const model::WarpView& of = view().warps[entity];
    return std::tuple(of.launched_at, of.launch_order);
  };
  if (!is_iterable(entities))
    fail("oldest() takes entities, such as pick()'s candidates, and not {}",
         OfferedObject::in_words(entities));
  std::optional<unsigned> first;
  for (const py::handle& number : entities) {
    const unsigned next = entity(number);
    if (!first || age(next) < age(*first)) first = next;
  }
  if (!first) fail("oldest() of no entity");
  return *first;
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
      .def(made_by_heddle<WarpView>("Warp", "self.sm.warp(entity) of a policy returns one"))
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
      .def(made_by_heddle<Sm>("Sm", "a policy has one as self.sm"))
      .def_property_readonly("now", member(&model::SmView::now))
      .def_property_readonly("slots", member(&model::SmView::slots))
      .def_property_readonly("entities", member(&model::SmView::entities))
      .def_property_readonly("blocks", member(&model::SmView::blocks))
      .def_property_readonly("l1_lines", member(&model::SmView::l1_lines))
      .def_property_readonly("l1_line_bytes", member(&model::SmView::l1_line_bytes))
      .def("warp", &Sm::warp, py::arg("entity"))
      .def("pc", &Sm::pc, py::arg("entity"))
      .def("active", &Sm::active, py::arg("entity"))
      .def("oldest", &Sm::oldest, py::arg("entities"));
}

}  // namespace heddle::python
