// nvcc's options as rows: the names, whether a value follows, and what the option does to Options.
// options.cpp matches the rows against the command line.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cc/options/options.hpp"

namespace heddle::cc {

/// The position of an option's value on the command line.
enum class Value {
  none,
  one,    ///< "-o x", "-o=x"
  list,   ///< as `one`, but commas separate several values
  joined  ///< "-Ix", "-I x", "-I=x"; the short name is one letter
};

struct OptionRow {
  std::string_view long_name;   ///< without "--"
  std::string_view short_name;  ///< without "-"; may be empty
  Value value;
  void (*apply)(Options& options, const std::string& value);
};

std::span<const OptionRow> goal_rows();      ///< options that say what to make, and of which files
std::span<const OptionRow> compiler_rows();  ///< flags of the compilers and the linker
std::span<const OptionRow> device_rows();    ///< flags of device code
std::span<const OptionRow> other_rows();     ///< options that are ignored or refused

/// Returns true for "true" and false for "false". Throws Error for anything else.
bool read_bool(std::string_view option, const std::string& value);

}  // namespace heddle::cc
