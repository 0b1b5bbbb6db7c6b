// A part of a block's context on its way to memory or back.
#pragma once

#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::core {

/// Bytes of memory that are stored and loaded together, and the most that a piece has.
inline constexpr unsigned kContextSegmentBytes = 128;

/// What is moved.
enum class ContextPart : std::uint8_t { registers, shared, stacks };
inline constexpr unsigned kContextParts = 3;
/// An amount of each.
using ByContextPart = std::array<std::uint64_t, kContextParts>;

/// What it took to bring a block's context back.
struct Restore {
  std::uint64_t bytes = 0;
  std::uint64_t segments = 0;  ///< in which they were loaded
  Cycle cycles = 0;            ///< from the block's arrival until it went on
};

struct ContextTransfer {
  std::uint16_t owner = 0;  ///< whoever wants to know when it is done
  ContextPart part = ContextPart::registers;
  bool out = true;                   ///< to memory
  Addr address = 0;                  ///< in memory, of the first segment
  std::vector<std::uint8_t> pieces;  ///< bytes of each: a register, or a piece of shared memory

  std::uint64_t bytes() const {
    return std::accumulate(pieces.begin(), pieces.end(), std::uint64_t{0});
  }
  std::uint64_t segments() const {
    return (bytes() + kContextSegmentBytes - 1) / kContextSegmentBytes;
  }
  /// Behind its last segment.
  Addr end() const { return address + segments() * kContextSegmentBytes; }
};

}  // namespace heddle::core
