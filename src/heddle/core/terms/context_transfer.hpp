// A part of a block's context on its way to memory or back.
#pragma once

#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::core {

/// Bytes of memory that one request stores or loads. A piece has at most this many bytes.
inline constexpr unsigned kContextSegmentBytes = 128;

/// The parts of a context.
enum class ContextPart : std::uint8_t { registers, shared, stacks };
inline constexpr unsigned kContextParts = 3;
/// An amount for each part.
using ByContextPart = std::array<std::uint64_t, kContextParts>;

/// The costs of restoring a block's context.
struct Restore {
  std::uint64_t bytes = 0;
  std::uint64_t segments = 0;  ///< loaded segments
  Cycle cycles = 0;            ///< cycles from the block's arrival until the block resumed
};

struct ContextTransfer {
  std::uint16_t owner = 0;  ///< number of the owner; the owner waits for the transfer
  ContextPart part = ContextPart::registers;
  bool out = true;   ///< true: to memory; false: from memory
  Addr address = 0;  ///< address of the first segment
  /// Bytes of each piece. A piece is a register or a piece of shared memory.
  std::vector<std::uint8_t> pieces;

  std::uint64_t bytes() const {
    return std::accumulate(pieces.begin(), pieces.end(), std::uint64_t{0});
  }
  std::uint64_t segments() const {
    return (bytes() + kContextSegmentBytes - 1) / kContextSegmentBytes;
  }
  /// The address after the last segment.
  Addr end() const { return address + segments() * kContextSegmentBytes; }
};

}  // namespace heddle::core
