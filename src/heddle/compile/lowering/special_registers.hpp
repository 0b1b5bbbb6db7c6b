// The machine's form of each special register of PTX: a word that all threads see, a constant, or a
// register that is read at run time.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "heddle/isa/program.hpp"

namespace heddle::compile {

struct SpecialValue {
  /// A word of the launch, the register that `sreg` reads, or a fixed value.
  std::variant<isa::Uniform, isa::SpecialRegister, std::uint32_t> low = 0u;
  bool is_64_bit = false;  ///< true: the high word is a second value; for a Uniform, the next
                           ///< enumerator
};

/// Returns the machine's form of the register `name`, which has its % and its component, if any:
/// "%tid.x". Empty if the name is unknown.
std::optional<SpecialValue> special_value(std::string_view name);

}  // namespace heddle::compile
