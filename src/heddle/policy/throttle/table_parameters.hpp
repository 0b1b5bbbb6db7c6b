// The parameters that several set-associative tables have.
#pragma once

#include <string_view>

#include "heddle/base/parameter.hpp"

namespace heddle::policy {

/// The parameter that gives the number of entries in a set of a table. The parameter before it in
/// a listing gives the number of all entries.
constexpr ParameterInfo entries_of_a_set(std::string_view unit) {
  return {.unit = unit, .minimum = 1, .maximum = 4096, .doc = "of a set of these"};
}

}  // namespace heddle::policy
