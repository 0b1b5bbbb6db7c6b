// What a register holds in all threads of a block: the groups of its warps may continue each other,
// and then one or two words stand for all. After Lin's dissertation "Architectural Support for
// Efficient GPU Multiprogramming" (NCSU), section 2.3.3; its conditions are read so that
// `threadIdx.y * 16 + threadIdx.x` is strided over a block of 16 x 16 threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heddle/base/types.hpp"
#include "heddle/exec/step/grid.hpp"

namespace heddle::exec {

enum class BlockPattern : std::uint8_t {
  uniform,         ///< one value
  uniform_groups,  ///< one value a group
  strided,         ///< the same difference between all neighbours of the block
  strided_groups,  ///< of a group
  random,
};

/// Groups whose first values and steps are compared at once.
inline constexpr unsigned kBlockPatternGroups = 32;

/// A register of a block as it is stored.
struct CompressedRegister {
  BlockPattern pattern = BlockPattern::random;
  /// A word or two for the block or for each of its groups; else all lanes of its warps.
  std::vector<std::uint32_t> words;
};

/// The row and the threads of each warp, in the order of the block. Each warp but the last one is
/// full.
CompressedRegister compress(std::span<const Row* const> rows, std::span<const LaneMask> threads,
                            unsigned group);
/// The rows, of so many warps.
std::vector<Row> expand(const CompressedRegister& compressed, std::size_t warps, unsigned group);

}  // namespace heddle::exec
