// Builds the parameter block of a launch from the values of the kernel's parameters.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "heddle/isa/program.hpp"

namespace heddle::sim {

/// `arguments`: the bytes of the kernel's parameters, in order. Throws Error for a wrong number of
/// arguments or a wrong size. The message names the parameter and ends with `hint`, a text that
/// says how to pass a value of any size.
std::vector<std::uint8_t> parameter_block(const isa::Program& program,
                                          std::span<const std::vector<std::uint8_t>> arguments,
                                          std::string_view hint = {});

}  // namespace heddle::sim
