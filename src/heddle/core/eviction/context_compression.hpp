// Compresses the registers of contexts that leave an SM: the registers of one warp, or those of a
// whole block whose warps have stopped at the same barrier. Source: Lin, "Architectural Support for
// Efficient GPU Multiprogramming", dissertation, NCSU, sections 2.3.3 and 2.4.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/core/state/contexts.hpp"

namespace heddle::core {

/// Returns the compressed size in bytes of each of these rows of a quiet warp.
std::vector<std::uint8_t> compressed_bytes(const Contexts& contexts, unsigned context,
                                           const std::vector<std::uint32_t>& rows);

/// Whether the warp has stopped at a barrier that the compiler chose as a preemption point.
bool stopped_at_barrier(const Contexts& contexts, unsigned context);

/// Whether all warps of the block have stopped at one barrier that the compiler chose as a
/// preemption point. Their registers may then be compressed together.
bool meets_at_barrier(const Contexts& contexts, std::uint16_t block_slot);

/// Returns the compressed size in bytes of each kept register of a block for which
/// meets_at_barrier() is true.
std::vector<std::uint16_t> compressed_block_bytes(const Contexts& contexts,
                                                  std::uint16_t block_slot);

/// Compresses the registers and expands them again. This leaves the values unchanged if the
/// compression is right, and makes an error of the compression visible.
void rebuild(Contexts& contexts, unsigned context, const std::vector<std::uint32_t>& rows);
void rebuild_block(Contexts& contexts, std::uint16_t block_slot);

}  // namespace heddle::core
