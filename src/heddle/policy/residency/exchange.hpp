// For SMs with more warps than slots: limits on the number of contexts, and exchanges, in which
// some warps leave their slots and others take them.
#pragma once

#include <algorithm>
#include <cstdint>

#include "heddle/model/mask.hpp"

namespace heddle::policy {

/// The contexts that an SM may have. The SM issues only from warps that have a slot.
struct ContextLimits {
  std::uint32_t warps = 0, blocks = 0;  ///< maximum numbers of warps and blocks; a number below the
                                        ///< SM's number of slots means the number of slots
  /// Maximum registers and bytes of shared memory of all blocks together. 0: the amounts that the
  /// SM has. With other values, the policy itself must find room for the contexts.
  std::uint64_t registers = 0, shared_bytes = 0;
  /// Number of bytes of contexts that move per cycle between slots and the memory for absent
  /// contexts; 0: warps keep their slots.
  std::uint32_t bytes_per_cycle = 0;
  /// True if leaving and arriving contexts move at the same time, each at bytes_per_cycle.
  bool both_ways = false;

  bool exceed_slots() const { return bytes_per_cycle != 0; }
  /// Returns the number of warp contexts of an SM with `slots` warp slots.
  std::uint32_t warps_with(std::uint32_t slots) const { return std::max(warps, slots); }
  std::uint32_t blocks_with(std::uint32_t slots) const { return std::max(blocks, slots); }
};

/// An exchange: the warps of `out` leave their slots, and then the warps of `in` take slots. Either
/// set may be empty. Each warp is one entity.
struct Exchange {
  model::EntityMask out = {}, in = {};
  std::uint64_t bytes_out = 0, bytes_in = 0;  ///< bytes of contexts that leave slots, and that move
                                              ///< into slots
};

}  // namespace heddle::policy
