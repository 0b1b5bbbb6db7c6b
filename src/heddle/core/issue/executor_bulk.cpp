// Bulk copies: one instruction becomes accesses of 512 bytes, which pass through the load-store
// unit one after the other.

#include "heddle/core/issue/executor.hpp"
#include "heddle/core/issue/executor_path.hpp"

namespace heddle::core {
namespace {

constexpr unsigned kLaneBytes = 16;

}  // namespace

void Executor::issue_bulk(EntityTable::State& state, std::uint16_t entity,
                          const DecodedInstruction& decoded, const Stay& stay, Cycle now) {
  const exec::BulkTransfer transfer = step_.bulk;
  BulkCopies& copies = contexts_.bulk_copies;
  const std::uint32_t copy = copies.open(entity, lanes_executed<GeneralShape>(entity), transfer);
  exec::MemoryAccess& access = step_.access;
  access = {};
  access.kind = transfer.writes ? exec::AccessKind::store : exec::AccessKind::copy;
  access.cache = isa::CacheOperator::cg;
  access.bytes = kLaneBytes;
  unsigned lanes = 0;
  const auto flush = [&] {
    if (lanes == 0) return;
    access.global = kAllLanes >> (kWarpSize - lanes);
    copies.add(copy, issue_access<GeneralShape>(state, entity, decoded, stay));
    lanes = 0;
  };
  for (const exec::BulkTransfer::Piece& piece : transfer.pieces) {
    const Addr end = piece.address + piece.bytes;
    for (Addr at = piece.address / kLaneBytes * kLaneBytes; at < end; at += kLaneBytes) {
      access.address[lanes++] = at;
      if (lanes == kWarpSize) flush();
    }
  }
  flush();
  copies.close(copy);
  state.copies = copies.has_any(entity) || contexts_.copies.has_any(entity);
  around_.watchdog.note_effect(now);
}

}  // namespace heddle::core
