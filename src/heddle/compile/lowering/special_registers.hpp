// What each of PTX's special registers is on the machine: a word that all threads see, a constant,
// or something to be read at run time.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "heddle/isa/program.hpp"

namespace heddle::compile {

struct SpecialValue {
  /// A word of the launch, what `sreg` reads, or a fixed value.
  std::variant<isa::Uniform, isa::SpecialRegister, std::uint32_t> low = 0u;
  bool is_64_bit = false;  ///< a uniform's high word is the next enumerator
};

/// `name` has its % and, where there are any, its component: "%tid.x". Nothing for what is unknown.
std::optional<SpecialValue> special_value(std::string_view name);

}  // namespace heddle::compile
