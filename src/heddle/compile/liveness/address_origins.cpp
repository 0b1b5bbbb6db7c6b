#include "heddle/compile/liveness/address_origins.hpp"

#include <algorithm>
#include <optional>

#include "heddle/isa/operands.hpp"

namespace heddle::compile {
namespace {

using isa::ConstantRow;
using isa::Instruction;
using isa::Op;
using isa::OpClass;

// Members of a set of origins. kAnywhere means any memory, and kOnChip means shared or local
// memory. The numbers from kPointers on are the pointers in the program's constants.
constexpr std::size_t kAnywhere = 0, kOnChip = 1, kPointers = 2;

/// Returns the pointer of which the constant row contains one half. Empty if the row cannot be part
/// of a pointer.
std::optional<isa::AddressOrigin> pointer_in(const ConstantRow& row) {
  constexpr auto kPointerBytes = 8u;
  if (row.kind == ConstantRow::Kind::symbol)
    return isa::AddressOrigin{isa::AddressOrigin::Kind::symbol, row.index};
  if (row.kind != ConstantRow::Kind::parameter || row.bytes != 4) return std::nullopt;
  const auto byte = static_cast<std::uint32_t>(row.value);
  return isa::AddressOrigin{isa::AddressOrigin::Kind::parameter,
                            byte / kPointerBytes * kPointerBytes};
}

bool is_window(std::uint64_t address) {
  return address - isa::kSharedWindow < isa::kSharedWindowBytes ||
         address - isa::kLocalWindow < isa::kLocalWindowBytes;
}

/// The sources from which the result of an instruction inherits origins: no source, all sources, or
/// only the third source. The other sources are plain numbers.
enum class Passes : std::uint8_t { none, all, last_of_three };

Passes passes_of(const Instruction& instruction) {
  using isa::bytes_of;
  switch (instruction.op) {
    case Op::shl_b32:
    case Op::shl_b64:
    case Op::shr_u16:
    case Op::shr_s16:
    case Op::shr_u32:
    case Op::shr_s32:
    case Op::shr_u64:
    case Op::shr_s64:
    case Op::neg_b32:
    case Op::neg_b64:
    case Op::bfe_u32:
    case Op::bfe_s32:
    case Op::bfe_u64:
    case Op::bfe_s64:
    case Op::sreg:
      return Passes::none;
    case Op::cvt:
      return bytes_of(instruction.modifiers.source) < bytes_of(instruction.modifiers.type)
                 ? Passes::none
                 : Passes::all;
    default:
      break;
  }
  if (instruction.op_class == OpClass::special) return Passes::none;
  if (instruction.op_class != OpClass::integer_mul) return Passes::all;
  return instruction.sources[2] ? Passes::last_of_three : Passes::none;
}

bool is_from_memory(const Instruction& instruction) {
  return instruction.op_class == OpClass::load || instruction.op_class == OpClass::atomic ||
         instruction.op_class == OpClass::texture || instruction.op_class == OpClass::system ||
         instruction.op_class == OpClass::call;
}

}  // namespace

AddressOrigins::AddressOrigins(const isa::Program& program, const Webs& webs)
    : program_(program), routine_(webs.routine) {
  collect();
  origins_.assign(routine_.rows, BitSet(kPointers + pointers_.size()));
  for (std::uint32_t row = 0; row < routine_.incoming; ++row) origins_[row].set(kAnywhere);
  spread();
}

void AddressOrigins::collect() {
  for (const ConstantRow& row : program_.constants) {
    const auto pointer = pointer_in(row);
    pointer_of_constant_.push_back(pointer ? number_of(*pointer) : 0);
  }
}

std::uint32_t AddressOrigins::number_of(const isa::AddressOrigin& origin) {
  const auto found = std::ranges::find(pointers_, origin);
  const auto number = static_cast<std::uint32_t>(kPointers + (found - pointers_.begin()));
  if (found == pointers_.end()) pointers_.push_back(origin);
  return number;
}

void AddressOrigins::spread() {
  for (bool changed = true; changed;) {
    changed = false;
    for (const Instruction& instruction : routine_.code) {
      isa::for_each_destination_row(instruction, [&](const isa::Operand& operand, unsigned rows) {
        if (is_outgoing(operand)) return;
        for (unsigned row = 0; row < rows; ++row)
          changed |= origins_[operand.index + row].unite(given(instruction, row, rows));
      });
    }
  }
}

BitSet AddressOrigins::given(const Instruction& instruction, unsigned row, unsigned rows) const {
  BitSet set(kPointers + pointers_.size());
  if (is_from_memory(instruction)) set.set(kAnywhere);
  if (instruction.op == Op::frame_address) set.set(kOnChip);
  const Passes passes = passes_of(instruction);
  if (is_from_memory(instruction) || passes == Passes::none) return set;
  for (unsigned i = passes == Passes::last_of_three ? 2 : 0; i < instruction.sources.size(); ++i) {
    const unsigned source_rows = isa::source_rows(instruction, i);
    for (unsigned from = 0; from < source_rows; ++from) {
      if (source_rows == rows && from != row) continue;
      set.unite(of_row(instruction.sources[i], from, source_rows));
    }
  }
  return set;
}

BitSet AddressOrigins::of_row(const isa::Operand& operand, unsigned row, unsigned rows) const {
  if (operand.kind == isa::OperandKind::constant) return of_constant(operand.index, row, rows);
  if (!is_outgoing(operand)) return origins_[operand.index + row];
  BitSet set(kPointers + pointers_.size());
  set.set(kAnywhere);  // an outgoing row contains the result of a call
  return set;
}

BitSet AddressOrigins::of_constant(std::uint32_t index, unsigned row, unsigned rows) const {
  BitSet set(kPointers + pointers_.size());
  if (const std::size_t pointer = pointer_of_constant_[index + row]) set.set(pointer);
  std::uint64_t value = 0;
  for (unsigned i = 0; i < rows; ++i) {
    const ConstantRow& word = program_.constants[index + i];
    if (word.kind != ConstantRow::Kind::immediate) return set;
    value |= std::uint64_t{static_cast<std::uint32_t>(word.value)} << (32 * i);
  }
  if (is_window(value)) set.set(kOnChip);
  return set;
}

AddressOrigins::Found AddressOrigins::of(const Instruction& access) const {
  const isa::Operand& address = access.sources[0];
  Found found;
  if (!address) {
    found.on_chip = is_window(static_cast<Addr>(access.offset));
    return found;
  }
  // Only the origins of the address's high half count, since the high half decides to which object
  // the pointer points. An index that was loaded from memory and added to the pointer affects the
  // origins of the low half only.
  const unsigned rows = isa::address_rows(access.modifiers);
  of_row(address, rows - 1, rows).for_each([&](std::size_t member) {
    if (member == kAnywhere) found.from_anywhere = true;
    if (member == kOnChip) found.on_chip = true;
    if (member >= kPointers) found.pointers.push_back(pointers_[member - kPointers]);
  });
  return found;
}

}  // namespace heddle::compile
