// Binds what a user can choose from: machines, parameters, policies and statistics. Also finds the
// known word nearest to a mistyped word.
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/sim/launches/launch_statistics.hpp"
#include "heddle/sim/settings/configuration.hpp"
#include "heddle/sim/settings/machine_files.hpp"
#include "settings.hpp"

namespace heddle::python {
namespace {

/// The key and value of every parameter of a machine, in the order of config.toml.
py::dict machine_values(const std::string& machine) {
  sim::ConfigurationRequest request;
  request.machine = machine;
  py::dict values;
  for (const sim::ParameterRow& row : portable_rows(sim::Configuration::resolve(request)))
    values[py::str(row.key)] = to_python(row.value);
  return values;
}

py::list parameters() {
  py::list all;
  for (const sim::ParameterRow& row : sim::all_parameters())
    all.append(py::make_tuple(row.key, to_python(row.value), row.unit, row.range(), row.doc));
  return all;
}

py::dict policies() {
  py::dict kinds;
  for (const sim::PolicyKind& kind : sim::policy_kinds()) {
    py::dict named;
    for (const policy::PolicyInfo& info : kind.list())
      named[py::str(std::string(info.name))] = std::string(info.doc);
    kinds[py::str(std::string(kind.name))] = named;
  }
  return kinds;
}

py::dict statistics() {
  py::dict all;
  for (const Statistic& statistic : sim::all_statistics())
    all[py::str(statistic.name)] = py::make_tuple(statistic.unit, statistic.description);
  return all;
}

}  // namespace

void bind_catalogue(py::module_& module) {
  module.def("machine_names", &sim::machine_names);
  module.def("machine_values", &machine_values, py::arg("machine"));
  module.def("parameters", &parameters);
  module.def("policies", &policies);
  module.def("statistics", &statistics);
  module.def(
      "did_you_mean",
      [](const std::string& word, const std::vector<std::string>& known) {
        return did_you_mean(word, known);
      },
      py::arg("word"), py::arg("known"));
  module.def("demangled", &demangled, py::arg("symbol"));
}

}  // namespace heddle::python
