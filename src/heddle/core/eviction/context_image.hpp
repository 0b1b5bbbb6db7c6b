// What of a block is saved, in pieces: of each warp the registers, then the block's shared memory
// and the reconvergence stacks. After Lin's dissertation "Architectural Support for Efficient GPU
// Multiprogramming" (NCSU), section 2.4.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "heddle/core/state/contexts.hpp"
#include "heddle/core/terms/specs.hpp"
#include "heddle/policy/preemption/preemption.hpp"

namespace heddle::core {

/// The preemption point at which the quiet warp is; null: it is elsewhere.
const isa::PreemptionPoint* point_of(const Contexts& contexts, unsigned context);

/// Rows of a quiet warp that are live, as they lie in exec::Warp::rows; nothing: not known.
std::optional<std::vector<std::uint32_t>> live_rows(const Contexts& contexts, unsigned context);

/// Those that are live, if only these are asked for and known; else all that are allocated for the
/// warp.
std::vector<std::uint32_t> kept_rows(const Contexts& contexts, unsigned context, bool only_live);

/// Overwrites rows that are not to be kept: what reads them does not go unseen.
void forget_dead_rows(Contexts& contexts, unsigned context);

/// Where in memory the context of the block lies.
Addr context_address(const Contexts& contexts, std::uint16_t block_slot);

/// The pieces of a warp's registers.
std::vector<std::uint8_t> register_pieces(const Contexts& contexts, unsigned context,
                                          const policy::Leave& leave,
                                          const ContextSwitchSpec& spec);

/// Those of the registers of a block whose warps meet at a barrier (context_compression.hpp),
/// compressed together. Patterns of a block take twice the bytes of those of a warp.
std::vector<std::uint8_t> block_register_pieces(const Contexts& contexts, std::uint16_t block_slot,
                                                const ContextSwitchSpec& spec);

/// The pieces of the block's shared memory, as it is allocated.
std::vector<std::uint8_t> shared_pieces(const Contexts& contexts, std::uint16_t block_slot);

/// Those of the reconvergence stacks of its warps.
std::vector<std::uint8_t> stack_pieces(const Contexts& contexts, std::uint16_t block_slot,
                                       const ContextSwitchSpec& spec);

}  // namespace heddle::core
