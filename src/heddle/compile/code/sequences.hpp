// Sequences that an assembler writes for one operation. A GPU has no instruction for a division, a
// correctly rounded square root or most 64-bit integer operations. The tables here are costs: how
// many instructions of which class a sequence has, and which of them wait for each other.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "heddle/compile/code/assembler.hpp"
#include "heddle/isa/instruction.hpp"

namespace heddle::compile {

/// Instructions of one class.
struct Stage {
  isa::OpClass op_class{};
  std::uint8_t chain = 0;   ///< instructions that each need the result of the one before
  std::uint8_t beside = 0;  ///< instructions that need no result of the stage
};

/// Tests whether the operands are numbers that the short sequence is made for. If not, the warp
/// branches to a routine.
struct RangeTest {
  isa::Op op{};
  std::span<const Stage> before;  ///< the instructions of the test before the last one
  bool of_result = false;         ///< the test reads the result of the sequence, not its operands
  std::span<const Stage> routine;
};

struct Sequence {
  isa::Op op{};
  bool only_with_subnormals = false;  ///< not for operations with .ftz
  std::span<const Stage> stages;
  std::optional<RangeTest> test;
  /// The test comes before the last `tested` stages, which a warp in the routine leaves out.
  std::uint8_t tested = 0;
};

/// Returns null if the assembler translates the instruction to one instruction, or if the sequence
/// is not in the tables.
const Sequence* sequence_of(Assembler assembler, const isa::Instruction& instruction);

}  // namespace heddle::compile
