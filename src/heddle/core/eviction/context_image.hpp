// Defines the parts of a block that are saved, as pieces: the registers of each warp, then the
// block's shared memory and reconvergence stacks. Source: Lin, "Architectural Support for Efficient
// GPU Multiprogramming", dissertation, NCSU, section 2.4.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "heddle/core/state/contexts.hpp"
#include "heddle/core/terms/specs.hpp"
#include "heddle/policy/preemption/preemption.hpp"

namespace heddle::core {

/// Returns the preemption point that the quiet warp has reached; null: the warp is at none.
const isa::PreemptionPoint* point_of(const Contexts& contexts, unsigned context);

/// Returns the live rows of a quiet warp, as indices into exec::Warp::rows. Empty optional: which
/// rows are live is not known.
std::optional<std::vector<std::uint32_t>> live_rows(const Contexts& contexts, unsigned context);

/// The live rows, if `only_live` is set and they are known; else all rows that are allocated for
/// the warp.
std::vector<std::uint32_t> kept_rows(const Contexts& contexts, unsigned context, bool only_live);

/// Overwrites the rows that are not live, so that an instruction that reads such a row makes the
/// error visible.
void forget_dead_rows(Contexts& contexts, unsigned context);

/// The address of the block's context in memory.
Addr context_address(const Contexts& contexts, std::uint16_t block_slot);

/// The pieces of a warp's registers.
std::vector<std::uint8_t> register_pieces(const Contexts& contexts, unsigned context,
                                          const policy::Leave& leave,
                                          const ContextSwitchSpec& spec);

/// The pieces of the registers of a block whose warps have stopped at one barrier
/// (context_compression.hpp). The registers are compressed together. A block's patterns take twice
/// the bytes of a warp's patterns.
std::vector<std::uint8_t> block_register_pieces(const Contexts& contexts, std::uint16_t block_slot,
                                                const ContextSwitchSpec& spec);

/// The pieces of the block's allocated shared memory.
std::vector<std::uint8_t> shared_pieces(const Contexts& contexts, std::uint16_t block_slot);

/// The pieces of the reconvergence stacks of the block's warps.
std::vector<std::uint8_t> stack_pieces(const Contexts& contexts, std::uint16_t block_slot,
                                       const ContextSwitchSpec& spec);

}  // namespace heddle::core
