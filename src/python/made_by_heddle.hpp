// Constructors for classes whose objects only the simulator makes. A call from Python fails with a
// message that says how to get an object.
#pragma once

#include <string>

#include "gil.hpp"
#include "heddle/base/error.hpp"

namespace heddle::python {

/// An argument for `py::class_<Class>::def`. `source` says how a user gets an object.
template <typename Class>
auto made_by_heddle(const char* name, const char* source) {
  return py::init([name, source](const py::args&, const py::kwargs&) -> Class* {
    fail("the simulator makes every heddle.{}: {}", name, source);
  });
}

}  // namespace heddle::python
