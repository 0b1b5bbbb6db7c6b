// What travels between SMs and memory partitions. Memory knows no warps: `origin` belongs to the
// sender and returns untouched.
#pragma once

#include <cstdint>

#include "heddle/base/types.hpp"

namespace heddle::model {

enum class RequestKind : std::uint8_t { load, store, atomic };

/// Bytes of the smallest unit that is cached and transferred.
inline constexpr unsigned kSectorBytes = 32;

struct MemoryRequest {
  Addr line = 0;             ///< address of the first byte of the cache line
  std::uint32_t origin = 0;  ///< the sender's own
  std::uint16_t sm = 0;
  std::uint8_t sectors =
      0;  ///< one bit for each 32-byte sector of the line that is wanted or written
  std::uint8_t kernel = 0;  ///< kernel slot, for statistics
  RequestKind kind = RequestKind::load;
  bool partial_write = false;  ///< a store that does not cover its sectors
  LaneMask lanes = 0;          ///< of an atomic: which lanes' operations it carries
};

struct MemoryReply {
  std::uint32_t origin = 0;
  Addr line = 0;
  std::uint8_t sectors = 0;
  RequestKind kind = RequestKind::load;
  LaneMask lanes = 0;
  bool from_dram = false;  ///< what answered it; else the L2 had it
};

}  // namespace heddle::model
