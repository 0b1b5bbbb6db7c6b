// Logic of predicates.
#include "heddle/exec/ops/binding.hpp"
#include "heddle/exec/ops/lanes.hpp"

namespace heddle::exec {
namespace {

using isa::Op;

template <LaneMask (*function)(LaneMask, LaneMask)>
void combine(const Operands& operands) {
  const LaneMask result = function(operands.predicate_source[0], operands.predicate_source[1]);
  write_predicate(*operands.predicate_destination[0], result, operands.mask);
}
LaneMask and_(LaneMask a, LaneMask b) { return a & b; }
LaneMask or_(LaneMask a, LaneMask b) { return a | b; }
LaneMask xor_(LaneMask a, LaneMask b) { return a ^ b; }

void mov(const Operands& operands) {
  write_predicate(*operands.predicate_destination[0], operands.predicate_source[0], operands.mask);
}
void not_(const Operands& operands) {
  write_predicate(*operands.predicate_destination[0], ~operands.predicate_source[0], operands.mask);
}

constexpr Binding kBindings[] = {
    {Op::and_pred, combine<and_>}, {Op::or_pred, combine<or_>}, {Op::xor_pred, combine<xor_>},
    {Op::not_pred, not_},          {Op::mov_pred, mov},
};

}  // namespace

std::span<const Binding> predicate_bindings() { return kBindings; }

}  // namespace heddle::exec
