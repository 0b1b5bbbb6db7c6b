#include <fmt/core.h>

#include "heddle/compile/lowering/lower_instruction.hpp"
#include "heddle/isa/suffix.hpp"

namespace heddle::compile {
namespace {

using isa::Op;
using isa::Operand;
using isa::Type;

/// Selector of prmt (byte permute). The result has the low half of `a` in its low half and the low
/// half of `b` in its high half.
constexpr std::uint32_t kLowHalves = 0x5410;

unsigned bits_of(const isa::OpMatch& match, const ptx::Instruction& instruction) {
  if (match.op == Op::mov_b64) return 64;
  return 8 * isa::bytes_of(isa::type_named(instruction.modifiers.front()));
}

/// Lowers moves to a vector, such as mov.b64 {a, b}, c. Each element gets its part of the bits of
/// the source.
void unpack(Builder& builder, const ptx::Instruction& instruction, unsigned bits) {
  const ptx::Operand& to = instruction.operands[0];
  const unsigned element_bits = bits / static_cast<unsigned>(to.elements.size());
  const Operand from = builder.source(instruction.operands[1], bits == 64 ? 2 : 1, Type::none);
  unsigned position = 0;
  for (const ptx::Operand& element : to.elements) {
    const Operand word = next_operand(from, position / 32);
    const unsigned shift = position % 32;
    position += element_bits;
    if (element.kind == ptx::OperandKind::sink) continue;
    const Operand target = builder.destination(element, 1);
    if (shift == 0) {
      builder.move(target, word, 1);
    } else {
      builder.emit(Op::shr_u32, {target}, {word, builder.constants().word(shift)});
    }
  }
}

/// Packs elements of 8 or 16 bits into one 32-bit word.
void pack_word(Builder& builder, Operand to, std::span<const Operand> elements) {
  if (elements.size() == 1) {
    builder.move(to, elements[0], 1);
  } else if (elements.size() == 2) {
    builder.emit(Op::prmt_b32, {to},
                 {elements[0], elements[1], builder.constants().word(kLowHalves)});
  } else {
    const Operand eight = builder.constants().word(8);
    Operand sum = elements[0];
    for (unsigned i = 1; i < elements.size(); ++i) {
      const Operand next = i + 1 == elements.size() ? to : builder.temporary(1);
      builder.emit(Op::bfi_b32, {next}, {elements[i], sum, builder.constants().word(8 * i), eight});
      sum = next;
    }
  }
}

/// Lowers moves from a vector, such as mov.b64 c, {a, b}. The bits of the elements become the bits
/// of the destination.
void pack(Builder& builder, const ptx::Instruction& instruction, unsigned bits) {
  const ptx::Operand& from = instruction.operands[1];
  const auto count = static_cast<unsigned>(from.elements.size());
  const unsigned element_bits = bits / count;
  const Operand to = builder.destination(instruction.operands[0], bits == 64 ? 2 : 1);
  const unsigned per_word = element_bits >= 32 ? 1 : std::min(count, 32 / element_bits);
  std::vector<Operand> elements;
  for (const ptx::Operand& element : from.elements) {
    elements.push_back(builder.source(element, 1, Type::none));
  }
  for (unsigned word = 0; word * per_word < count; ++word) {
    pack_word(builder, next_operand(to, word),
              std::span<const Operand>(elements).subspan(word * per_word, per_word));
  }
}

void check_elements(Builder& builder, const ptx::Operand& vector, unsigned bits) {
  const std::size_t count = vector.elements.size();
  if ((count != 2 && count != 4) || bits / count < 8) {
    builder.refuse(vector.place, "expected a vector of 2 or 4 elements");
  }
  for (const ptx::Operand& element : vector.elements) {
    if (element.kind == ptx::OperandKind::reg &&
        8 * builder.bytes_of(element) * count != static_cast<std::size_t>(bits)) {
      builder.refuse(element.place,
                     fmt::format("'{}' is not a register of {} bits", element.name, bits / count));
    }
  }
}

bool is_integer_or_bits(Type type) {
  return isa::is_integer(type) || type == Type::b8 || type == Type::b16 || type == Type::b32 ||
         type == Type::b64;
}

}  // namespace

void lower_move(Builder& builder, const ptx::Instruction& instruction, const isa::OpMatch& match) {
  expect_operands(builder, instruction, 2, 2);
  const ptx::Operand& to = instruction.operands[0];
  const ptx::Operand& from = instruction.operands[1];
  const unsigned bits = bits_of(match, instruction);
  const unsigned rows = bits == 64 ? 2 : 1;
  if (to.kind == ptx::OperandKind::vector) {
    check_elements(builder, to, bits);
    return unpack(builder, instruction, bits);
  }
  if (from.kind == ptx::OperandKind::vector) {
    check_elements(builder, from, bits);
    return pack(builder, instruction, bits);
  }
  const bool is_address_of_parameter = to.kind == ptx::OperandKind::reg &&
                                       !builder.function().is_entry &&
                                       builder.parameters().alias(to.reg) != nullptr;
  if (is_address_of_parameter) return;
  const Operand source = builder.source(from, rows, isa::type_named(instruction.modifiers.front()));
  builder.move(builder.destination(to, rows), source, rows);
}

void lower_vector_move(Builder& builder, const ptx::Instruction& instruction,
                       const isa::OpMatch& match) {
  expect_operands(builder, instruction, 2, 2);
  const unsigned count = match.modifiers.vector;
  const unsigned rows = isa::rows_of(match.modifiers.type);
  const auto to = elements_of(builder, instruction.operands[0], count);
  const auto from = elements_of(builder, instruction.operands[1], count);
  std::vector<Operand> copies;
  for (const ptx::Operand* element : from) {
    copies.push_back(builder.temporary(rows));
    builder.move(copies.back(), builder.source(*element, rows, match.modifiers.type), rows);
  }
  for (unsigned i = 0; i < count; ++i)
    builder.move(builder.destination(*to[i], rows), copies[i], rows);
}

void lower_address_conversion(Builder& builder, const ptx::Instruction& instruction,
                              const isa::OpMatch& match) {
  expect_operands(builder, instruction, 2, 2);
  const bool is_narrow = instruction.has("u32");
  const unsigned rows = is_narrow ? 1 : 2;
  const Operand from =
      builder.source(instruction.operands[1], rows, is_narrow ? Type::u32 : Type::u64);
  const Operand to = builder.destination(instruction.operands[0], rows);
  Addr window = 0;
  switch (match.modifiers.space) {
    case isa::Space::shared:
      window = isa::kSharedWindow;
      break;
    case isa::Space::local:
      window = isa::kLocalWindow;
      break;
    case isa::Space::param:
      if (!builder.function().is_entry)
        builder.refuse(instruction.place,
                       "generic addresses of a function's parameters are not supported");
      window = isa::kParameterWindow;
      break;
    case isa::Space::generic:
    case isa::Space::global:
    case isa::Space::constant:
      return builder.move(to, from, rows);
  }
  if (match.op == Op::cvta_to) window = Addr{0} - window;
  const Operand shift = is_narrow ? builder.constants().word(static_cast<std::uint32_t>(window))
                                  : builder.constants().pair(window);
  builder.emit(is_narrow ? Op::add_b32 : Op::add_b64, {to}, {from, shift});
}

void lower_conversion(Builder& builder, const ptx::Instruction& instruction,
                      const isa::OpMatch& match) {
  expect_operands(builder, instruction, 2, 2);
  const Type to_type = match.modifiers.type, from_type = match.modifiers.source;
  const unsigned to_bytes = isa::bytes_of(to_type), from_bytes = isa::bytes_of(from_type);
  const bool is_plain = is_integer_or_bits(to_type) && is_integer_or_bits(from_type) &&
                        !match.modifiers.saturate && !match.modifiers.relu;
  const ptx::Operand& to = instruction.operands[0];
  const bool widens_to_64 = to_bytes == 8 && from_bytes < 8;
  const bool keeps_low_bits = to_bytes <= from_bytes && to.kind == ptx::OperandKind::reg &&
                              builder.bytes_of(to) == to_bytes;
  if (!is_plain || (!widens_to_64 && !keeps_low_bits)) {
    return lower_by_signature(builder, instruction, match);
  }
  const unsigned rows = to_bytes == 8 ? 2 : 1;
  const Operand from = builder.source(instruction.operands[1], isa::rows_of(from_type), from_type,
                                      Width::may_be_wider);
  const Operand target = builder.destination(to, rows);
  if (keeps_low_bits) return builder.move(target, from, rows);
  if (from_bytes == 4) {
    builder.move(target, from, 1);
  } else {
    isa::Instruction& low = builder.emit(Op::cvt, {target}, {from});
    low.modifiers.type = isa::is_signed(from_type) ? Type::s32 : Type::u32;
    low.modifiers.source = from_type;
  }
  builder.extend(to, from_type);
}

}  // namespace heddle::compile
