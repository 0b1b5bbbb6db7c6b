// The pattern of a vector register's values over the threads of a warp. Often all values are equal,
// or they differ by one step from thread to thread. Such a register can leave the SM as one or two
// words for each group of threads.
//
// Source: Lin's dissertation "Architectural Support for Efficient GPU Multiprogramming" (NCSU),
// section 2.3.3.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/types.hpp"
#include "heddle/exec/step/grid.hpp"

namespace heddle::exec {

/// The pattern of a register: the least compact pattern among the groups of its threads.
enum class RegisterPattern : std::uint8_t {
  uniform,  ///< one value in the whole group
  strided,  ///< one difference between neighbouring threads of the group, modulo 2^32
  random,
};

/// Number of neighbouring threads that form one group of a warp, for blocks of this width. A group
/// is a row of the block if the row's width divides the warp and is at least 8 threads; otherwise
/// the whole warp is one group.
unsigned pattern_group(std::uint32_t block_width);

/// Returns the pattern of the register in `threads`, which are the first lanes of the warp. The
/// values of other lanes do not matter.
RegisterPattern register_pattern(const Row& row, LaneMask threads, unsigned group);

/// Size of a warp's register in its stored form, bytes. Each uniform group takes one word, each
/// strided group two words; a random register takes all lanes.
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

/// A register of a warp in its stored form.
struct CompressedRow {
  RegisterPattern pattern = RegisterPattern::random;
  std::vector<std::uint32_t> words;  ///< the stored words: stored_bytes() / 4 of them
};
CompressedRow compress(const Row& row, LaneMask threads, unsigned group);
/// Returns the full row. Lanes without a thread get values that continue the pattern of their
/// group.
Row expand(const CompressedRow& compressed, unsigned group);

}  // namespace heddle::exec
