#include "heddle/exec/matrix/whole_warp.hpp"

#include <bit>

#include "heddle/isa/suffix.hpp"

namespace heddle::exec {
namespace {

std::string spelling_of(const isa::Instruction& instruction) {
  return std::string(isa::info(instruction.op).name) + isa::suffixes_of(instruction.modifiers);
}

}  // namespace

void check_matrix_instruction(const StepContext& context) {
  const isa::Instruction& instruction = context.instruction;
  const unsigned lane = first_lane(context.mask);
  if (context.mask == kAllLanes) return;
  context.fault(
      FaultKind::invalid_operand, lane, 0,
      fmt::format("instruction '{}' needs all {} threads of the warp, and {} execute it: "
                  "let no thread branch around it or leave before it, and give the block "
                  "a multiple of {} threads",
                  spelling_of(instruction), kWarpSize, std::popcount(context.mask), kWarpSize));
}

}  // namespace heddle::exec
