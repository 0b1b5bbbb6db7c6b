#include "heddle/exec/atomic_order.hpp"

#include "heddle/exec/executable.hpp"

namespace heddle::exec {
namespace {

constexpr unsigned kSectorBits = 5;

LaneMask executing_lanes(const Warp& warp, const StackEntry& path,
                         const isa::Instruction& instruction) {
  if (instruction.guard == isa::kNoGuard) return path.lanes;
  const LaneMask guard = warp.predicates[path.predicate_base + instruction.guard];
  return path.lanes & (instruction.guard_negated ? ~guard : guard);
}

/// The generic address that an access of the lane starts at.
Addr address_of(const Warp& warp, const StackEntry& path, const isa::Instruction& instruction,
                unsigned lane) {
  const isa::Operand operand = instruction.sources[0];
  const auto offset = static_cast<Addr>(instruction.offset);
  if (!operand) return offset;
  const Row* const rows = operand.kind == isa::OperandKind::row
                              ? &warp.rows[path.row_base + operand.index]
                              : &warp.block->grid->constants[operand.index];
  return (Addr{rows[1].lane[lane]} << 32 | rows[0].lane[lane]) + offset;
}

}  // namespace

bool next_access_overlaps(const Warp& warp, unsigned part, const AtomicRequest& atomic) {
  const StackEntry& path = warp.path(part);
  const isa::Instruction& instruction = warp.block->grid->program->code[path.pc];
  const unsigned bytes = isa::bytes_of(instruction.modifiers.type) * instruction.modifiers.vector;
  bool overlaps = false;
  for_each_lane(executing_lanes(warp, path, instruction), [&](unsigned lane) {
    const Addr first = address_of(warp, path, instruction, lane) >> kSectorBits;
    const Addr last = (address_of(warp, path, instruction, lane) + bytes - 1) >> kSectorBits;
    for_each_lane(atomic.lanes, [&](unsigned other) {
      const Addr sector = atomic.address[other] >> kSectorBits;
      overlaps |= first <= sector && sector <= last;
    });
  });
  return overlaps;
}

}  // namespace heddle::exec
