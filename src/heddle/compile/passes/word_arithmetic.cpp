#include "heddle/compile/passes/word_arithmetic.hpp"

#include <array>

#include "heddle/compile/code/parts.hpp"
#include "heddle/isa/operands.hpp"

namespace heddle::compile {
namespace {

using isa::Instruction;
using isa::Op;
using isa::Operand;

Instruction instruction_for(const Instruction& whole, Op op, Operand to,
                            std::array<Operand, 5> sources) {
  Instruction made = part_of(whole, op);
  made.destinations = {to};
  made.sources = sources;
  return made;
}

}  // namespace

std::vector<Instruction> WordArithmetic::of(const Instruction& whole) {
  const Operand a = whole.sources[0], b = whole.sources[1];
  switch (whole.op) {
    case Op::add_b64:
      return carried(whole, Op::add_cc_b32, Op::addc_b32, a, b);
    case Op::sub_b64:
      return carried(whole, Op::sub_cc_b32, Op::subc_b32, a, b);
    case Op::neg_b64:
      return carried(whole, Op::sub_cc_b32, Op::subc_b32, constants_.pair(std::uint64_t{0}), a);
    case Op::selp_b64:
      return selected(whole);
    case Op::mul_lo_b64:
    case Op::mad_lo_b64:
      return product(whole);
    default:
      return {};
  }
}

std::vector<Instruction> WordArithmetic::carried(const Instruction& whole, Op low, Op high,
                                                 Operand a, Operand b) {
  const Operand carry = predicate_operand(routine_.predicates++), to = whole.destinations[0];
  Instruction first = instruction_for(whole, low, to, {a, b});
  first.destinations[1] = carry;
  return {first, instruction_for(whole, high, next_operand(to),
                                 {next_operand(a), next_operand(b), carry})};
}

std::vector<Instruction> WordArithmetic::selected(const Instruction& whole) {
  const Operand to = whole.destinations[0], a = whole.sources[0], b = whole.sources[1];
  const Operand which = whole.sources[2];
  return {instruction_for(whole, Op::selp_b32, to, {a, b, which}),
          instruction_for(whole, Op::selp_b32, next_operand(to),
                          {next_operand(a), next_operand(b), which})};
}

/// a * b + c is low(a) * low(b) + c, and both mixed products in the high word.
std::vector<Instruction> WordArithmetic::product(const Instruction& whole) {
  const Operand to = whole.destinations[0];
  const Operand a = whole.sources[0], b = whole.sources[1], c = whole.sources[2];
  const Operand mixed = rows_between_parts(routine_, whole, 1),
                sum = rows_between_parts(routine_, whole, 1);
  Instruction wide = instruction_for(whole, c ? Op::mad_wide_u32 : Op::mul_wide_u32, to, {a, b, c});
  const bool overlaps = isa::result_overlaps(wide, a, 1) || isa::result_overlaps(wide, b, 1);
  const Operand product = overlaps ? rows_between_parts(routine_, whole, 2) : to;
  wide.destinations[0] = product;
  std::vector<Instruction> made = {
      instruction_for(whole, Op::mul_lo_b32, mixed, {next_operand(a), b}),
      instruction_for(whole, Op::mad_lo_b32, sum, {a, next_operand(b), mixed}), wide};
  if (overlaps) made.push_back(instruction_for(whole, Op::mov_b32, to, {product}));
  made.push_back(
      instruction_for(whole, Op::add_b32, next_operand(to), {next_operand(product), sum}));
  return made;
}

}  // namespace heddle::compile
