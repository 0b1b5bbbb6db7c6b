// Bulk copies, copies of boxes of tensors, and asynchronous stores.
#include <fmt/core.h>

#include "heddle/compile/lowering/lower_instruction.hpp"
#include "heddle/isa/tensor_map.hpp"

namespace heddle::compile {
namespace {

using isa::Op;
using isa::Operand;
using isa::Type;

/// Emits the instruction of a bulk copy from its PTX operands, in order.
class BulkLowering {
 public:
  BulkLowering(Builder& builder, const ptx::Instruction& instruction, const isa::OpMatch& match)
      : builder_(builder), text_(instruction), op_(match.op), modifiers_(match.modifiers) {
    builder.note_capability(instruction, match.op, modifiers_);
  }

  isa::Modifiers& modifiers() { return modifiers_; }
  bool has_more() const { return next_ < text_.operands.size(); }

  /// An address in shared memory, as a row.
  Operand shared() { return complete_address(isa::Space::shared, 1, Op::add_b32); }
  /// An address in global memory, as a pair.
  Operand global() { return complete_address(isa::Space::global, 2, Op::add_b64); }
  Operand word(Type type) { return builder_.source(take(), 1, type, Width::may_be_wider); }
  /// The ranks or bytes that a mask of 16 bits names, if the instruction has this suffix.
  Operand mask(std::string_view suffix) { return text_.has(suffix) ? word(Type::b16) : Operand{}; }

  /// The address of a tensor map and the coordinates of a box: [map, {coordinates}].
  struct Box {
    Operand map, coordinates;
  };
  Box box() {
    const ptx::Operand& operand = take();
    const unsigned rank = modifiers_.rank;
    const bool is_box = operand.kind == ptx::OperandKind::texture && operand.elements.size() == 2;
    if (!is_box) refuse(operand.place, "expected [tensor map, {coordinates}]");
    const auto elements = elements_of(operand.elements[1]);
    if (elements.size() != rank)
      refuse(operand.place, fmt::format("expected {} coordinates", rank));
    coordinates_ = elements;
    return {builder_.source(operand.elements[0], 2, Type::u64), {}};
  }
  /// The offsets of .im2col, after the operands that precede them.
  void offsets() {
    const ptx::Operand& operand = take();
    const auto elements = elements_of(operand);
    if (elements.size() + 2 != modifiers_.rank)
      refuse(operand.place, fmt::format("expected {} offsets", modifiers_.rank - 2));
    coordinates_.insert(coordinates_.end(), elements.begin(), elements.end());
  }
  /// Consecutive rows with the coordinates and offsets.
  Operand gathered() {
    modifiers_.type = Type::b32;
    modifiers_.vector = static_cast<std::uint8_t>(coordinates_.size());
    const Operand rows = builder_.temporary(modifiers_.vector);
    unsigned at = 0;
    for (const ptx::Operand* value : coordinates_)
      builder_.move(next_operand(rows, at++),
                    builder_.source(*value, 1, Type::none, Width::may_be_wider), 1);
    return rows;
  }

  const ptx::Operand& take() {
    if (!has_more()) refuse(text_.place, "an operand is missing");
    return text_.operands[next_++];
  }

  void emit(std::initializer_list<Operand> sources) {
    if (has_more()) refuse(text_.operands[next_].place, "takes no more operands");
    builder_.emit(op_, {}, sources).modifiers = modifiers_;
  }

  [[noreturn]] void refuse(ptx::TextPosition place, const std::string& what) const {
    builder_.refuse(place, fmt::format("'{}': {}", text_.mnemonic(), what));
  }

 private:
  Operand complete_address(isa::Space space, unsigned rows, Op add) {
    isa::Modifiers modifiers;
    modifiers.space = space;
    const MemoryAddress address = lower_address(builder_, take(), modifiers);
    const auto offset = static_cast<std::uint64_t>(address.offset);
    const Operand constant = rows == 2
                                 ? builder_.constants().pair(offset)
                                 : builder_.constants().word(static_cast<std::uint32_t>(offset));
    if (!address.base) return constant;
    if (modifiers.short_address) refuse(text_.place, "an address in global memory has 64 bits");
    if (address.offset == 0) return address.base;
    const Operand sum = builder_.temporary(rows);
    builder_.emit(add, {sum}, {address.base, constant});
    return sum;
  }

