// A step's access to memory, for the timing model: which lanes touched which bytes of which state
// space.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/types.hpp"
#include "heddle/isa/terms/modifiers.hpp"

namespace heddle::exec {

enum class AccessKind : std::uint8_t {
  none,
  load,
  store,
  atomic,
  reduction,
  texture,
  copy,  ///< reads global memory for an asynchronous copy to shared memory
};

struct MemoryAccess {
  AccessKind kind = AccessKind::none;
  isa::CacheOperator cache = isa::CacheOperator::none;
  /// The access must not use cached copies; also set for strong memory orderings.
  bool is_volatile = false;
  std::uint8_t bytes = 0;   ///< size of a lane's access, with all elements of a vector
  bool contiguous = false;  ///< true: all lanes are in one space, and each lane's address follows
                            ///< the lane before by `bytes`; false: unknown
  LaneMask global = 0;      ///< lanes in each space, with generic addresses resolved
  LaneMask shared = 0;
  LaneMask local = 0;
  LaneMask constant = 0;
  /// By lane: a device address in global and constant space, an offset in the block's shared
  /// memory, or an offset in the thread's local memory. Lanes outside the masks have no meaningful
  /// address.
  alignas(64) std::array<Addr, kWarpSize> address{};

  LaneMask lanes() const { return global | shared | local | constant; }
};

}  // namespace heddle::exec
