#include "bindings.hpp"
#include "heddle/sim/output/version.hpp"

PYBIND11_MODULE(_heddle, module) {
  namespace python = heddle::python;
  module.doc() = "The simulator behind the package heddle.";
  module.attr("version") = heddle::sim::version();
  python::bind_exit(module);
  python::bind_errors(module);
  python::bind_files(module);
  python::bind_catalogue(module);
  python::bind_records(module);
  python::bind_programs(module);
  python::bind_sm(module);
  python::bind_events(module);
  python::bind_device(module);
}
