// What blocks and warps hold of an SM while they are on it: registers, shared memory, warp slots,
// block slots and threads, as numbers.
#pragma once

#include <algorithm>
#include <cstdint>

#include "heddle/base/types.hpp"

namespace heddle::model {

/// What the blocks of a kernel take of an SM.
struct BlockDemand {
  std::uint32_t warps = 0, threads = 0;
  std::uint64_t registers = 0, shared_bytes = 0;
  std::uint64_t quota = 0;  ///< warps of the whole blocks that an empty SM holds

  std::uint64_t registers_of_warp() const { return warps == 0 ? 0 : registers / warps; }
};

/// An amount of each.
struct Resources {
  std::uint64_t blocks = 0, warps = 0, threads = 0;
  std::uint64_t registers = 0, shared_bytes = 0;

  bool holds(const Resources& other) const {
    return blocks >= other.blocks && warps >= other.warps && threads >= other.threads &&
           registers >= other.registers && shared_bytes >= other.shared_bytes;
  }
  Resources& operator+=(const Resources& other) {
    blocks += other.blocks;
    warps += other.warps;
    threads += other.threads;
    registers += other.registers;
    shared_bytes += other.shared_bytes;
    return *this;
  }
  /// Of what it holds.
  Resources& operator-=(const Resources& other) {
    blocks -= other.blocks;
    warps -= other.warps;
    threads -= other.threads;
    registers -= other.registers;
    shared_bytes -= other.shared_bytes;
    return *this;
  }
  friend Resources operator+(Resources a, const Resources& b) { return a += b; }
  friend bool operator==(const Resources&, const Resources&) = default;
};

/// What a block has whatever its warps do: its slot and its shared memory.
inline Resources place_of(const BlockDemand& demand) {
  return {.blocks = 1, .shared_bytes = demand.shared_bytes};
}
/// What its first so many warps have.
inline Resources of_warps(const BlockDemand& demand, std::uint64_t warps) {
  return {.warps = warps,
          .threads = std::min<std::uint64_t>(demand.threads, warps * kWarpSize),
          .registers = warps * demand.registers_of_warp()};
}
/// What one of them has, by its index.
inline Resources of_warp(const BlockDemand& demand, std::uint64_t index) {
  return {.warps = 1,
          .threads = std::min<std::uint64_t>(kWarpSize, demand.threads - index * kWarpSize),
          .registers = demand.registers_of_warp()};
}
inline Resources of_block(const BlockDemand& demand) {
  return place_of(demand) + of_warps(demand, demand.warps);
}

/// How many of the first warps of a block there is room for.
inline std::uint64_t room_for_warps(const Resources& free, const BlockDemand& demand) {
  const std::uint64_t each = demand.registers_of_warp();
  const std::uint64_t by_registers = each == 0 ? free.warps : free.registers / each;
  const std::uint64_t by_threads =
      free.threads >= demand.threads ? demand.warps : free.threads / kWarpSize;
  return std::min({free.warps, by_registers, by_threads});
}

}  // namespace heddle::model
