#include "heddle/compile/passes/pair_splitting.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "heddle/compile/code/parts.hpp"
#include "heddle/compile/code/values.hpp"
#include "heddle/isa/operands.hpp"

namespace heddle::compile {
namespace {

using isa::Instruction;
using isa::Op;
using isa::Operand;

struct SplitOp {
  Op wide, narrow;
};
constexpr SplitOp kSplitOps[] = {
    {Op::and_b64, Op::and_b32},
    {Op::or_b64, Op::or_b32},
    {Op::xor_b64, Op::xor_b32},
    {Op::not_b64, Op::not_b32},
};

Instruction make(const Instruction& like, Op op, Operand to, Operand a, Operand b = {}) {
  Instruction made = part_of(like, op);
  made.ptx_instructions = like.ptx_instructions;
  made.destinations = {to};
  made.sources = {a, b};
  return made;
}

using Halves = std::pair<Instruction, Instruction>;

/// Returns the instructions for both halves. In their order the first instruction does not
/// overwrite a source of the second instruction.
std::optional<Halves> halves_of(const Instruction& whole, ConstantPool& constants) {
  const Operand to = whole.destinations[0], from = whole.sources[0];
  const auto* rule = std::ranges::find(kSplitOps, whole.op, &SplitOp::wide);
  if (rule != std::end(kSplitOps)) {
    const Operand second = whole.sources[1];
    const Operand second_high = second ? next_operand(second) : second;
    return Halves(make(whole, rule->narrow, to, from, second),
                  make(whole, rule->narrow, next_operand(to), next_operand(from), second_high));
  }
  const bool left = whole.op == Op::shl_b64;
  const bool is_signed = whole.op == Op::shr_s64;
  if (!left && !is_signed && whole.op != Op::shr_u64) return std::nullopt;
  const auto amount = constants.value(whole.sources[1], 1);
  if (!amount || *amount < 32 || *amount >= 64) return std::nullopt;
  const Operand rest = constants.word(static_cast<std::uint32_t>(*amount - 32));
  const Operand zero = constants.word(0u);
  if (left) {
    return Halves(make(whole, Op::shl_b32, next_operand(to), from, rest),
                  make(whole, Op::mov_b32, to, zero));
  }
  const Operand high = next_operand(from);
  const Instruction low = make(whole, is_signed ? Op::shr_s32 : Op::shr_u32, to, high, rest);
  if (!is_signed) return Halves(low, make(whole, Op::mov_b32, next_operand(to), zero));
  const Operand sign = constants.word(31u);
  return Halves(low, make(whole, Op::shr_s32, next_operand(to), high, sign));
}

}  // namespace

void split_pairs(Routine& routine, ConstantPool& constants) {
  std::vector<Insertion> first_halves;
  for (Pc pc = 0; pc < routine.code.size(); ++pc) {
    Instruction& instruction = routine.code[pc];
    if (is_outgoing(instruction.destinations[0])) continue;
    auto halves = halves_of(instruction, constants);
    if (!halves) continue;
    halves->first.ptx_instructions = 0;
    first_halves.push_back({pc, halves->first});
    instruction = halves->second;
  }
  insert_instructions(routine, first_halves);
}

}  // namespace heddle::compile
