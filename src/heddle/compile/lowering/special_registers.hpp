// The machine's form of each special register of PTX. The form is a word that is equal for all
// threads of a launch, a constant, or a register that is read at run time.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "heddle/isa/program.hpp"

namespace heddle::compile {

struct SpecialValue {
  /// The low word: a word of the launch, the register that `sreg` reads, or a fixed value.
  std::variant<isa::Uniform, isa::SpecialRegister, std::uint32_t> low = 0u;
  bool is_64_bit = false;  ///< true: the register also has a high word; for a Uniform, this is the
                           ///< next enumerator
};

/// Returns the machine's form of the register `name`. The name includes the % and the component,
/// for example "%tid.x". Empty if the name is unknown.
std::optional<SpecialValue> special_value(std::string_view name);

}  // namespace heddle::compile
