#include "heddle/exec/memory/atomic_order.hpp"

#include "heddle/exec/step/executable.hpp"
#include "heddle/exec/step/lane_addresses.hpp"

namespace heddle::exec {
namespace {

constexpr unsigned kSectorBits = 5;

LaneMask executing_lanes(const Warp& warp, const StackEntry& path,
                         const isa::Instruction& instruction) {
  if (instruction.guard == isa::kNoGuard) return path.lanes;
  const LaneMask guard = warp.predicates[path.predicate_base + instruction.guard];
  return path.lanes & (instruction.guard_negated ? ~guard : guard);
}

/// Returns the rows that hold the instruction's address operand, or null if it has none.
const std::uint32_t* address_row(const Warp& warp, const StackEntry& path,
                                 const isa::Instruction& instruction) {
  const isa::Operand operand = instruction.sources[0];
  if (!operand) return nullptr;
  return operand.kind == isa::OperandKind::row ? warp.rows[path.row_base + operand.index].lane
                                               : warp.block->grid->constants[operand.index].lane;
}

}  // namespace

bool next_access_overlaps(const Warp& warp, unsigned part, const AtomicRequest& atomic) {
  const StackEntry& path = warp.path(part);
  const isa::Instruction& instruction = warp.block->grid->program->code[path.pc];
  const unsigned bytes = isa::bytes_of(instruction.modifiers.type) * instruction.modifiers.vector;
  LaneAddresses address;
  compute_addresses(instruction, address_row(warp, path, instruction), address);
  bool overlaps = false;
  for_each_lane(executing_lanes(warp, path, instruction), [&](unsigned lane) {
    const Addr first = address[lane] >> kSectorBits;
    const Addr last = (address[lane] + bytes - 1) >> kSectorBits;
    for_each_lane(atomic.lanes, [&](unsigned other) {
      const Addr sector = atomic.address[other] >> kSectorBits;
      overlaps |= first <= sector && sector <= last;
    });
  });
  return overlaps;
}

}  // namespace heddle::exec
