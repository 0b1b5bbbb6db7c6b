#include "heddle/compile/code/routine.hpp"

#include <algorithm>

namespace heddle::compile {
namespace {

constexpr unsigned kMostCounted = 255;

/// Adds `added` to Instruction::ptx_instructions. Returns the part of `added` that exceeds the
/// largest value of this field.
unsigned count_on(isa::Instruction& instruction, unsigned added) {
  const unsigned total = instruction.ptx_instructions + added;
  const unsigned kept = std::min(total, kMostCounted);
  instruction.ptx_instructions = static_cast<std::uint8_t>(kept);
  return total - kept;
}

void retarget(Routine& routine, const std::vector<Pc>& moved_to) {
  for (isa::Instruction& instruction : routine.code) {
    if (instruction.reconvergence != kNoPc) {
      instruction.reconvergence = moved_to[instruction.reconvergence];
    }
    if (leaving_of(instruction) == Leaving::branches) {
      instruction.target = moved_to[instruction.target];
    }
  }
  for (std::vector<Pc>& table : routine.branch_tables) {
    for (Pc& target : table) target = moved_to[target];
  }
}

}  // namespace

Leaving leaving_of(const isa::Instruction& instruction) {
  switch (instruction.op) {
    case isa::Op::bra:
      return Leaving::branches;
    case isa::Op::brx_idx:
      return Leaving::by_table;
    case isa::Op::ret:
    case isa::Op::exit:
      return Leaving::returns;
    case isa::Op::trap:
    case isa::Op::outside_parameter:
      return Leaving::traps;
    default:
      return Leaving::falls_through;
  }
}

bool has_effects(const isa::Instruction& instruction) {
  switch (instruction.op_class) {
    case isa::OpClass::store:
    case isa::OpClass::atomic:
    case isa::OpClass::barrier:
    case isa::OpClass::warp_sync:
    case isa::OpClass::fence:
    case isa::OpClass::branch:
    case isa::OpClass::call:
    case isa::OpClass::exit:
    case isa::OpClass::system:
    case isa::OpClass::nop:
      return true;
    case isa::OpClass::load:
      return instruction.modifiers.ordering != isa::Ordering::weak;
    case isa::OpClass::move:
      return false;
    default:
      return false;
  }
}

void remove_instructions(Routine& routine, const std::vector<bool>& removed) {
  std::vector<isa::Instruction>& code = routine.code;
  std::vector<Pc> moved_to(code.size() + 1);
  Pc kept = 0;
  // Number of PTX instructions to add to the count of the next kept instruction.
  unsigned pending = 0;
  for (Pc pc = 0; pc < code.size(); ++pc) {
    moved_to[pc] = kept;
    if (removed[pc]) {
      pending += code[pc].ptx_instructions;
      continue;
    }
    pending = count_on(code[pc], pending);
    code[kept++] = code[pc];
  }
  moved_to[code.size()] = kept;
  code.resize(kept);
  retarget(routine, moved_to);
}

void insert_instructions(Routine& routine, const std::vector<Insertion>& insertions) {
  if (insertions.empty()) return;
  std::vector<isa::Instruction> code;
  code.reserve(routine.code.size() + insertions.size());
  std::vector<Pc> moved_to(routine.code.size() + 1);
  auto next = insertions.begin();
  for (Pc pc = 0; pc <= routine.code.size(); ++pc) {
    const auto take = [&](bool behind) {
      for (; next != insertions.end() && next->before == pc && next->is_behind == behind; ++next) {
        code.push_back(next->instruction);
      }
    };
    take(true);
    moved_to[pc] = static_cast<Pc>(code.size());
    take(false);
    if (pc < routine.code.size()) code.push_back(routine.code[pc]);
  }
  routine.code = std::move(code);
  retarget(routine, moved_to);
}

}  // namespace heddle::compile
