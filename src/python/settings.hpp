// Settings that come from Python dictionaries. The modules of the package flatten dictionaries to
// dotted keys; each value knows where it was given, for messages.
#pragma once

#include <string>
#include <vector>

#include "gil.hpp"
#include "heddle/sim/settings/configuration.hpp"

namespace heddle::python {

/// One setting as the package hands it over.
struct GivenSetting {
  std::string key;
  py::object value;    ///< bool, int, float or str
  std::string origin;  ///< "settings['l1.hit_latency']"
};

/// `deliberate`: as given on a command line, where a setting without effect is refused.
sim::Settings settings_of(const std::vector<GivenSetting>& given, bool deliberate);

/// All parameters but the option of the probe `python`, which the commands do not have.
std::vector<sim::ParameterRow> portable_rows(const sim::Configuration& configuration);

py::object to_python(const sim::SettingValue& value);

}  // namespace heddle::python
