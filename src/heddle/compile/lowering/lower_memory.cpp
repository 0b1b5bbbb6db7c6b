#include <algorithm>
#include <iterator>

#include <fmt/core.h>

#include "heddle/compile/lowering/lower_instruction.hpp"
#include "heddle/isa/operands.hpp"
#include "heddle/isa/suffix.hpp"

namespace heddle::compile {
namespace {

using isa::AtomicKind;
using isa::Geometry;
using isa::Operand;
using isa::Space;
using isa::Type;

/// Returns the isa::Space of a variable's state space.
Space space_of(const ptx::Variable& variable) {
  switch (variable.space) {
    case ptx::Space::global:
      return Space::global;
    case ptx::Space::constant:
      return Space::constant;
    case ptx::Space::shared:
      return Space::shared;
    case ptx::Space::local:
      return Space::local;
    case ptx::Space::param:
      return Space::param;
    case ptx::Space::reg:
      break;
  }
  return Space::generic;
}

MemoryAddress register_address(Builder& builder, const ptx::Operand& operand,
                               isa::Modifiers& modifiers) {
  ptx::Operand base = operand;
  base.kind = ptx::OperandKind::reg;
  base.offset = 0;
  modifiers.short_address = isa::address_rows(modifiers.space) == 2 && builder.bytes_of(base) == 4;
  const unsigned rows = isa::address_rows(modifiers);
  return {builder.source(base, rows, Type::none, Width::may_be_wider), operand.offset};
}

MemoryAddress symbol_address(Builder& builder, const ptx::Operand& operand, Space& space) {
  const ptx::SymbolRef& symbol = operand.symbol;
  if (symbol.kind == ptx::SymbolKind::module_variable ||
      symbol.kind == ptx::SymbolKind::function_variable) {
    const Space own = space_of(builder.scope().plan().variable(builder.module_function(), symbol));
    if (space == Space::generic) space = own;
    if (space != own) {
      builder.refuse(operand.place, fmt::format("'{}' is in .{}, not in .{}", operand.name,
                                                isa::name_of(own), isa::name_of(space)));
    }
  } else if (symbol.kind == ptx::SymbolKind::function) {
    builder.refuse(operand.place, fmt::format("'{}' is a function", operand.name));
  }
  ptx::Operand base = operand;
  base.kind = ptx::OperandKind::symbol;
  base.offset = 0;
  return {builder.symbol_address(base, isa::address_rows(space)), operand.offset};
}

bool is_parameter_access(const isa::OpMatch& match) {
  return match.modifiers.space == Space::param;
}

struct AtomicForm {
  AtomicKind kind;
  Type type;
};
constexpr AtomicForm kAtomicForms[] = {
    {AtomicKind::add, Type::u32},    {AtomicKind::add, Type::s32},   {AtomicKind::add, Type::u64},
    {AtomicKind::add, Type::s64},    {AtomicKind::add, Type::f32},   {AtomicKind::add, Type::f64},
    {AtomicKind::add, Type::f16},    {AtomicKind::add, Type::f16x2}, {AtomicKind::add, Type::bf16},
    {AtomicKind::add, Type::bf16x2}, {AtomicKind::and_, Type::b32},  {AtomicKind::and_, Type::b64},
    {AtomicKind::or_, Type::b32},    {AtomicKind::or_, Type::b64},   {AtomicKind::xor_, Type::b32},
    {AtomicKind::xor_, Type::b64},   {AtomicKind::exch, Type::b32},  {AtomicKind::exch, Type::b64},
    {AtomicKind::cas, Type::b16},    {AtomicKind::cas, Type::b32},   {AtomicKind::cas, Type::b64},
    {AtomicKind::min, Type::u32},    {AtomicKind::min, Type::s32},   {AtomicKind::min, Type::u64},
    {AtomicKind::min, Type::s64},    {AtomicKind::max, Type::u32},   {AtomicKind::max, Type::s32},
    {AtomicKind::max, Type::u64},    {AtomicKind::max, Type::s64},   {AtomicKind::inc, Type::u32},
    {AtomicKind::dec, Type::u32},
};

bool is_atomic_form(const isa::Modifiers& modifiers) {
  return std::ranges::any_of(kAtomicForms, [&](const AtomicForm& form) {
    return form.kind == modifiers.atomic && form.type == modifiers.type;
  });
}

/// Returns the number of coordinates for a texture of this geometry.
unsigned coordinates_of(Geometry geometry) {
  switch (geometry) {
    case Geometry::d1:
      return 1;
    case Geometry::d2:
    case Geometry::a1:
      return 2;
    case Geometry::d3:
    case Geometry::a2:
    case Geometry::cube:
      return 3;
    case Geometry::acube:
      return 4;
    case Geometry::none:
      break;
  }
  return 0;
}

Operand texture_handle(Builder& builder, const ptx::Operand& handle) {
  if (handle.kind == ptx::OperandKind::symbol || handle.kind == ptx::OperandKind::reg) {
    return builder.source(handle, 2, Type::u64);
  }
  builder.refuse(handle.place, "expected a texture");
}

}  // namespace

MemoryAddress lower_address(Builder& builder, const ptx::Operand& operand,
                            isa::Modifiers& modifiers) {
  if (operand.kind != ptx::OperandKind::address) {
    builder.refuse(operand.place, "expected an address in [ ]");
  }
  if (operand.reg != ptx::kNoIndex) return register_address(builder, operand, modifiers);
  if (operand.symbol.kind == ptx::SymbolKind::none) return {Operand{}, operand.offset};
  const MemoryAddress address = symbol_address(builder, operand, modifiers.space);
  const auto fixed = builder.constants().value(address.base, isa::address_rows(modifiers));
  if (!fixed) return address;
  return {Operand{}, address.offset + static_cast<std::int64_t>(*fixed)};
}

void lower_load(Builder& builder, const ptx::Instruction& instruction, const isa::OpMatch& match) {
  if (is_parameter_access(match)) return lower_parameter_load(builder, instruction, match);
  lower_by_signature(builder, instruction, match);
}

void lower_store(Builder& builder, const ptx::Instruction& instruction, const isa::OpMatch& match) {
  if (is_parameter_access(match)) return lower_parameter_store(builder, instruction, match);
  if (match.modifiers.space == Space::constant) {
    builder.refuse(instruction.place, "constant memory cannot be written");
  }
  lower_by_signature(builder, instruction, match);
}

void lower_atomic(Builder& builder, const ptx::Instruction& instruction,
                  const isa::OpMatch& match) {
  const Space space = match.modifiers.space;
  const bool has_space =
      space == Space::generic || space == Space::global || space == Space::shared;
  const bool is_reduction = match.op == isa::Op::red;
  const bool needs_result =
      match.modifiers.atomic == AtomicKind::cas || match.modifiers.atomic == AtomicKind::exch;
  if (!has_space || !is_atomic_form(match.modifiers) || (is_reduction && needs_result)) {
    builder.refuse(instruction.place,
                   fmt::format("instruction '{}' is not supported", instruction.mnemonic()));
  }
  const std::size_t operands =
      (is_reduction ? 2 : 3) + (match.modifiers.atomic == AtomicKind::cas ? 1 : 0);
  expect_operands(builder, instruction, operands, operands);
  lower_by_signature(builder, instruction, match);
}

void lower_cache_policy(Builder& builder, const ptx::Instruction& instruction,
                        const isa::OpMatch&) {
  expect_operands(builder, instruction, 1, 4);
  builder.move(builder.destination(instruction.operands.front(), 2), builder.constants().pair(0),
               2);
}

void lower_texture(Builder& builder, const ptx::Instruction& instruction,
                   const isa::OpMatch& match) {
  const bool has_level = match.op == isa::Op::tex_level;
  expect_operands(builder, instruction, has_level ? 3 : 2, has_level ? 3 : 2);
  const ptx::Operand& texture = instruction.operands[1];
  const unsigned coordinates = coordinates_of(match.modifiers.geometry);
  if (texture.kind != ptx::OperandKind::texture || texture.elements.size() < 2 ||
      match.modifiers.vector != 4 || coordinates + (has_level ? 1 : 0) > 4) {
    builder.refuse(instruction.place,
                   fmt::format("instruction '{}' is not supported", instruction.mnemonic()));
  }
  isa::Instruction read;
  read.sources[0] = texture_handle(builder, texture.elements.front());
  const ptx::Operand& vector = texture.elements.back();
  const bool is_vector = vector.kind == ptx::OperandKind::vector;
  if ((is_vector ? vector.elements.size() : 1) < coordinates) {
    builder.refuse(vector.place, fmt::format("expected {} coordinates", coordinates));
  }
  for (unsigned i = 0; i < coordinates; ++i) {
    const ptx::Operand& coordinate = is_vector ? vector.elements[i] : vector;
    read.sources[1 + i] = builder.source(coordinate, 1, Type::none);
  }
  if (has_level) read.sources[4] = builder.source(instruction.operands[2], 1, Type::none);
  unsigned position = 0;
  for (const ptx::Operand* element : elements_of(builder, instruction.operands[0], 4)) {
    read.destinations[position++] = builder.destination(*element, 1);
  }
  isa::Instruction& emitted = builder.emit(match.op, {}, {});
  emitted.modifiers = match.modifiers;
  emitted.sources = read.sources;
  emitted.destinations = read.destinations;
}

}  // namespace heddle::compile
