// The table of GPGPU-Sim's statistics: one row a statistic, with its line in GPGPU-Sim's output,
// the formula that gives its value from heddle's statistics, and what differs in meaning. Printing
// under GPGPU-Sim's names and a page of docs/reference use the table.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "study/tables/table.hpp"

namespace heddle::study::gpgpusim {

/// The launches whose values a statistic has.
enum class Scope : std::uint8_t {
  launch,   ///< the launch alone
  total,    ///< all launches of the run until the end of this one
  run,      ///< the whole run, printed once at its end
  lacking,  ///< heddle does not measure it, so it is not printed
  heading   ///< a line without value that scripts may look for
};

struct StatisticRow {
  std::string_view name;  ///< GPGPU-Sim's
  Scope scope;
  /// The line with its end, and a fmt field for each value. {name}: the row's name.
  std::string_view line;
  /// The formulas of the values, separated by ';', of heddle's statistics, of parameters of the
  /// machine, and of launch.number, launch.stream, host.seconds. The line is left out if a value is
  /// no finite number, such as a share of nothing.
  std::string_view formula;
  std::string_view note;  ///< what differs in meaning, or why it is lacking
  /// Further rows that differ in a number: '#' in line and formula stands for 1 to `repeat`.
  unsigned repeat = 1;
  /// A parameter of the machine without which the row is left out; "": none.
  std::string_view needs = "";
};

/// In the order of GPGPU-Sim's output.
std::span<const StatisticRow> statistic_rows();

/// The table for docs/reference.
Table statistic_name_table();

}  // namespace heddle::study::gpgpusim
