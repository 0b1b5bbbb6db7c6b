// What a vector register holds in the threads of a warp: often one value, or values that differ by
// the same step from thread to thread. Such a register can leave the SM as one or two words a
// group. After Lin's dissertation "Architectural Support for Efficient GPU Multiprogramming"
// (NCSU), section 2.3.3.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heddle/base/types.hpp"
#include "heddle/exec/grid.hpp"

namespace heddle::exec {

/// Of a register, of the least compact group of its threads. The numbers are the codes with which
/// a context stores them.
enum class RegisterPattern : std::uint8_t {
  dead = 0,
  uniform = 1,  ///< one value
  random = 2,
  strided = 3,  ///< the same difference between all neighbours, modulo 2^32
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
    case RegisterPattern::random:
      return 4 * kWarpSize;
    default:
      return 0;
  }
}

/// The words that are stored: by group the first value, and where it is strided the step.
std::vector<std::uint32_t> compress(const Row& row, RegisterPattern pattern, LaneMask threads,
                                    unsigned group);
/// All lanes of the register, from the words that compress() made of it.
Row decompress(std::span<const std::uint32_t> words, RegisterPattern pattern, unsigned group);

/// Of one register in all warps of a block, in order.
enum class BlockPattern : std::uint8_t {
  global_uniform,  ///< one value in the block
  global_strided,  ///< the thread's number times a step, and a base
  local_uniform,   ///< one value a group
  local_strided,   ///< a base and a step a group
  random,          ///< in some warp
};

/// `threads`: of each warp, those that it has.
BlockPattern block_pattern(std::span<const Row> rows, std::span<const LaneMask> threads,
                           unsigned group);
/// Bytes that the register of the whole block takes when it is stored.
unsigned stored_bytes(BlockPattern pattern, unsigned warps, unsigned group);

}  // namespace heddle::exec
