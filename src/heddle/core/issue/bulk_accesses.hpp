// The accesses to global memory of a bulk copy: the copy's pieces, 16 bytes for each lane.
#pragma once

#include "heddle/exec/step/step.hpp"

namespace heddle::core {

/// Calls issue() for each access of the step, which is a bulk copy. The step's member `access` has
/// the access during the call.
template <typename Issue>
void for_each_bulk_access(exec::Step& step, Issue&& issue) {
  constexpr unsigned kLaneBytes = 16;
  exec::MemoryAccess& access = step.access;
  access = {};
  access.kind = step.bulk.writes ? exec::AccessKind::store : exec::AccessKind::copy;
  access.cache = isa::CacheOperator::cg;
  access.bytes = kLaneBytes;
  unsigned lanes = 0;
  const auto flush = [&] {
    if (lanes == 0) return;
    access.global = kAllLanes >> (kWarpSize - lanes);
    issue();
    lanes = 0;
  };
  for (const exec::BulkTransfer::Piece& piece : step.bulk.pieces) {
    const Addr end = piece.address + piece.bytes;
    for (Addr at = piece.address / kLaneBytes * kLaneBytes; at < end; at += kLaneBytes) {
      access.address[lanes++] = at;
      if (lanes == kWarpSize) flush();
    }
  }
  flush();
}

}  // namespace heddle::core
