#pragma once
// Every function with an error bound: what is computed, what is exact, where, and the bound that
// the tests hold it to.

#include <span>

#include "measure.hpp"

namespace heddle::libdevice {

std::span<const Unary<float>> unary_float_functions();
std::span<const Unary<double>> unary_double_functions();
std::span<const Binary<float>> binary_float_functions();
std::span<const Binary<double>> binary_double_functions();

}  // namespace heddle::libdevice
