// The resources of an SM that blocks and warps hold: registers, bytes of shared memory, warp slots,
// block slots and threads.
#pragma once

#include <algorithm>
#include <cstdint>

#include "heddle/base/types.hpp"

namespace heddle::model {

/// The resources that a block of a kernel takes.
struct BlockDemand {
  std::uint32_t warps = 0, threads = 0;
  std::uint64_t registers = 0, shared_bytes = 0;
  std::uint64_t quota = 0;  ///< warps of the whole blocks that fit on an empty SM

  std::uint64_t registers_of_warp() const { return warps == 0 ? 0 : registers / warps; }
};

/// An amount of each resource.
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
  /// `other` must not exceed this amount.
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

/// The part of a block that does not depend on its warps: block slot and shared memory.
inline Resources place_of(const BlockDemand& demand) {
  return {.blocks = 1, .shared_bytes = demand.shared_bytes};
}
/// The resources of the first `warps` warps of a block.
inline Resources of_warps(const BlockDemand& demand, std::uint64_t warps) {
  return {.warps = warps,
          .threads = std::min<std::uint64_t>(demand.threads, warps * kWarpSize),
          .registers = warps * demand.registers_of_warp()};
}
/// The resources of one warp of a block, by its index.
inline Resources of_warp(const BlockDemand& demand, std::uint64_t index) {
  return {.warps = 1,
          .threads = std::min<std::uint64_t>(kWarpSize, demand.threads - index * kWarpSize),
          .registers = demand.registers_of_warp()};
}
inline Resources of_block(const BlockDemand& demand) {
  return place_of(demand) + of_warps(demand, demand.warps);
}

/// The number of a block's first warps that fit into `free`.
inline std::uint64_t room_for_warps(const Resources& free, const BlockDemand& demand) {
  const std::uint64_t each = demand.registers_of_warp();
  const std::uint64_t by_registers = each == 0 ? free.warps : free.registers / each;
  const std::uint64_t by_threads =
      free.threads >= demand.threads ? demand.warps : free.threads / kWarpSize;
  return std::min({free.warps, by_registers, by_threads});
}

}  // namespace heddle::model
