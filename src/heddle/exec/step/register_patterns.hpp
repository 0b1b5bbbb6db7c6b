// What a vector register holds in the threads of a warp: often one value, or values that differ by
// the same step from thread to thread. Such a register can leave the SM as one or two words a
// group. After Lin's dissertation "Architectural Support for Efficient GPU Multiprogramming"
// (NCSU), section 2.3.3.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/types.hpp"
#include "heddle/exec/step/grid.hpp"

namespace heddle::exec {

/// Of a register, of the least compact group of its threads.
enum class RegisterPattern : std::uint8_t {
  uniform,  ///< one value
  strided,  ///< the same difference between all neighbours, modulo 2^32
  random,
};

/// Threads of a warp whose values are compared with one another, for blocks of this width: whole
/// rows of the block where they divide the warp and have 8 threads or more; else the warp.
unsigned pattern_group(std::uint32_t block_width);

/// Of the register in these threads, which are the first ones of the warp; what other lanes hold
/// does not matter.
RegisterPattern register_pattern(const Row& row, LaneMask threads, unsigned group);

/// Bytes that the register of a warp takes when it is stored: a word a uniform group, two a strided
/// one, all lanes of a random one.
constexpr unsigned stored_bytes(RegisterPattern pattern, unsigned group) {
  const unsigned groups = kWarpSize / group;
  switch (pattern) {
    case RegisterPattern::uniform:
      return 4 * groups;
    case RegisterPattern::strided:
      return 8 * groups;
    default:
      return 4 * kWarpSize;
  }
}

/// A register of a warp as it is stored.
struct CompressedRow {
  RegisterPattern pattern = RegisterPattern::random;
  std::vector<std::uint32_t> words;  ///< as many as stored_bytes says
};
CompressedRow compress(const Row& row, LaneMask threads, unsigned group);
/// Lanes without a thread get what continues their group.
Row expand(const CompressedRow& compressed, unsigned group);

}  // namespace heddle::exec
