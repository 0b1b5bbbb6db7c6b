// The packets between SMs and memory partitions. Memory does not know warps. Only the sender
// understands `origin`. The reply contains the same `origin`.
#pragma once

#include <cstdint>

#include "heddle/base/types.hpp"
#include "heddle/model/traffic_class.hpp"

namespace heddle::model {

enum class RequestKind : std::uint8_t { load, store, atomic };

/// Bytes of a sector, the smallest unit of caches and packets.
inline constexpr unsigned kSectorBytes = 32;

struct MemoryRequest {
  Addr line = 0;             ///< address of the first byte of the cache line
  std::uint32_t origin = 0;  ///< chosen by the sender; memory does not interpret this number
  std::uint16_t sm = 0;
  std::uint8_t sectors = 0;  ///< mask of the sectors of the line that are read or written
  std::uint8_t kernel = 0;   ///< kernel slot, for statistics
  RequestKind kind = RequestKind::load;
  bool partial_write = false;  ///< a store that does not write all bytes of its sectors
  TrafficClass traffic = TrafficClass::demand;
  LaneMask lanes = 0;  ///< for atomics: the lanes whose operations the packet contains
};

struct MemoryReply {
  std::uint32_t origin = 0;
  Addr line = 0;
  std::uint8_t sectors = 0;
  RequestKind kind = RequestKind::load;
  LaneMask lanes = 0;
  bool from_dram = false;   ///< true: the data came from DRAM; false: the L2 had the data
  std::uint8_t kernel = 0;  ///< kernel slot of the request
};

}  // namespace heddle::model
