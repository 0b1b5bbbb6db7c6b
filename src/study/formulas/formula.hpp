// Formulas of statistics: names, numbers, + - * /, and parentheses, as in
// "l1d.loads - l1d.bypasses". A name has letters, digits, dots and underscores.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::study {

/// The value of a name.
using Lookup = std::function<double(const std::string& name)>;

/// The value of the formula. A division by 0 gives what IEEE 754 says. Throws Error for a text that
/// is no formula.
double evaluate(std::string_view formula, const Lookup& lookup);

/// The names in the formula, in their order.
std::vector<std::string> names_in(std::string_view formula);

}  // namespace heddle::study
