// cp.async and mbarrier.
#include <fmt/core.h>

#include "heddle/compile/lowering/lower_instruction.hpp"

namespace heddle::compile {
namespace {

using isa::Op;
using isa::Operand;
using isa::Type;

/// Returns the bytes that the copy writes: 4, 8 or 16.
unsigned size_of_copy(Builder& builder, const ptx::Instruction& instruction,
                      isa::CacheOperator cache) {
  const ptx::Operand& size = instruction.operands[2];
  const auto is = [&](std::uint64_t value) {
    return size.kind == ptx::OperandKind::integer && size.value == value;
  };
  if (cache == isa::CacheOperator::cg && is(16)) return 16;
  if (cache == isa::CacheOperator::ca && (is(4) || is(8) || is(16)))
    return static_cast<unsigned>(size.value);
  if (cache != isa::CacheOperator::ca && cache != isa::CacheOperator::cg)
    builder.refuse(instruction.place,
                   fmt::format("instruction '{}' does not exist: a copy is .ca or .cg",
                               instruction.mnemonic()));
  builder.refuse(size.place, fmt::format("'{}' copies {} bytes", instruction.mnemonic(),
                                         cache == isa::CacheOperator::cg ? "16" : "4, 8 or 16"));
}

/// Returns the row with the complete address in shared memory.
Operand shared_address(Builder& builder, const ptx::Operand& operand) {
  isa::Modifiers modifiers;
  modifiers.space = isa::Space::shared;
  const MemoryAddress address = lower_address(builder, operand, modifiers);
  const Operand offset = builder.constants().word(static_cast<std::uint32_t>(address.offset));
  if (!address.base) return offset;
  if (address.offset == 0) return address.base;
  const Operand sum = builder.temporary(1);
  builder.emit(Op::add_b32, {sum}, {address.base, offset});
  return sum;
}

/// Returns the row with the number of bytes that the copy reads, from the operand that says so or
/// from the predicate that makes the copy ignore its source.
Operand bytes_to_read(Builder& builder, const ptx::Operand& operand, unsigned bytes) {
  const bool is_predicate = operand.kind == ptx::OperandKind::reg && builder.rows_of(operand) == 0;
  if (!is_predicate) return builder.source(operand, 1, Type::u32);
  const Operand ignored = builder.predicate_source(operand);
  const Operand chosen = builder.temporary(1);
  builder.emit(Op::selp_b32, {chosen},
               {builder.constants().word(0), builder.constants().word(bytes), ignored});
  return chosen;
}

/// Lowers the instruction with the variant in Modifiers::immediate.
void lower_variant(Builder& builder, const ptx::Instruction& instruction, const isa::OpMatch& match,
                   std::uint8_t variant) {
  isa::OpMatch found = match;
  found.modifiers.immediate = variant;
  const isa::Space space = found.modifiers.space;
  if (space != isa::Space::generic && space != isa::Space::shared)
    builder.refuse(instruction.place,
                   fmt::format("'{}' accesses .shared memory only", instruction.mnemonic()));
  if (found.modifiers.type != Type::b64)
    builder.refuse(
        instruction.place,
        fmt::format("instruction '{}' does not exist: the type is .b64", instruction.mnemonic()));
  builder.note_capability(instruction, match.op, found.modifiers);
  lower_by_signature(builder, instruction, found);
}

}  // namespace

void lower_async_copy(Builder& builder, const ptx::Instruction& instruction,
                      const isa::OpMatch& match) {
  expect_operands(builder, instruction, 3, 4);
  isa::Modifiers modifiers = match.modifiers;
  builder.note_capability(instruction, match.op, modifiers);
  const unsigned bytes = size_of_copy(builder, instruction, modifiers.cache);
  modifiers.space = isa::Space::global;
  modifiers.type = Type::b32;
  modifiers.vector = static_cast<std::uint8_t>(bytes / 4);
  const Operand to = shared_address(builder, instruction.operands[0]);
  const MemoryAddress from = lower_address(builder, instruction.operands[1], modifiers);
  const Operand count = instruction.operands.size() == 4
                            ? bytes_to_read(builder, instruction.operands[3], bytes)
                            : Operand{};
  isa::Instruction& emitted = builder.emit(match.op, {}, {from.base, to, count});
  emitted.modifiers = modifiers;
  emitted.offset = from.offset;
}

void lower_with_capability(Builder& builder, const ptx::Instruction& instruction,
                           const isa::OpMatch& match) {
  isa::OpMatch found = match;
  builder.note_capability(instruction, match.op, found.modifiers);
  lower_by_signature(builder, instruction, found);
}

void lower_copy_arrival(Builder& builder, const ptx::Instruction& instruction,
                        const isa::OpMatch& match) {
  lower_variant(
      builder, instruction, match,
      instruction.has("noinc") ? isa::CopyArrival::kCounted : isa::CopyArrival::kIncrements);
}

void lower_mbarrier_arrival(Builder& builder, const ptx::Instruction& instruction,
                            const isa::OpMatch& match) {
  std::uint8_t variant = 0;
  if (instruction.has("arrive_drop")) variant |= isa::MbarrierArrival::kDrops;
  if (instruction.has("noComplete")) variant |= isa::MbarrierArrival::kMustNotComplete;
  if (instruction.has("expect_tx")) variant |= isa::MbarrierArrival::kExpectsBytes;
  const bool needs_count = variant > isa::MbarrierArrival::kDrops;
  expect_operands(builder, instruction, needs_count ? 3 : 2, 3);
  lower_variant(builder, instruction, match, variant);
}

void lower_mbarrier(Builder& builder, const ptx::Instruction& instruction,
                    const isa::OpMatch& match) {
  const bool is_second = instruction.has("try_wait") || instruction.has("complete_tx");
  lower_variant(builder, instruction, match, is_second ? 1 : 0);
}

}  // namespace heddle::compile
