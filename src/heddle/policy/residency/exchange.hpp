// Warps that an SM holds without a slot: what a residency policy says of them, and how it has warps
// leave their slots and others take them.
#pragma once

#include <algorithm>
#include <cstdint>

#include "heddle/model/mask.hpp"

namespace heddle::policy {

/// How many contexts an SM holds. It issues from the warps alone that have one of its slots.
struct ContextLimits {
  std::uint32_t warps = 0, blocks = 0;  ///< no more than the SM has slots: that many
  /// What blocks hold together at most, where the policy itself finds places for their contexts; 0:
  /// what the SM has.
  std::uint64_t registers = 0, shared_bytes = 0;
  /// Of contexts, that move between a slot and where they are meanwhile; 0: warps keep their slots.
  std::uint32_t bytes_per_cycle = 0;
  /// Contexts that leave and those that come move at the same time, so many bytes a cycle each way.
  bool both_ways = false;

  bool exceed_slots() const { return bytes_per_cycle != 0; }
  /// Contexts where there are so many slots.
  std::uint32_t warps_with(std::uint32_t slots) const { return std::max(warps, slots); }
  std::uint32_t blocks_with(std::uint32_t slots) const { return std::max(blocks, slots); }
};

/// Warps of an SM, each of which is one entity, that leave their slots, and others that take slots
/// when those have left. Either may be none.
struct Exchange {
  model::EntityMask out = {}, in = {};
  std::uint64_t bytes_out = 0, bytes_in = 0;  ///< of their contexts, that move
};

}  // namespace heddle::policy
