// How registers are compressed that leave with a context: by warp, or over a block whose warps have
// stopped at the same barrier. After Lin's dissertation "Architectural Support for Efficient GPU
// Multiprogramming" (NCSU), sections 2.3.3 and 2.4.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/core/state/contexts.hpp"

namespace heddle::core {

/// Bytes that each register to be kept of a quiet warp takes, compressed.
std::vector<std::uint8_t> compressed_bytes(const Contexts& contexts, unsigned context,
                                           const std::vector<std::uint32_t>& rows);

/// Whether the warp has stopped at a barrier which the compiler chose as a preemption point.
bool stopped_at_barrier(const Contexts& contexts, unsigned context);

/// Whether all warps of the block have stopped at the same such barrier, so that their registers
/// may be compressed together.
bool meets_at_barrier(const Contexts& contexts, std::uint16_t block_slot);

/// Of such a block: bytes that each register takes that is to be kept.
std::vector<std::uint16_t> compressed_block_bytes(const Contexts& contexts,
                                                  std::uint16_t block_slot);

/// Sets registers to what their compressed form says. It is what they are, unless the compression
/// is wrong, which does not go unseen then.
void rebuild(Contexts& contexts, unsigned context, const std::vector<std::uint32_t>& rows);
void rebuild_block(Contexts& contexts, std::uint16_t block_slot);

}  // namespace heddle::core
