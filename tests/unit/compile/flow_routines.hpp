// Routines that are nothing but control flow, for tests of what works on flow graphs.
#pragma once

#include <map>
#include <random>
#include <utility>
#include <vector>

#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

inline constexpr auto kMove = isa::Op::mov_b32;
inline constexpr auto kBranch = isa::Op::bra;
inline constexpr auto kExit = isa::Op::exit;

inline isa::Instruction flow(isa::Op op, Pc target = kNoPc, bool guarded = false) {
  isa::Instruction instruction;
  instruction.op = op;
  instruction.op_class = isa::info(op).op_class;
  instruction.target = target;
  if (guarded) instruction.guard = 0;
  return instruction;
}

inline Routine flow_of(std::vector<isa::Instruction> code) {
  Routine routine;
  routine.is_kernel = true;
  routine.code = std::move(code);
  routine.predicates = 1;
  return routine;
}

/// A random graph of blocks of one instruction: every block branches or falls through, and the only
/// end is the last one, so that post-dominators are those of the definition.
inline Routine random_flow(std::mt19937& random, unsigned size) {
  std::vector<isa::Instruction> code;
  for (unsigned i = 0; i < size; ++i) {
    const unsigned kind = random() % 8;
    const Pc target = random() % size;
    if (kind < 4) {
      code.push_back(flow(kBranch, target, true));
    } else if (kind < 6) {
      code.push_back(flow(kBranch, target));
    } else {
      code.push_back(flow(kMove));
    }
  }
  code.push_back(flow(kExit));
  return flow_of(std::move(code));
}

}  // namespace heddle::compile
