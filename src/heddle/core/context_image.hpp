// What of a block is saved, in pieces: of each warp the registers, then the block's shared memory
// and the reconvergence stacks. After Lin's dissertation "Architectural Support for Efficient GPU
// Multiprogramming" (NCSU), section 2.4.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "heddle/core/contexts.hpp"
#include "heddle/core/specs.hpp"
#include "heddle/policy/preemption/preemption.hpp"

namespace heddle::core {

/// Bytes of a context, by what they hold.
struct ContextCosts {
  std::uint64_t register_bytes = 0;  ///< with predicates and patterns
  std::uint64_t shared_bytes = 0, stack_bytes = 0;

  ContextCosts& operator-=(const ContextCosts& other) {
    register_bytes -= other.register_bytes;
    shared_bytes -= other.shared_bytes;
    stack_bytes -= other.stack_bytes;
    return *this;
  }
  std::uint64_t total() const { return register_bytes + shared_bytes + stack_bytes; }
};

/// Rows of a quiet warp that are to be kept, as they lie in exec::Warp::rows; nothing: all that is
/// allocated for the warp.
std::optional<std::vector<std::uint32_t>> live_rows(const Contexts& contexts, unsigned context);

/// Overwrites rows that are not to be kept: what reads them does not go unseen.
void forget_dead_rows(Contexts& contexts, unsigned context);

/// Where in memory the context of the block lies.
Addr context_address(const Contexts& contexts, std::uint16_t block_slot);

/// The pieces of a warp's registers.
std::vector<std::uint8_t> register_pieces(const Contexts& contexts, unsigned context,
                                          const policy::Leave& leave,
                                          const ContextSwitchSpec& spec);

/// The pieces of the block's shared memory, as it is allocated.
std::vector<std::uint8_t> shared_pieces(const Contexts& contexts, std::uint16_t block_slot);

/// Those of the reconvergence stacks of its warps.
std::vector<std::uint8_t> stack_pieces(const Contexts& contexts, std::uint16_t block_slot,
                                       const ContextSwitchSpec& spec);

}  // namespace heddle::core
