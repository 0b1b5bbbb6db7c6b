// Memory instructions made by hand for the parts of the load-store unit, on an SM whose figures the
// tests' arithmetic names.
#pragma once

#include "heddle/base/ring_queue.hpp"
#include "heddle/core/load_store/load_store_unit.hpp"

namespace heddle::core::rig {

inline constexpr Cycle kSharedLatency = 20, kConstantLatency = 8, kHitLatency = 30,
                       kMissLatency = 5;

/// 32 banks; an L1 of two lines of 128 bytes; no other caches.
inline SmConfiguration load_store_configuration() {
  SmConfiguration made;
  made.load_store.shared_latency = kSharedLatency;
  made.load_store.constant_latency = kConstantLatency;
  made.l1.bytes = 256;
  made.l1.line_bytes = 128;
  made.l1.associativity = 2;
  made.l1.hit_latency = kHitLatency;
  made.l1.miss_latency = kMissLatency;
  made.l1.mshr_entries = 2;
  return made;
}

/// Words of 4 bytes, lane l at `base` + l * `stride`; the caller says of which space.
inline exec::MemoryAccess words_at(Addr base, Addr stride,
                                   exec::AccessKind kind = exec::AccessKind::load) {
  exec::MemoryAccess access;
  access.kind = kind;
  access.bytes = 4;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) access.address[lane] = base + lane * stride;
  return access;
}

inline exec::MemoryAccess global_words(Addr base, Addr stride,
                                       exec::AccessKind kind = exec::AccessKind::load) {
  exec::MemoryAccess access = words_at(base, stride, kind);
  access.global = kAllLanes;
  return access;
}

inline exec::MemoryAccess shared_words(Addr base, Addr stride) {
  exec::MemoryAccess access = words_at(base, stride);
  access.shared = kAllLanes;
  return access;
}

/// A word of local memory of each thread: one line, stored.
inline exec::MemoryAccess local_words(Addr line) {
  exec::MemoryAccess access = words_at(line / kWarpSize, 0, exec::AccessKind::store);
  access.local = kAllLanes;
  return access;
}

}  // namespace heddle::core::rig