  Builder& builder_;
  const ptx::Instruction& text_;
  Op op_;
  isa::Modifiers modifiers_;
  std::vector<const ptx::Operand*> coordinates_;
  std::size_t next_ = 0;
};

void lower_box(BulkLowering& bulk, const ptx::Instruction& instruction, Op op) {
  bulk.modifiers().immediate =
      instruction.has("im2col") || instruction.has("im2col_no_offs") ? 1 : 0;
  if (op == Op::tensor_load) {
    const Operand to = bulk.shared();
    const auto box = bulk.box();
    const Operand barrier = bulk.shared();
    if (instruction.has("im2col")) bulk.offsets();
    const Operand mask = bulk.mask("multicast::cluster");
    const Operand coordinates = bulk.gathered();
    return bulk.emit({to, box.map, coordinates, barrier, mask});
  }
  const auto box = bulk.box();
  if (op == Op::tensor_prefetch) {
    if (instruction.has("im2col")) bulk.offsets();
    return bulk.emit({box.map, bulk.gathered()});
  }
  const Operand from = bulk.shared();
  bulk.emit({box.map, bulk.gathered(), from});
}

}  // namespace

void lower_bulk_copy(Builder& builder, const ptx::Instruction& instruction,
                     const isa::OpMatch& match) {
  BulkLowering bulk(builder, instruction, match);
  switch (match.op) {
    case Op::bulk_load: {
      const Operand to = bulk.shared(), from = bulk.global(), bytes = bulk.word(Type::u32);
      const Operand barrier = bulk.shared();
      return bulk.emit({to, from, bytes, barrier, bulk.mask("multicast::cluster")});
    }
    case Op::bulk_send:
    case Op::bulk_reduce_shared: {
      const Operand to = bulk.shared(), from = bulk.shared(), bytes = bulk.word(Type::u32);
      return bulk.emit({to, from, bytes, bulk.shared()});
    }
    case Op::bulk_store:
    case Op::bulk_reduce: {
      const Operand to = bulk.global(), from = bulk.shared();
      return bulk.emit({to, from, bulk.word(Type::u32)});
    }
    case Op::bulk_prefetch: {
      const Operand from = bulk.global();
      return bulk.emit({from, bulk.word(Type::u32)});
    }
    default:
      return lower_box(bulk, instruction, match.op);
  }
}

void lower_async_store(Builder& builder, const ptx::Instruction& instruction,
                       const isa::OpMatch& match) {
  BulkLowering store(builder, instruction, match);
  const isa::Modifiers& modifiers = store.modifiers();
  const unsigned each = isa::rows_of(modifiers.type);
  if (modifiers.vector * each > 4 || isa::bytes_of(modifiers.type) < 4)
    store.refuse(instruction.place, "stores 4, 8 or 16 bytes");
  const Operand to = store.shared();
  const auto elements = elements_of(builder, store.take(), modifiers.vector);
  const Operand rows = builder.temporary(modifiers.vector * each);
  unsigned at = 0;
  for (const ptx::Operand* element : elements) {
    const Operand from = builder.source(*element, each, modifiers.type);
    for (unsigned i = 0; i < each; ++i)
      builder.move(next_operand(rows, at++), next_operand(from, i), 1);
  }
  store.emit({to, store.shared(), rows});
}

void lower_tensor_map_change(Builder& builder, const ptx::Instruction& instruction,
                             const isa::OpMatch& match) {
  BulkLowering change(builder, instruction, match);
  if (match.op == Op::tensormap_copy) {
    const Operand to = change.global(), from = change.shared();
    const ptx::Operand& bytes = change.take();
    if (bytes.kind != ptx::OperandKind::integer || bytes.value != isa::kTensorMapBytes)
      change.refuse(bytes.place, fmt::format("copies {} bytes", isa::kTensorMapBytes));
    return change.emit({to, from});
  }
  static constexpr std::string_view kFields[] = {
      "global_address", "rank",     "box_dim",           "global_dim",   "global_stride",
      "element_stride", "elemtype", "interleave_layout", "swizzle_mode", "fill_mode"};
  std::uint8_t field = 0;
  while (!instruction.has(kFields[field])) ++field;
  isa::Modifiers& modifiers = change.modifiers();
  modifiers.immediate = field;
  const Operand address = modifiers.space == isa::Space::shared ? change.shared() : change.global();
  const bool has_dimension = field >= 2 && field <= 5;
  if (has_dimension) {
    const ptx::Operand& dimension = change.take();
    if (dimension.kind != ptx::OperandKind::integer || dimension.value >= isa::kTensorRanks)
      change.refuse(dimension.place, "expected the number of a dimension, from 0 to 4");
    modifiers.vector = static_cast<std::uint8_t>(dimension.value + 1);
  }
  const bool is_wide = modifiers.source == Type::b64;
  const ptx::Operand& value = change.take();
  const Operand pair = builder.temporary(2);
  const Operand from = builder.source(value, is_wide ? 2 : 1, Type::none);
  builder.move(pair, from, 1);
  builder.move(next_operand(pair), is_wide ? next_operand(from) : builder.constants().word(0), 1);
  const Operand generic = builder.temporary(2);
  if (modifiers.space == isa::Space::shared) {
    builder.emit(
        Op::add_b32, {generic},
        {address, builder.constants().word(static_cast<std::uint32_t>(isa::kSharedWindow))});
    builder.move(next_operand(generic), builder.constants().word(0), 1);
  } else {
    builder.move(generic, address, 2);
  }
  change.emit({generic, pair});
}

void lower_register_count(Builder& builder, const ptx::Instruction& instruction,
                          const isa::OpMatch& match) {
  constexpr std::uint64_t kLeast = 24, kMost = 256, kUnit = 8;
  expect_operands(builder, instruction, 1, 1);
  const ptx::Operand& count = instruction.operands[0];
  const bool fits = count.kind == ptx::OperandKind::integer && count.value >= kLeast &&
                    count.value <= kMost && count.value % kUnit == 0;
  if (!fits)
    builder.refuse(count.place, fmt::format("expected a constant multiple of {} from {} to {}",
                                            kUnit, kLeast, kMost));
  isa::Modifiers modifiers = match.modifiers;
  builder.note_capability(instruction, match.op, modifiers);
  modifiers.immediate = static_cast<std::uint8_t>(count.value / kUnit);
  builder.emit(match.op, {}, {}).modifiers = modifiers;
}

}  // namespace heddle::compile
