#include "settings.hpp"

#include "heddle/base/error.hpp"

namespace heddle::python {
namespace {

sim::SettingValue value_of(const GivenSetting& given) {
  const py::object& value = given.value;
  if (py::isinstance<py::bool_>(value)) return value.cast<bool>();
  if (py::isinstance<py::str>(value)) return value.cast<std::string>();
  if (py::isinstance<py::float_>(value)) return value.cast<double>();
  if (!py::isinstance<py::int_>(value)) {
    fail("{}: a value is a bool, an int, a float or a str, and this is a {}", given.origin,
         py::str(py::type::of(value).attr("__name__")).cast<std::string>());
  }
  int overflow = 0;
  const long long whole = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
  if (overflow != 0) fail("{}: the number does not fit in 64 bits", given.origin);
  return std::int64_t{whole};
}

}  // namespace

sim::Settings settings_of(const std::vector<GivenSetting>& given, bool deliberate) {
  sim::Settings settings;
  for (const GivenSetting& setting : given)
    settings[setting.key] = {value_of(setting), setting.origin, deliberate};
  return settings;
}

std::vector<sim::ParameterRow> portable_rows(const sim::Configuration& configuration) {
  std::vector<sim::ParameterRow> rows = configuration.rows();
  std::erase_if(rows, [](const auto& row) { return row.key.starts_with("probe.python."); });
  return rows;
}

py::object to_python(const sim::SettingValue& value) {
  return std::visit([](const auto& held) { return py::cast(held); }, value);
}

}  // namespace heddle::python
