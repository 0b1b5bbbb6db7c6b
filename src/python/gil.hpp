// The lock of the Python interpreter. A simulation runs without it; what Python decides or hears
// takes it for as long as Python code runs.
#pragma once

#include <pybind11/pybind11.h>

namespace heddle::python {

namespace py = pybind11;

using Locked = py::gil_scoped_acquire;
using Unlocked = py::gil_scoped_release;

}  // namespace heddle::python
