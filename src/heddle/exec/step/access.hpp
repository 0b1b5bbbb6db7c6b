// What a step did to memory, for who models its time: which lanes touched which bytes of which
// space.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/types.hpp"
#include "heddle/isa/modifiers.hpp"

namespace heddle::exec {

enum class AccessKind : std::uint8_t { none, load, store, atomic, reduction, texture };

struct MemoryAccess {
  AccessKind kind = AccessKind::none;
  isa::CacheOperator cache = isa::CacheOperator::none;
  bool is_volatile = false;  ///< or a strong ordering: no cached copy may serve it
  std::uint8_t bytes = 0;    ///< a lane, all elements of a vector together
  bool contiguous = false;   ///< all lanes are in one space, each so many bytes after the lane
                             ///< before; false need not mean that they are not
  LaneMask global = 0;       ///< lanes per space, after generic addresses were resolved
  LaneMask shared = 0;
  LaneMask local = 0;
  LaneMask constant = 0;
  /// Global and constant: device address. Shared: offset in the block's shared memory. Local:
  /// offset in the thread's local memory. Lanes outside the masks hold nothing meaningful.
  alignas(64) std::array<Addr, kWarpSize> address{};

  LaneMask lanes() const { return global | shared | local | constant; }
};

}  // namespace heddle::exec
