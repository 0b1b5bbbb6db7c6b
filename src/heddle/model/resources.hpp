// The resources of an SM that blocks and warps occupy: registers, bytes of shared memory, warp
// slots, block slots and threads.
#pragma once

#include <algorithm>
#include <cstdint>

#include "heddle/base/types.hpp"

namespace heddle::model {

/// The rule by which the number of registers is rounded up when registers of several threads are
/// allocated together.
struct RegisterRule {
  std::uint32_t thread = 0;         ///< registers of a thread
  std::uint32_t shared = 0;         ///< scalar registers, which the threads share
  std::uint32_t grain = kWarpSize;  ///< the number of threads is rounded up to a multiple of
                                    ///< `grain`
  std::uint32_t unit = 1;  ///< the number of registers is rounded up to a multiple of `unit`

  /// The number of threads, rounded up to a multiple of `grain`.
  std::uint64_t allocated(std::uint32_t threads) const {
    return (std::uint64_t{threads} + grain - 1) / grain * grain;
  }
  std::uint64_t of(std::uint32_t threads) const {
    if (threads == 0) return 0;
    return (allocated(threads) * thread + shared + unit - 1) / unit * unit;
  }
};

/// The resources that a block of a kernel needs.
struct BlockDemand {
  std::uint32_t warps = 0, threads = 0;
  std::uint64_t registers = 0, shared_bytes = 0;
  /// Bytes of shared memory that SMs set aside for the kernel, where kernels choose this size.
  std::uint64_t split = 0;
  /// Whether the program has asked for `split`, which then limits the number of blocks.
  bool limited_by_split = false;
  std::uint64_t quota = 0;          ///< number of warps of all whole blocks that fit on an empty SM
  RegisterRule rule = {};           ///< rounding rule for the registers of a part of a warp
  std::uint32_t width = kWarpSize;  ///< number of threads of a part of a warp; the registers of a
                                    ///< part are allocated together
  /// Maximum number of live registers of a thread at the instructions where its warp may wait for
  /// memory or at a barrier; 0: unknown.
  std::uint32_t waiting_registers = 0;
  /// The value of waiting_registers if warp-uniform and affine values are stored compressed.
  std::uint32_t waiting_compressed = 0;

  /// The number of the block's parts of warps that have threads.
  std::uint32_t parts() const { return (threads + width - 1) / width; }
  /// The number of threads of the part with this index.
  std::uint32_t threads_of_part(std::uint32_t index) const {
    return std::min(width, threads - std::min(threads, index * width));
  }
  std::uint32_t registers_of_part(std::uint32_t index) const {
    return static_cast<std::uint32_t>(rule.of(threads_of_part(index)));
  }
  std::uint64_t registers_of_warp(std::uint64_t index) const {
    const std::uint32_t parts_of_warp = kWarpSize / width;
    std::uint64_t sum = 0;
    for (std::uint32_t part = 0; part < parts_of_warp; ++part)
      sum += registers_of_part(static_cast<std::uint32_t>(index) * parts_of_warp + part);
    return sum;
  }
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
  /// Subtracts `other`, which must not exceed this amount.
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

/// The resources of a block that do not depend on its warps: block slot and shared memory.
inline Resources place_of(const BlockDemand& demand) {
  return {.blocks = 1, .shared_bytes = demand.shared_bytes};
}
/// The resources that the first `warps` warps of a block take.
inline Resources of_warps(const BlockDemand& demand, std::uint64_t warps) {
  return {
      .warps = warps,
      .threads = std::min<std::uint64_t>(demand.threads, warps * kWarpSize),
      .registers = warps == demand.warps ? demand.registers : warps * demand.registers_of_warp(0)};
}
/// The resources of one warp. `index`: the warp's index in its block.
inline Resources of_warp(const BlockDemand& demand, std::uint64_t index) {
  return {.warps = 1,
          .threads = std::min<std::uint64_t>(kWarpSize, demand.threads - index * kWarpSize),
          .registers = demand.registers_of_warp(index)};
}
inline Resources of_block(const BlockDemand& demand) {
  return place_of(demand) + of_warps(demand, demand.warps);
}

/// Returns how many warps of a block, from the first one on, fit into the resources `free`.
inline std::uint64_t room_for_warps(const Resources& free, const BlockDemand& demand) {
  const std::uint64_t each = demand.registers_of_warp(0);
  std::uint64_t by_registers = each == 0 ? free.warps : free.registers / each;
  if (free.registers >= demand.registers)
    by_registers = std::max<std::uint64_t>(by_registers, demand.warps);
  const std::uint64_t by_threads =
      free.threads >= demand.threads ? demand.warps : free.threads / kWarpSize;
  return std::min({free.warps, by_registers, by_threads});
}

}  // namespace heddle::model
