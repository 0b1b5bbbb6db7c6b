// The packets between SMs and memory partitions. Memory knows no warps: `origin` means something to
// the sender alone, and the reply returns it unchanged.
#pragma once

#include <cstdint>

#include "heddle/base/types.hpp"
#include "heddle/model/traffic_class.hpp"

namespace heddle::model {

enum class RequestKind : std::uint8_t { load, store, atomic };

/// Bytes of a sector, the smallest unit that caches hold and packets carry.
inline constexpr unsigned kSectorBytes = 32;

struct MemoryRequest {
  Addr line = 0;             ///< address of the first byte of the cache line
  std::uint32_t origin = 0;  ///< meaning: the sender's
  std::uint16_t sm = 0;
  std::uint8_t sectors = 0;  ///< a bit for each sector of the line that is wanted or written
  std::uint8_t kernel = 0;   ///< kernel slot, for statistics
  RequestKind kind = RequestKind::load;
  bool partial_write = false;  ///< a store that does not cover its sectors
  TrafficClass traffic = TrafficClass::demand;
  LaneMask lanes = 0;  ///< atomics: the lanes whose operations the packet carries
};

struct MemoryReply {
  std::uint32_t origin = 0;
  Addr line = 0;
  std::uint8_t sectors = 0;
  RequestKind kind = RequestKind::load;
  LaneMask lanes = 0;
  bool from_dram = false;   ///< whether DRAM answered; otherwise the L2 did
  std::uint8_t kernel = 0;  ///< kernel slot of the request
};

}  // namespace heddle::model
