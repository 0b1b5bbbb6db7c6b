// The few values of a run that say most about it, as words; shared by the summary of one run and by
// the comparison of several.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/base/statistics/statistic.hpp"

namespace heddle::study {

/// How the change of a value from one run to another is told.
enum class ChangeForm : std::uint8_t { percent, points, speed };
/// Which direction of a change is an improvement.
enum class Better : std::uint8_t { neither, less, more };

struct HeadlineRow {
  std::string label;
  std::string value;  ///< with its unit; "-": there is nothing to measure against
  double number = 0;  ///< the same, in `unit`
  std::string_view unit{};
  ChangeForm change = ChangeForm::percent;
  Better better = Better::neither;
};

/// `core_mhz` turns cycles into time.
std::vector<HeadlineRow> headline(const std::vector<Statistic>& total, double core_mhz);

inline constexpr double kVisiblePercent = 0.05;  ///< least share that is shown

/// Stall reasons and their shares of all issue slots, in the order of the statistics, "issued"
/// among them.
std::vector<HeadlineRow> slot_shares(const std::vector<Statistic>& total);
/// The same, greatest first; those that round to 0.0% are left out.
std::vector<HeadlineRow> issue_slots(const std::vector<Statistic>& total);

/// Where energy went, and the shares, greatest first; less than 1% is left out.
std::vector<HeadlineRow> energy_components(const std::vector<Statistic>& total);

}  // namespace heddle::study
