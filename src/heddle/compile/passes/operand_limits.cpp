#include "heddle/compile/passes/operand_limits.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "heddle/compile/code/flow_graph.hpp"
#include "heddle/isa/operands.hpp"

namespace heddle::compile {
namespace {

using isa::Op;
using isa::OpClass;
using isa::Operand;
using isa::OperandKind;

/// Returns whether an operation may have any number of constants. Examples are moves, and
/// operations that stand for several machine instructions, since their machine code can place
/// constants freely.
bool is_free(const isa::Instruction& instruction) {
  switch (instruction.op_class) {
    case OpClass::call:
    case OpClass::system:
    case OpClass::exit:
    case OpClass::nop:
    case OpClass::barrier:
    case OpClass::branch:
    case OpClass::vote:
    case OpClass::warp_sync:
      return true;
    case OpClass::move:
      return instruction.op == Op::mov_b32 || instruction.op == Op::mov_b64;
    default:
      return false;
  }
}

/// Returns the number of constants that may stay operands of the instruction. The number is 0 for
/// memory accesses and texture fetches.
unsigned room(const isa::Instruction& instruction) {
  switch (instruction.op_class) {
    case OpClass::load:
    case OpClass::store:
    case OpClass::atomic:
    case OpClass::texture:
      return 0;
    case OpClass::shuffle:
      return 3;  // lane, clamp and member mask have their own fields in the encoding
    default:
      return 1;
  }
}

class Limits {
 public:
  Limits(Routine& routine, ConstantPool& constants) : routine_(routine), constants_(constants) {}

  void run() {
    const FlowGraph graph(routine_);
    std::vector<Insertion> moves;
    for (const BasicBlock& block : graph.blocks()) {
      held_.clear();
      for (Pc pc = block.begin; pc < block.end; ++pc) limit(pc, moves);
    }
    insert_instructions(routine_, moves);
  }

 private:
  /// True for the constant zero, which does not count, since hardware has a zero register.
  bool is_zero(const Operand& operand, unsigned rows) const {
    const auto value = constants_.value(operand, rows);
    return value && *value == 0;
  }

  void limit(Pc pc, std::vector<Insertion>& moves) {
    isa::Instruction& instruction = routine_.code[pc];
    if (is_free(instruction)) return;
    unsigned left = room(instruction);
    // Parameters and other unknown constants come first in the list, so that they stay in the
    // instruction. Immediates are moved into registers, since many instructions can share the
    // register of an immediate.
    std::vector<std::pair<Operand*, unsigned>> found;
    isa::for_each_source_row(instruction, [&](Operand& operand, unsigned rows) {
      if (operand.kind != OperandKind::constant || is_zero(operand, rows)) return;
      const bool known = constants_.value(operand, rows).has_value();
      found.insert(known ? found.end() : found.begin(), {&operand, rows});
    });
    const auto same = [&](const auto& one) {
      return *one.first == *found.front().first && one.second == found.front().second;
    };
    if (left == 1 && !found.empty() && std::ranges::all_of(found, same)) return;
    for (const auto& [operand, rows] : found) {
      if (left > 0) {
        --left;
      } else {
        *operand = in_register(*operand, rows, instruction, pc, moves);
      }
    }
  }

  Operand in_register(const Operand& constant, unsigned rows, const isa::Instruction& user, Pc pc,
                      std::vector<Insertion>& moves) {
    const auto key = std::pair(static_cast<std::uint32_t>(constant.index), rows);
    if (const auto held = held_.find(key); held != held_.end()) return row_operand(held->second);
    const std::uint32_t row = routine_.rows;
    routine_.rows += rows;
    isa::Instruction move;
    move.op = rows == 2 ? Op::mov_b64 : Op::mov_b32;
    move.op_class = isa::info(move.op).op_class;
    move.destinations[0] = row_operand(row);
    move.sources[0] = constant;
    move.line = user.line;
    move.ptx_instructions = 0;
    moves.push_back({pc, move});
    held_.emplace(key, row);
    return row_operand(row);
  }

  Routine& routine_;
  ConstantPool& constants_;
  /// By constant and number of rows: the row that contains the constant from the current
  /// instruction to the end of the block.
  std::map<std::pair<std::uint32_t, unsigned>, std::uint32_t> held_;
};

}  // namespace

void limit_operands(Routine& routine, ConstantPool& constants) { Limits(routine, constants).run(); }

}  // namespace heddle::compile
