// The table of GPGPU-Sim's options: one row an option, with the parameters of heddle that it
// becomes, or why it has no counterpart and what that changes in results. The meanings are those of
// the option parsers of GPGPU-Sim 4.2 and Accel-Sim. The import and a page of docs/reference use
// the table.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "study/tables/table.hpp"

namespace heddle::study::gpgpusim {

class Conversion;

/// What the import makes of an option.
enum class Fate : std::uint8_t {
  taken,     ///< parameters with the same meaning
  differs,   ///< parameters with another meaning in part; the row's note says which
  lacking,   ///< no counterpart; the row's note says what that changes
  no_result  ///< no effect on results: output, debugging, facts about a host
};

std::string_view name_of(Fate fate);

struct OptionRow {
  std::string_view name;  ///< "-gpgpu_n_mem"; a last '*' stands for any characters
  /// GPGPU-Sim's value if the option is not given; "": none, and nothing is converted then.
  std::string_view usual;
  Fate fate;
  std::string_view keys;  ///< parameters of heddle, separated by blanks; "": none
  std::string_view note;  ///< what differs, what a lack changes, or what heddle does instead
  /// Sets the parameters. Null: the one parameter in `keys` gets the option's value as it is, and
  /// without keys nothing is set.
  void (*convert)(Conversion& conversion) = nullptr;
  /// The value with which heddle does the same although it has no such option; "": none.
  std::string_view same = "";
};

/// The rows of all options, in the order in which the import converts them.
std::span<const OptionRow* const> option_rows();

/// Returns null for an unknown name.
const OptionRow* find_option(std::string_view name);

/// "; did you mean '-gpgpu_n_mem'?", or "" if no known name is near enough.
std::string near_option(std::string_view name);

/// The table for docs/reference.
Table option_table();

// The rows by subject.
std::span<const OptionRow> core_options();
std::span<const OptionRow> unit_options();
std::span<const OptionRow> cache_options();
std::span<const OptionRow> memory_options();
std::span<const OptionRow> network_options();
std::span<const OptionRow> other_options();

/// Marks an option that the conversion of another option reads, too.
void read_elsewhere(Conversion& conversion);

}  // namespace heddle::study::gpgpusim
