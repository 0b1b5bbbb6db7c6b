// The form of a memory instruction: what instructions of one cycle have to have in common so that
// they reach memory as one access. The instruction says it, before its addresses are known.
#pragma once

#include <cstdint>

#include "heddle/exec/step/access.hpp"
#include "heddle/isa/instruction.hpp"

namespace heddle::core {

struct AccessForm {
  exec::AccessKind kind = exec::AccessKind::none;
  isa::CacheOperator cache = isa::CacheOperator::none;
  bool is_volatile = false;
  std::uint8_t bytes = 0;  ///< a lane; of a texture 0: the texture says it

  friend bool operator==(const AccessForm&, const AccessForm&) = default;
};

/// The form of an instruction; of one that accesses no memory AccessKind::none.
AccessForm form_of(const isa::Instruction& instruction);
/// The form of an instruction that has executed.
inline AccessForm form_of(const exec::MemoryAccess& access) {
  const bool is_texture = access.kind == exec::AccessKind::texture;
  return {access.kind, access.cache, access.is_volatile,
          is_texture ? std::uint8_t{0} : access.bytes};
}

}  // namespace heddle::core
