// nvcc's options as rows: names, whether a value follows, and what each does to Options. How a row
// is matched against the command line is in options.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cc/options/options.hpp"

namespace heddle::cc {

/// Where an option's value stands.
enum class Value {
  none,
  one,    ///< "-o x", "-o=x"
  list,   ///< the same, split at commas, one application each
  joined  ///< "-Ix", "-I x", "-I=x": one letter
};

struct OptionRow {
  std::string_view long_name;   ///< without "--"
  std::string_view short_name;  ///< without "-"; may be empty
  Value value;
  void (*apply)(Options& options, const std::string& value);
};

std::span<const OptionRow> goal_rows();      ///< what to make of which files
std::span<const OptionRow> compiler_rows();  ///< flags of the compilers and the linker
std::span<const OptionRow> device_rows();    ///< flags of device code
std::span<const OptionRow> other_rows();     ///< what is ignored or refused

/// True for "true", false for "false"; Error otherwise.
bool read_bool(std::string_view option, const std::string& value);

}  // namespace heddle::cc
