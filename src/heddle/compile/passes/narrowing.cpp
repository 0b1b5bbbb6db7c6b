#include "heddle/compile/passes/narrowing.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include "heddle/compile/code/write_index.hpp"
#include "heddle/compile/liveness/backward_walk.hpp"

namespace heddle::compile {
namespace {

using isa::Op;
using isa::Operand;

/// A 64-bit operation, and the 32-bit operation that computes one half of its result. In kLowRules,
/// the low half of the result depends only on the low halves of the sources.
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

/// In kHalfRules, each half of the result depends only on the same half of the sources.
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

/// Makes the instruction read and write the high rows of its pairs instead of the low rows.
void use_high_rows(isa::Instruction& instruction) {
  isa::for_each_source_row(instruction, [](Operand& operand, unsigned rows) {
    if (rows == 2) operand = next_operand(operand);
  });
  instruction.destinations[0] = next_operand(instruction.destinations[0]);
}

/// Narrows a right shift by a constant number of bits, if only the low half of the result is
/// needed. The low half comes from both halves of the source, or only from the high half if the
/// shift is by 32 bits or more.
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

/// Narrows a left shift by a constant of 32 bits or more, if only the high half of the result is
/// needed.
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

/// Returns an instruction that computes only one half of the result. Returns the original
/// instruction if it cannot be narrowed.
isa::Instruction half_of(isa::Instruction instruction, bool high, ConstantPool& constants) {
  if (high) {
    keep_high(instruction, constants);
  } else {
    keep_low(instruction, constants);
  }
  return instruction;
}

bool writes_pair(const isa::Instruction& instruction) {
  return isa::destination_rows(instruction, 0) == 2 && !is_outgoing(instruction.destinations[0]);
}

/// Finds the values on which an instruction with effects depends. The search assumes that an
/// instruction is narrowed if only one half of its result is needed.
class Demand {
 public:
  Demand(const Routine& routine, ConstantPool& constants)
      : routine_(routine), constants_(constants), writes_(routine), needed_(value_count(routine)) {
    for (const isa::Instruction& instruction : routine.code) {
      if (has_effects(instruction) || writes_outgoing(instruction)) need_sources(instruction);
    }
    while (!pending_.empty()) {
      const ValueId value = pending_.back();
      pending_.pop_back();
      for (const Pc pc : writes_.writes(value)) need_for(routine.code[pc]);
    }
  }

  bool needs(ValueId value) const { return needed_.test(value); }

 private:
  void need_for(const isa::Instruction& instruction) {
    if (!writes_pair(instruction)) return need_sources(instruction);
    const ValueId low = instruction.destinations[0].index;
    if (needs(low) == needs(low + 1)) return need_sources(instruction);
    need_sources(half_of(instruction, needs(low + 1), constants_));
  }

  void need_sources(const isa::Instruction& instruction) {
    for_each_read(routine_, instruction, [&](ValueId value) {
      if (needed_.test(value)) return;
      needed_.set(value);
      pending_.push_back(value);
    });
  }

  const Routine& routine_;
  ConstantPool& constants_;
  WriteIndex writes_;
  BitSet needed_;
  std::vector<ValueId> pending_;
};

}  // namespace

void narrow_halves(Routine& routine, ConstantPool& constants, Need need) {
  std::optional<Demand> demand;
  if (need == Need::effect) demand.emplace(routine, constants);
  walk_backward(routine, [&](Pc, isa::Instruction& instruction, const BitSet& live) {
    if (!writes_pair(instruction)) return true;
    const ValueId to = instruction.destinations[0].index;
    const bool low = live.test(to) && (!demand || demand->needs(to));
    const bool high = live.test(to + 1) && (!demand || demand->needs(to + 1));
    if (low != high) instruction = half_of(instruction, high, constants);
    return true;
  });
}

}  // namespace heddle::compile
