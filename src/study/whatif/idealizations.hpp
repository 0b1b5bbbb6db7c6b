// What a run can have without cost, one thing at a time. The run's results do not depend on these
// settings, only its time.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/sim/settings/setting.hpp"

namespace heddle::study {

struct Idealization {
  std::string_view name;     ///< word for the command line, such as "l1"
  std::string_view title;    ///< heading, such as "perfect L1"
  std::string_view meaning;  ///< a sentence without its point
  /// Returns the settings ("key=value") for a run with these settings.
  std::vector<std::string> (*assignments)(const sim::Settings& of_run);
};

std::span<const Idealization> idealizations();

/// Returns the assignments that would change a setting of the run. Empty: the run already has what
/// the idealization gives.
std::vector<std::string> changes(const Idealization& idealization, const sim::Settings& of_run);

}  // namespace heddle::study
