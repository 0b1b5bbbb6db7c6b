// The few values of a run that say most about it, as words; shared by the summary of one run and by
// the comparison of several.
#pragma once

#include <string>
#include <vector>

#include "heddle/base/statistic.hpp"

namespace heddle::cli {

struct HeadlineRow {
  std::string label;
  std::string value;
};

/// `core_mhz` turns cycles into time.
std::vector<HeadlineRow> headline(const std::vector<Statistic>& total, double core_mhz);

/// Stall reasons and their shares of all issue slots, greatest first, "issued" among them;
/// those that round to 0.0% are left out.
std::vector<HeadlineRow> issue_slots(const std::vector<Statistic>& total);

/// Where energy went, and the shares, greatest first; less than 1% is left out.
std::vector<HeadlineRow> energy_components(const std::vector<Statistic>& total);

}  // namespace heddle::cli
