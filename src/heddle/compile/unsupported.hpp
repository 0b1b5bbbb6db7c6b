// Lists the instructions of a module that no row of the op table covers.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "heddle/ptx/tree/tree.hpp"

namespace heddle::compile {

struct UnsupportedInstruction {
  std::string spelling;  ///< opcode with modifiers, as in the text
  std::size_t count = 0;
  ptx::TextPosition first;
};

/// Returns the unsupported instructions by spelling, in the order of their first places.
std::vector<UnsupportedInstruction> unsupported_instructions(const ptx::Module& module);

}  // namespace heddle::compile
