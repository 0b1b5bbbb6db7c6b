#include "heddle/compile/narrowing.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include "heddle/compile/backward_walk.hpp"

namespace heddle::compile {
namespace {

using isa::Op;
using isa::Operand;

/// The low half of the result depends on the low halves of the sources alone.
struct LowRule {
  Op wide, narrow;
};
constexpr LowRule kLowRules[] = {
    {Op::add_b64, Op::add_b32},         {Op::sub_b64, Op::sub_b32},
    {Op::neg_b64, Op::neg_b32},         {Op::mul_lo_b64, Op::mul_lo_b32},
    {Op::mad_lo_b64, Op::mad_lo_b32},   {Op::mul_wide_u32, Op::mul_lo_b32},
    {Op::mul_wide_s32, Op::mul_lo_b32}, {Op::mad_wide_u32, Op::mad_lo_b32},
    {Op::mad_wide_s32, Op::mad_lo_b32}, {Op::shl_b64, Op::shl_b32},
};

/// Each half of the result depends on the same halves of the sources.
constexpr LowRule kHalfRules[] = {
    {Op::mov_b64, Op::mov_b32}, {Op::and_b64, Op::and_b32}, {Op::or_b64, Op::or_b32},
    {Op::xor_b64, Op::xor_b32}, {Op::not_b64, Op::not_b32}, {Op::selp_b64, Op::selp_b32},
};

template <std::size_t size>
std::optional<Op> narrowed(const LowRule (&rules)[size], Op wide) {
  const auto* found = std::ranges::find(rules, wide, &LowRule::wide);
  return found == std::end(rules) ? std::nullopt : std::optional(found->narrow);
}

void become(isa::Instruction& instruction, Op op) {
  instruction.op = op;
  instruction.op_class = isa::info(op).op_class;
}

/// Reads and writes the high rows instead of the low ones.
void use_high_rows(isa::Instruction& instruction) {
  isa::for_each_source_row(instruction, [](Operand& operand, unsigned rows) {
    if (rows == 2) operand = next_operand(operand);
  });
  instruction.destinations[0] = next_operand(instruction.destinations[0]);
}

/// The low half of a right shift by a constant: from the high half, or from both.
bool narrow_right_shift(isa::Instruction& instruction, ConstantPool& constants) {
  if (instruction.op != Op::shr_u64 && instruction.op != Op::shr_s64) return false;
  const auto amount = constants.value(instruction.sources[1], 1);
  const Operand low = instruction.sources[0];
  if (!amount || *amount >= 64) return false;
  const auto bits = static_cast<std::uint32_t>(*amount);
  if (bits < 32) {
    instruction.sources = {low, next_operand(low), constants.word(bits)};
    become(instruction, Op::shf_r_wrap_b32);
  } else {
    instruction.sources = {next_operand(low), constants.word(bits - 32)};
    become(instruction, instruction.op == Op::shr_s64 ? Op::shr_s32 : Op::shr_u32);
  }
  return true;
}

/// The high half of a left shift by at least a word.
bool narrow_left_shift(isa::Instruction& instruction, ConstantPool& constants) {
  if (instruction.op != Op::shl_b64) return false;
  const auto amount = constants.value(instruction.sources[1], 1);
  if (!amount || *amount < 32 || *amount >= 64) return false;
  instruction.destinations[0] = next_operand(instruction.destinations[0]);
  instruction.sources[1] = constants.word(static_cast<std::uint32_t>(*amount - 32));
  become(instruction, Op::shl_b32);
  return true;
}

void keep_low(isa::Instruction& instruction, ConstantPool& constants) {
  const auto low = narrowed(kLowRules, instruction.op);
  const auto half = narrowed(kHalfRules, instruction.op);
  if (low || half) {
    become(instruction, low ? *low : *half);
  } else {
    narrow_right_shift(instruction, constants);
  }
}

void keep_high(isa::Instruction& instruction, ConstantPool& constants) {
  if (const auto half = narrowed(kHalfRules, instruction.op)) {
    use_high_rows(instruction);
    become(instruction, *half);
  } else {
    narrow_left_shift(instruction, constants);
  }
}

}  // namespace

void narrow_halves(Routine& routine, ConstantPool& constants) {
  walk_backward(routine, [&](Pc, isa::Instruction& instruction, const BitSet& live) {
    const Operand to = instruction.destinations[0];
    if (isa::destination_rows(instruction, 0) != 2 || is_outgoing(to)) return true;
    const bool low = live.test(to.index), high = live.test(to.index + 1);
    if (low && !high) keep_low(instruction, constants);
    if (high && !low) keep_high(instruction, constants);
    return true;
  });
}

}  // namespace heddle::compile
