// The parts of the extension `_heddle`. Each function binds one topic. The modules in python/heddle
// build the Python interface on these parts.
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
