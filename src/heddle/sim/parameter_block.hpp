// The parameter block of a launch, put together from one value a parameter.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "heddle/isa/program.hpp"

namespace heddle::sim {

/// `arguments` are the bytes of the kernel's parameters, in order. Throws Error where their number
/// or a size is another one, naming the parameter; `hint` then says how any size is given.
std::vector<std::uint8_t> parameter_block(const isa::Program& program,
                                          std::span<const std::vector<std::uint8_t>> arguments,
                                          std::string_view hint = {});

}  // namespace heddle::sim
