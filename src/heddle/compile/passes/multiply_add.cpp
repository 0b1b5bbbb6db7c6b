#include "heddle/compile/passes/multiply_add.hpp"

#include <algorithm>
#include <iterator>

#include "heddle/compile/flow/facts.hpp"

namespace heddle::compile {
namespace {

using isa::Op;
using isa::Operand;
using isa::OperandKind;

struct FusedOp {
  Op product, sum, fused;
};
constexpr FusedOp kFusedOps[] = {
    {Op::mul_lo_b32, Op::add_b32, Op::mad_lo_b32},
    {Op::mul_lo_b64, Op::add_b64, Op::mad_lo_b64},
    {Op::mul_wide_u32, Op::add_b64, Op::mad_wide_u32},
    {Op::mul_wide_s32, Op::add_b64, Op::mad_wide_s32},
};

class Fusion {
 public:
  explicit Fusion(Routine& routine)
      : routine_(routine),
        definitions_(routine),
        facts_(routine, definitions_),
        other_reads_(value_count(routine), 0) {
    for (const isa::Instruction& instruction : routine.code) {
      const std::int32_t counted = is_sum(instruction) ? 0 : 1;
      for_each_read(routine, instruction, [&](ValueId value) { other_reads_[value] += counted; });
    }
  }

  void run() {
    definitions_.walk(routine_, [this](isa::Instruction& instruction, Pc pc) {
      if (is_sum(instruction) && !fuse(instruction, 0, pc)) fuse(instruction, 1, pc);
    });
  }

 private:
  static bool is_sum(const isa::Instruction& instruction) {
    return instruction.op == Op::add_b32 || instruction.op == Op::add_b64;
  }

  bool fuse(isa::Instruction& sum, unsigned factor, Pc pc) {
    const isa::Instruction* product = product_of(sum, factor, pc);
    if (product == nullptr) return false;
    const auto* rule = std::ranges::find_if(kFusedOps, [&](const FusedOp& candidate) {
      return candidate.product == product->op && candidate.sum == sum.op;
    });
    if (rule == std::end(kFusedOps)) return false;
    for (const unsigned i : {0u, 1u}) {
      const unsigned rows = isa::source_rows(*product, i);
      if (!facts_.still_holds(product->sources[i], rows, *product, pc)) return false;
      if (isa::result_overlaps(sum, product->sources[i], rows)) return false;
    }
    const Operand addend = sum.sources[1 - factor];
    sum.sources = {product->sources[0], product->sources[1], addend};
    sum.op = rule->fused;
    sum.op_class = isa::info(sum.op).op_class;
    sum.modifiers = {};
    return true;
  }

  /// Returns the instruction that computed a source of the sum. Null unless this source is exactly
  /// the instruction's result and only sums read the result.
  const isa::Instruction* product_of(const isa::Instruction& sum, unsigned source, Pc pc) const {
    const Operand& operand = sum.sources[source];
    if (operand.kind != OperandKind::row || is_outgoing(operand)) return nullptr;
    const isa::Instruction* product = facts_.definition_of(operand.index, pc);
    if (product == nullptr || product->destinations[0] != operand) return nullptr;
    for (unsigned i = 0; i < isa::source_rows(sum, source); ++i) {
      const ValueId row = operand.index + i;
      if (other_reads_[row] != 0 || facts_.definition_of(row, pc) != product) return nullptr;
    }
    return product;
  }

  Routine& routine_;
  Definitions definitions_;
  Facts facts_;
  /// By value: number of reads by instructions other than sums.
  std::vector<std::int32_t> other_reads_;
};

}  // namespace

void fuse_multiply_add(Routine& routine) { Fusion(routine).run(); }

}  // namespace heddle::compile
