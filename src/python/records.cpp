// Binds the result of a launch, as the device recorded it.
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/sim/launches/launch_record.hpp"
#include "heddle/sim/records/results.hpp"

namespace heddle::python {
namespace {

using Record = sim::LaunchRecord;
using Triple = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

Triple triple(const Dim3& extent) { return {extent.x, extent.y, extent.z}; }

/// Returns an int for a count, and a float for any other statistic.
py::object value_of(const Statistic& statistic) {
  const auto whole = static_cast<std::int64_t>(statistic.value);
  const bool is_count = statistic.weight == 0 && static_cast<double>(whole) == statistic.value;
  return is_count ? py::cast(whole) : py::cast(statistic.value);
}

py::dict values(const std::vector<Statistic>& statistics) {
  py::dict all;
  for (const Statistic& statistic : statistics) all[py::str(statistic.name)] = value_of(statistic);
  return all;
}

py::list sms(const Record& record) {
  py::list all;
  for (const auto& statistics : record.sms) all.append(values(statistics));
  return all;
}

}  // namespace

void bind_records(py::module_& module) {
  py::class_<Record, std::shared_ptr<Record>>(module, "Record")
      .def_property_readonly("launch", [](const Record& record) { return record.grid; })
      .def_property_readonly("symbol", [](const Record& record) { return record.kernel; })
      .def_property_readonly("kernel",
                             [](const Record& record) { return demangled(record.kernel); })
      .def_property_readonly("grid", [](const Record& record) { return triple(record.grid_size); })
      .def_property_readonly("block",
                             [](const Record& record) { return triple(record.block_size); })
      .def_property_readonly("registers", [](const Record& record) { return record.registers; })
      .def_property_readonly("shared_bytes",
                             [](const Record& record) { return record.shared_bytes; })
      .def_property_readonly("blocks_per_sm",
                             [](const Record& record) { return record.blocks_per_sm; })
      .def_property_readonly("limited_by", [](const Record& record) { return record.limited_by; })
      .def_property_readonly("timed", [](const Record& record) { return record.timed; })
      .def_property_readonly("complete", [](const Record& record) { return record.complete; })
      .def_property_readonly("started", [](const Record& record) { return record.started; })
      .def_property_readonly("ended", [](const Record& record) { return record.ended; })
      .def("values", [](const Record& record) { return values(record.statistics); })
      .def("sms", &sms);
}

}  // namespace heddle::python
