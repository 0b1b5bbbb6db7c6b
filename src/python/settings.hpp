// Settings from Python dictionaries. The package flattens the dictionaries to dotted keys. Each
// value carries its origin, for messages.
#pragma once

#include <string>
#include <vector>

#include "gil.hpp"
#include "heddle/sim/settings/configuration.hpp"

namespace heddle::python {

/// One setting as the package passes it.
struct GivenSetting {
  std::string key;
  py::object value;    ///< bool, int, float or str
  std::string origin;  ///< where it was given: "settings['l1.hit_latency']"
};

/// If `deliberate` is true, the configuration refuses a setting without effect, as it does for a
/// command line.
sim::Settings settings_of(const std::vector<GivenSetting>& given, bool deliberate);

/// All parameters except those of the probe `python`, which the commands do not have.
std::vector<sim::ParameterRow> portable_rows(const sim::Configuration& configuration);

py::object to_python(const sim::SettingValue& value);

}  // namespace heddle::python
