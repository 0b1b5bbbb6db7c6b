#include <fmt/core.h>

#include "heddle/compile/lowering/kernel_parameters.hpp"
#include "heddle/compile/lowering/lower_instruction.hpp"

namespace heddle::compile {
namespace {

using isa::ConstantRow;
using isa::Op;
using isa::Operand;
using isa::Type;

/// A parameter and the offset of a byte in the parameter.
struct ParameterByte {
  ptx::SymbolRef symbol;
  std::int64_t offset = 0;
};

/// Returns the parameter byte to which an address points, if the address is known at compile time.
/// The address names the parameter, or a register that contains the parameter's address. Empty: the
/// address is not known.
std::optional<ParameterByte> constant_address(Builder& builder, const ptx::Operand& address) {
  if (address.kind != ptx::OperandKind::address) {
    builder.refuse(address.place, "expected an address in [ ]");
  }
  if (address.reg == ptx::kNoIndex) return ParameterByte{address.symbol, address.offset};
  const ParameterRows::Alias* alias = builder.parameters().alias(address.reg);
  if (alias == nullptr) return std::nullopt;
  return ParameterByte{alias->symbol, alias->offset + address.offset};
}

bool lies_in(std::int64_t offset, unsigned bytes, std::uint64_t size) {
  return offset >= 0 && static_cast<std::uint64_t>(offset) + bytes <= size;
}

/// Emits an instruction that faults when it runs, in place of a load beyond the end of a parameter.
/// Compilers write such loads only in code that no thread reaches.
void fault_outside(Builder& builder, std::int64_t offset, std::uint64_t size,
                   const isa::Modifiers& load) {
  isa::Instruction& fault = builder.emit(Op::outside_parameter, {}, {});
  fault.modifiers = load;
  fault.offset = offset;
  fault.table = static_cast<std::uint32_t>(size);
}

void check_range(Builder& builder, const ptx::Operand& address, std::int64_t offset, unsigned bytes,
                 std::uint64_t size) {
  if (!lies_in(offset, bytes, size)) {
    builder.refuse(address.place, fmt::format("bytes {} to {} are not in the parameter, which has "
                                              "{} bytes",
                                              offset, offset + bytes - 1, size));
  }
}

ConstantRow parameter_row(std::int64_t offset, Type type) {
  ConstantRow row;
  row.kind = ConstantRow::Kind::parameter;
  row.value = offset;
  row.bytes = static_cast<std::uint8_t>(std::min(isa::bytes_of(type), 4u));
  row.sign_extend = row.bytes < 4 && isa::is_signed(type);
  return row;
}

/// Lowers a load from a parameter of the kernel. The parameter is a constant row.
void load_constant(Builder& builder, const ptx::Operand& to, std::int64_t offset, Type type) {
  const unsigned rows = isa::rows_of(type);
  const ConstantRow low = parameter_row(offset, type);
  const Operand value = rows == 2 ? builder.constants().pair(low, parameter_row(offset + 4, type))
                                  : builder.constants().word(low);
  builder.move(builder.destination(to, rows, Width::may_be_wider), value, rows);
  builder.extend(to, type);
}

/// A part of a parameter that is in rows: the row, and the part's first bit in the row.
struct BitField {
  Operand row;
  std::uint32_t position = 0;
};
BitField field(Builder& builder, const ptx::Operand& address, const ParameterRows::RowSpan& span,
               std::int64_t offset, unsigned bytes) {
  check_range(builder, address, offset, bytes, span.bytes);
  const auto at = static_cast<std::uint32_t>(offset);
  if (at % std::min(bytes, 4u) != 0) {
    builder.refuse(address.place, fmt::format("byte {} is not aligned to {} bytes", at, bytes));
  }
  return {row_operand(span.row + at / 4), 8 * (at % 4)};
}

void load_field(Builder& builder, const ptx::Operand& to, const BitField& from, Type type) {
  const unsigned bytes = isa::bytes_of(type);
  const Operand target = builder.destination(to, isa::rows_of(type), Width::may_be_wider);
  ConstantPool& constants = builder.constants();
  if (bytes >= 4) {
    builder.move(target, from.row, 1);
    if (bytes == 8) {
      builder.move(next_operand(target), next_operand(from.row), 1);
    }
  } else if (from.position == 0 && to.kind == ptx::OperandKind::reg &&
             builder.bytes_of(to) == bytes) {
    builder.move(target, from.row, 1);
  } else {
    builder.emit(isa::is_signed(type) ? Op::bfe_s32 : Op::bfe_u32, {target},
                 {from.row, constants.word(from.position), constants.word(8 * bytes)});
  }
  builder.extend(to, type);
}

void store_field(Builder& builder, const BitField& to, Operand value, unsigned bytes) {
  ConstantPool& constants = builder.constants();
  const bool first = !builder.is_guarded() && builder.parameters().first_write(to.row.index);
  if (bytes >= 4) {
    builder.move(to.row, value, 1);
    if (bytes < 8) return;
    if (!builder.is_guarded()) builder.parameters().first_write(to.row.index + 1);
    builder.move(next_operand(to.row), next_operand(value), 1);
  } else if (first && to.position == 0) {
    builder.move(to.row, value, 1);
  } else {
    builder.emit(Op::bfi_b32, {to.row},
                 {value, first ? constants.word(0) : to.row, constants.word(to.position),
                  constants.word(8 * bytes)});
  }
}

[[noreturn]] void refuse_computed(Builder& builder, const ptx::Operand& address) {
  builder.refuse(address.place,
                 "parameters of functions are held in registers: a computed address is not "
                 "supported (copy the parameter to local memory)");
}

}  // namespace

void lower_parameter_load(Builder& builder, const ptx::Instruction& instruction,
                          const isa::OpMatch& match) {
  expect_operands(builder, instruction, 2, 2);
  const ptx::Operand& address = instruction.operands[1];
  const auto from = constant_address(builder, address);
  if (!from) {
    if (!builder.function().is_entry) refuse_computed(builder, address);
    return lower_by_signature(builder, instruction, match);
  }
  const Type type = match.modifiers.type;
  const unsigned bytes = isa::bytes_of(type);
  const auto elements = elements_of(builder, instruction.operands[0], match.modifiers.vector);
  const auto span = builder.parameters().find(from->symbol);
  if (!span && from->symbol.kind != ptx::SymbolKind::parameter)
    builder.refuse(address.place, "expected the address of a parameter");
  const isa::Parameter parameter =
      span ? isa::Parameter{} : kernel_parameters(builder.function())[from->symbol.index];
  const std::uint64_t size = span ? span->bytes : parameter.bytes;
  std::int64_t offset = from->offset;
  if (!lies_in(offset, bytes * match.modifiers.vector, size))
    return fault_outside(builder, offset, size, match.modifiers);
  for (const ptx::Operand* element : elements) {
    if (span) {
      load_field(builder, *element, field(builder, address, *span, offset, bytes), type);
    } else {
      load_constant(builder, *element, parameter.offset + offset, type);
    }
    offset += bytes;
  }
}

void lower_parameter_store(Builder& builder, const ptx::Instruction& instruction,
                           const isa::OpMatch& match) {
  expect_operands(builder, instruction, 2, 2);
  const ptx::Operand& address = instruction.operands[0];
  const auto to = constant_address(builder, address);
  if (!to) refuse_computed(builder, address);
  const auto span = builder.parameters().find(to->symbol);
  if (!span || to->symbol.kind == ptx::SymbolKind::parameter) {
    builder.refuse(address.place, "only arguments and results can be written");
  }
  const Type type = match.modifiers.type;
  const unsigned bytes = isa::bytes_of(type);
  std::int64_t offset = to->offset;
  for (const ptx::Operand* element :
       elements_of(builder, instruction.operands[1], match.modifiers.vector)) {
    const Operand value = builder.source(*element, isa::rows_of(type), type, Width::may_be_wider);
    store_field(builder, field(builder, address, *span, offset, bytes), value, bytes);
    offset += bytes;
  }
}

}  // namespace heddle::compile
