// Finds the block whose shared memory an address names. An address in shared memory (an offset from
// isa::kSharedWindow) below isa::kClusterOffset is in the thread's own block; the addresses above
// name a block of the cluster by its rank.
#pragma once

#include <cstdint>
#include <string_view>

#include "heddle/exec/step/step_context.hpp"

namespace heddle::exec {

struct SharedTarget {
  Block* block = nullptr;
  Addr base = 0;  ///< address of the block's first byte of shared memory
};

/// Whether an address in shared memory names a block by its rank.
constexpr bool names_cluster(Addr address) {
  return address - isa::kClusterOffset < isa::kClusterWindowBytes;
}
/// Rank that an address in shared memory names, if it is in the window of a cluster.
constexpr std::uint32_t rank_of_address(Addr address) {
  return static_cast<std::uint32_t>((address - isa::kClusterOffset) / isa::kClusterShare);
}
/// Offset in the shared memory of the block that an address in shared memory names.
constexpr std::uint32_t offset_of_address(Addr address) {
  return static_cast<std::uint32_t>(
      names_cluster(address) ? (address - isa::kClusterOffset) % isa::kClusterShare : address);
}
/// Address of an offset in the shared memory of the block with this rank.
constexpr std::uint32_t cluster_address(std::uint32_t rank, std::uint32_t offset) {
  return static_cast<std::uint32_t>(isa::kClusterOffset + rank * isa::kClusterShare + offset);
}

/// Returns the block with the rank. Throws ExecutionFault if the cluster has no such block, or if
/// the block has not begun or has ended. `lane` and `address` are for the message.
Block& block_of_rank(const StepContext& context, unsigned lane, std::uint32_t rank, Addr address);

/// Returns the block whose shared memory the address names. Throws ExecutionFault.
SharedTarget shared_target(const StepContext& context, unsigned lane, Addr address);

/// Returns the place of `bytes` bytes at an address in shared memory. `verb` names the access in
/// messages. Throws ExecutionFault if the address is misaligned for `alignment` bytes or the bytes
/// are not in the block's shared memory.
std::uint8_t* shared_place(const StepContext& context, unsigned lane, Addr address,
                           std::uint64_t bytes, unsigned alignment, std::string_view verb);

}  // namespace heddle::exec
