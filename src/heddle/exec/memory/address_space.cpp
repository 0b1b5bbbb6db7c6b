// Tests whether a generic address is in global or in constant memory. The allocation at the address
// decides. The other state spaces have address windows of their own (ops/move.cpp).
#include "heddle/exec/step/executable.hpp"
#include "heddle/exec/step/step_context.hpp"

namespace heddle::exec {
namespace {

template <isa::Space space>
void is_in_space(StepContext& context) {
  const std::uint32_t* const row = context.source(0);
  LaneMask inside = 0;
  for_each_lane(context.mask, [&](unsigned lane) {
    const Addr address = row[lane] | Addr{row[lane + kWarpSize]} << 32;
    const bool is_constant = context.grid.memory->is_constant(address);
    const bool is_global = address >= isa::kGlobalBase && !is_constant;
    if (space == isa::Space::constant ? is_constant : is_global) inside |= lane_bit(lane);
  });
  context.set_predicate(0, inside);
}

constexpr HandlerBinding kSpaceHandlers[] = {
    {isa::Op::isspacep_global, is_in_space<isa::Space::global>},
    {isa::Op::isspacep_const, is_in_space<isa::Space::constant>},
};

}  // namespace

std::span<const HandlerBinding> space_handlers() { return kSpaceHandlers; }

}  // namespace heddle::exec
