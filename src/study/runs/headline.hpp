// The most important values of a run, as texts. The summary of one run and the comparison of
// several runs show them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/base/statistics/statistic.hpp"

namespace heddle::study {

/// How a change of a value between two runs is expressed.
enum class ChangeForm : std::uint8_t { percent, points, speed };
/// The direction of a change that is an improvement.
enum class Better : std::uint8_t { neither, less, more };

struct HeadlineRow {
  std::string label;
  std::string value;  ///< with its unit; "-" if the value does not exist, such as a share of 0
  double number = 0;  ///< the value in `unit`
  std::string_view unit{};
  ChangeForm change = ChangeForm::percent;
  Better better = Better::neither;
};

/// The main values of a run. `core_mhz` is the clock that turns cycles into seconds.
std::vector<HeadlineRow> headline(const std::vector<Statistic>& total, double core_mhz);

inline constexpr double kVisiblePercent = 0.05;  ///< least share that is shown, in percent

/// The share of all issue slots for each stall reason and for "issued", in the order of the
/// statistics.
std::vector<HeadlineRow> slot_shares(const std::vector<Statistic>& total);
/// The rows of slot_shares(), greatest share first, without shares that round to 0.0%.
std::vector<HeadlineRow> issue_slots(const std::vector<Statistic>& total);

/// The share of each component in the total energy, greatest first. Leaves out shares below 1%.
std::vector<HeadlineRow> energy_components(const std::vector<Statistic>& total);

}  // namespace heddle::study
