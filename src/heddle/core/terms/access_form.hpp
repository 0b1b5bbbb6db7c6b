// The form of a memory instruction. Instructions of one cycle can reach memory as one access only
// if their forms are equal. The form is known before the addresses are.
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

/// The form of an instruction. The kind is AccessKind::none if the instruction accesses no memory.
AccessForm form_of(const isa::Instruction& instruction);
/// The form of an instruction that has executed.
inline AccessForm form_of(const exec::MemoryAccess& access) {
  const bool is_texture = access.kind == exec::AccessKind::texture;
  return {access.kind, access.cache, access.is_volatile,
          is_texture ? std::uint8_t{0} : access.bytes};
}

}  // namespace heddle::core
