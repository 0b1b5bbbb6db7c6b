#include "offer.hpp"

namespace heddle::python {

OfferedObject::OfferedObject(const std::string& offer) {
  const Locked lock;
  offer_ = py::module_::import("heddle._policies").attr("find_offer")(offer);
  if (offer_.is_none()) {
    fail(
        "no class is offered as '{}': give the class itself, as in "
        "heddle.Simulation(settings={{'warp_scheduler': MyScheduler}})",
        offer);
  }
  try {
    object_ = offer_.attr("make")();
  } catch (py::error_already_set& raised) {
    fail_with(raised);
  }
}

OfferedObject::~OfferedObject() {
  const Locked lock;
  object_ = py::object();
  offer_ = py::object();
}

bool OfferedObject::defines(const char* base, const char* method) const {
  const Locked lock;
  const py::object inherited = py::module_::import("heddle._policies").attr(base);
  const py::object own = py::type::of(object_);
  return !own.attr(method).is(inherited.attr(method));
}

std::string OfferedObject::in_words(const py::handle& answer) { return py::repr(answer); }

void OfferedObject::fail_with(py::error_already_set& raised) const {
  const auto text =
      offer_.attr("keep")(raised.value(), raised.trace() ? raised.trace() : py::none())
          .cast<std::string>();
  throw std::runtime_error(text);
}

}  // namespace heddle::python
