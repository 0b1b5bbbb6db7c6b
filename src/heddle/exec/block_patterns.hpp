// The pattern of a register's values over all threads of a block. If the pattern continues from
// each group of threads to the next group, one or two words describe the register of the whole
// block.
//
// Source: Lin's dissertation "Architectural Support for Efficient GPU Multiprogramming" (NCSU),
// section 2.3.3. heddle interprets the conditions of this section so that `threadIdx.y * 16 +
// threadIdx.x` is strided over a block of 16 x 16 threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heddle/base/types.hpp"
#include "heddle/exec/step/grid.hpp"

namespace heddle::exec {

enum class BlockPattern : std::uint8_t {
  uniform,         ///< one value in all threads
  uniform_groups,  ///< one value in each group
  strided,         ///< the same difference between all neighbouring threads of the block
  strided_groups,  ///< each group has a first value and a difference of its own
  random,
};

/// Number of groups whose first values and differences the hardware compares at once.
inline constexpr unsigned kBlockPatternGroups = 32;

/// A register of a block in its stored form.
struct CompressedRegister {
  BlockPattern pattern = BlockPattern::random;
  /// One or two words for the block, or for each group. With `random`, one word for each lane of
  /// each warp.
  std::vector<std::uint32_t> words;
};

/// `rows` and `threads`: the register row and the threads of each warp, in the order of the block's
/// warps. Each warp except the last one is full. `group`: the number of threads in a group.
CompressedRegister compress(std::span<const Row* const> rows, std::span<const LaneMask> threads,
                            unsigned group);
/// Returns the register's row in each of the block's `warps` warps.
std::vector<Row> expand(const CompressedRegister& compressed, std::size_t warps, unsigned group);

}  // namespace heddle::exec
