// The form of a memory instruction: its kind, width and other properties that are known before its
// addresses are. Instructions of one cycle can become one access only if their forms are equal.
#pragma once

#include <cstdint>

#include "heddle/exec/step/access.hpp"
#include "heddle/isa/instruction.hpp"

namespace heddle::core {

struct AccessForm {
  exec::AccessKind kind = exec::AccessKind::none;
  isa::CacheOperator cache = isa::CacheOperator::none;
  bool is_volatile = false;
  /// Bytes for each lane; 0 for textures, where the texture determines them.
  std::uint8_t bytes = 0;

  friend bool operator==(const AccessForm&, const AccessForm&) = default;
};

/// Returns the form of an instruction. Its kind is AccessKind::none if the instruction accesses no
/// memory.
AccessForm form_of(const isa::Instruction& instruction);
/// Returns the form of an instruction that has executed.
inline AccessForm form_of(const exec::MemoryAccess& access) {
  const bool is_texture = access.kind == exec::AccessKind::texture;
  return {access.kind, access.cache, access.is_volatile,
          is_texture ? std::uint8_t{0} : access.bytes};
}

}  // namespace heddle::core
