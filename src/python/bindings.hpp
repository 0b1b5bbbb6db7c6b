// The parts of the extension `_heddle`: each function binds one idea. The modules in python/heddle
// put a Python interface on them.
#pragma once

#include "gil.hpp"

namespace heddle::python {

void bind_exit(py::module_& module);
void bind_errors(py::module_& module);
void bind_files(py::module_& module);
void bind_catalogue(py::module_& module);
void bind_records(py::module_& module);
void bind_programs(py::module_& module);
void bind_device(py::module_& module);
void bind_sm(py::module_& module);
void bind_events(py::module_& module);

}  // namespace heddle::python
