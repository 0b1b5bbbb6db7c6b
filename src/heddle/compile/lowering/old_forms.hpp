// Spellings of old PTX versions, as today's. PTX 1.0 to 1.3 leave out the rounding or .approx of
// several instructions. GPUs of capability 1.x flush subnormal single-precision numbers in all
// instructions, so code for these targets means .ftz without writing it. Source: PTX ISA, the
// sections "Target ISA Notes" and "PTX ISA Notes" of each instruction.
#pragma once

#include <string_view>
#include <vector>

#include "heddle/ptx/tree/tree.hpp"

namespace heddle::compile {

/// Returns the opcode and the modifiers that the instruction has in today's PTX.
std::vector<std::string_view> modern_words(const ptx::Module& module,
                                           const ptx::Instruction& instruction);

}  // namespace heddle::compile
