#include <algorithm>
#include <iterator>

#include "heddle/compile/code/values.hpp"
#include "heddle/compile/passes/address_folding.hpp"

namespace heddle::compile {
namespace {

using isa::ConstantRow;
using isa::Op;
using isa::Operand;
using isa::OperandKind;

/// Arithmetic modulo 2^(32 * rows) on the values of up to three sources.
struct FoldedOp {
  Op op;
  unsigned sources;
  std::uint64_t (*value)(std::uint64_t a, std::uint64_t b, std::uint64_t c);
};

std::uint64_t add(std::uint64_t a, std::uint64_t b, std::uint64_t) { return a + b; }
std::uint64_t subtract(std::uint64_t a, std::uint64_t b, std::uint64_t) { return a - b; }
std::uint64_t multiply(std::uint64_t a, std::uint64_t b, std::uint64_t) { return a * b; }
std::uint64_t multiply_add(std::uint64_t a, std::uint64_t b, std::uint64_t c) { return a * b + c; }
std::uint64_t conjunction(std::uint64_t a, std::uint64_t b, std::uint64_t) { return a & b; }
std::uint64_t disjunction(std::uint64_t a, std::uint64_t b, std::uint64_t) { return a | b; }
std::uint64_t shift_left(std::uint64_t a, std::uint64_t b, std::uint64_t) {
  return b >= 64 ? 0 : a << b;
}

constexpr FoldedOp kFoldedOps[] = {
    {Op::add_b32, 2, add},
    {Op::add_b64, 2, add},
    {Op::sub_b32, 2, subtract},
    {Op::sub_b64, 2, subtract},
    {Op::mul_lo_b32, 2, multiply},
    {Op::mul_lo_b64, 2, multiply},
    {Op::mad_lo_b32, 3, multiply_add},
    {Op::mad_lo_b64, 3, multiply_add},
    {Op::mul_wide_u32, 2, multiply},
    {Op::and_b32, 2, conjunction},
    {Op::and_b64, 2, conjunction},
    {Op::or_b32, 2, disjunction},
    {Op::or_b64, 2, disjunction},
    {Op::shl_b32, 2, shift_left},
    {Op::shl_b64, 2, shift_left},
};

void become_move(isa::Instruction& instruction, Operand source, unsigned rows) {
  instruction.op = rows == 2 ? Op::mov_b64 : Op::mov_b32;
  instruction.op_class = isa::info(instruction.op).op_class;
  instruction.modifiers = {};
  instruction.sources = {};
  instruction.sources[0] = source;
}

bool fold_arithmetic(isa::Instruction& instruction, ConstantPool& constants) {
  const auto* rule = std::ranges::find(kFoldedOps, instruction.op, &FoldedOp::op);
  if (rule == std::end(kFoldedOps) || instruction.modifiers.saturate) return false;
  std::uint64_t values[3] = {};
  for (unsigned i = 0; i < rule->sources; ++i) {
    const auto value = constants.value(instruction.sources[i], isa::source_rows(instruction, i));
    if (!value) return false;
    values[i] = *value;
  }
  const std::uint64_t result = rule->value(values[0], values[1], values[2]);
  const unsigned rows = isa::destination_rows(instruction, 0);
  become_move(
      instruction,
      rows == 2 ? constants.pair(result) : constants.word(static_cast<std::uint32_t>(result)),
      rows);
  return true;
}

/// An operation whose result equals its first source if the second source has the given value, for
/// example x + 0.
struct Identity {
  Op op;
  std::uint64_t second;
  bool commutes;
};
constexpr std::uint64_t kOnes = ~std::uint64_t{0};
constexpr Identity kIdentities[] = {
    {Op::add_b32, 0, true},
    {Op::add_b64, 0, true},
    {Op::sub_b32, 0, false},
    {Op::sub_b64, 0, false},
    {Op::or_b32, 0, true},
    {Op::or_b64, 0, true},
    {Op::xor_b32, 0, true},
    {Op::xor_b64, 0, true},
    {Op::mul_lo_b32, 1, true},
    {Op::mul_lo_b64, 1, true},
    {Op::and_b32, 0xFFFFFFFFu, true},
    {Op::and_b64, kOnes, true},
    {Op::shl_b32, 0, false},
    {Op::shl_b64, 0, false},
    {Op::shr_u32, 0, false},
    {Op::shr_s32, 0, false},
    {Op::shr_u64, 0, false},
    {Op::shr_s64, 0, false},
};

bool fold_identity(isa::Instruction& instruction, ConstantPool& constants) {
  const auto* identity = std::ranges::find(kIdentities, instruction.op, &Identity::op);
  if (identity == std::end(kIdentities)) return false;
  for (const unsigned i : {1u, 0u}) {
    if (i == 0 && !identity->commutes) break;
    const auto value = constants.value(instruction.sources[i], isa::source_rows(instruction, i));
    if (!value || *value != identity->second) continue;
    become_move(instruction, instruction.sources[1 - i], isa::destination_rows(instruction, 0));
    return true;
  }
  return false;
}

/// Replaces the sum of a symbol's address and a constant by a move of one constant.
bool fold_symbol(isa::Instruction& instruction, ConstantPool& constants) {
  if (instruction.op != Op::add_b64) return false;
  for (const unsigned i : {0u, 1u}) {
    const auto addend = constants.value(instruction.sources[1 - i], 2);
    const Operand symbol = instruction.sources[i];
    if (!addend || symbol.kind != OperandKind::constant) continue;
    ConstantRow low = constants.row(symbol.index), high = constants.row(symbol.index + 1);
    if (low.kind != ConstantRow::Kind::symbol || high.kind != low.kind) continue;
    low.value += static_cast<std::int64_t>(*addend);
    high.value = low.value;
    become_move(instruction, constants.pair(low, high), 2);
    return true;
  }
  return false;
}

}  // namespace

void fold_constants(Routine& routine, ConstantPool& constants) {
  for (isa::Instruction& instruction : routine.code) {
    if (fold_arithmetic(instruction, constants)) continue;
    if (fold_identity(instruction, constants)) continue;
    fold_symbol(instruction, constants);
  }
}

}  // namespace heddle::compile
