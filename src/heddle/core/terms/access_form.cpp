#include "heddle/core/terms/access_form.hpp"

#include "heddle/exec/memory/access_parts.hpp"
#include "heddle/isa/matrix/forms.hpp"

namespace heddle::core {
namespace {

exec::AccessKind kind_of(const isa::Instruction& instruction) {
  if (instruction.op == isa::Op::cp_async) return exec::AccessKind::copy;
  switch (instruction.op_class) {
    case isa::OpClass::load:
      return exec::AccessKind::load;
    case isa::OpClass::store:
      return exec::AccessKind::store;
    case isa::OpClass::atomic:
      return instruction.op == isa::Op::red ? exec::AccessKind::reduction
                                            : exec::AccessKind::atomic;
    case isa::OpClass::texture:
      return exec::AccessKind::texture;
    default:
      return exec::AccessKind::none;
  }
}

}  // namespace

AccessForm form_of(const isa::Instruction& instruction) {
  const exec::AccessKind kind = kind_of(instruction);
  if (kind == exec::AccessKind::none || kind == exec::AccessKind::texture) return {.kind = kind};
  const isa::Modifiers& modifiers = instruction.modifiers;
  exec::MemoryAccess access;
  const bool moves_matrices =
      instruction.op == isa::Op::ldmatrix || instruction.op == isa::Op::stmatrix;
  const unsigned bytes =
      moves_matrices ? isa::kMatrixRowBytes : isa::bytes_of(modifiers.type) * modifiers.vector;
  exec::describe_access(modifiers, bytes, kind, access);
  return {access.kind, access.cache, access.is_volatile, access.bytes};
}

}  // namespace heddle::core
