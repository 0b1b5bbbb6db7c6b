// Lanes of all warps of a block: a LaneMask for each warp, with the operations of a LaneMask.
#pragma once

#include <array>

#include "heddle/base/types.hpp"

namespace heddle::exec {

/// Most warps in a block, from CUDA's limit of 1024 threads.
inline constexpr unsigned kMostBlockWarps = 32;

struct BlockLanes {
  std::array<LaneMask, kMostBlockWarps> warp{};

  bool operator==(const BlockLanes&) const = default;
  BlockLanes& operator&=(const BlockLanes& other) {
    for (unsigned i = 0; i < warp.size(); ++i) warp[i] &= other.warp[i];
    return *this;
  }
  BlockLanes& operator|=(const BlockLanes& other) {
    for (unsigned i = 0; i < warp.size(); ++i) warp[i] |= other.warp[i];
    return *this;
  }
  friend BlockLanes operator&(BlockLanes a, const BlockLanes& b) { return a &= b; }
  friend BlockLanes operator|(BlockLanes a, const BlockLanes& b) { return a |= b; }
  BlockLanes operator~() const {
    BlockLanes others;
    for (unsigned i = 0; i < warp.size(); ++i) others.warp[i] = ~warp[i];
    return others;
  }
  unsigned count() const {
    unsigned sum = 0;
    for (const LaneMask lanes : warp) sum += lane_count(lanes);
    return sum;
  }
};

inline bool is_none(LaneMask lanes) { return lanes == 0; }
inline bool is_none(const BlockLanes& lanes) { return lanes == BlockLanes{}; }

}  // namespace heddle::exec
