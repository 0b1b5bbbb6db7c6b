#include "heddle/compile/passes/address_sharing.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <map>
#include <string>
#include <tuple>

#include "heddle/compile/code/bit_set.hpp"
#include "heddle/compile/code/write_index.hpp"
#include "heddle/compile/flow/facts.hpp"
#include "heddle/isa/program.hpp"
#include "heddle/isa/suffix.hpp"

namespace heddle::compile {
namespace {

using isa::Instruction;
using isa::Op;
using isa::OpClass;
using isa::Operand;

/// Operations whose first two sources may be exchanged.
constexpr Op kCommutes[] = {Op::add_b32,      Op::add_b64,      Op::mul_lo_b32, Op::mul_lo_b64,
                            Op::mul_wide_u32, Op::mul_wide_s32, Op::mad_lo_b32, Op::mad_lo_b64,
                            Op::mad_wide_u32, Op::mad_wide_s32, Op::and_b32,    Op::and_b64,
                            Op::or_b32,       Op::or_b64,       Op::xor_b32,    Op::xor_b64};

/// True if a thread always reads the same value from the special register. False for registers such
/// as clocks and the number of the SM.
bool is_fixed(const Instruction& read) {
  using isa::SpecialRegister;
  switch (static_cast<SpecialRegister>(read.modifiers.immediate)) {
    case SpecialRegister::tid_x:
    case SpecialRegister::tid_y:
    case SpecialRegister::tid_z:
    case SpecialRegister::ctaid_x:
    case SpecialRegister::ctaid_y:
    case SpecialRegister::ctaid_z:
    case SpecialRegister::laneid:
      return true;
    default:
      return false;
  }
}

/// True if the instruction has only one result, and the result depends only on the instruction's
/// sources.
bool is_arithmetic(const Instruction& instruction) {
  if (isa::destination_rows(instruction, 0) == 0 || is_outgoing(instruction.destinations[0]) ||
      instruction.destinations[1] || has_effects(instruction)) {
    return false;
  }
  if (instruction.op == Op::sreg) return is_fixed(instruction);
  const OpClass kind = instruction.op_class;
  return kind == OpClass::integer || kind == OpClass::integer_mul || kind == OpClass::logic ||
         kind == OpClass::convert || instruction.op == Op::frame_address;
}

/// The key of a computation in a map: operation, suffixes, immediate, sources and offset, but not
/// the destination.
using Key = std::tuple<Op, std::string, std::uint8_t, std::array<std::uint32_t, 5>, std::int64_t>;

/// Finds the values from which arithmetic computes addresses.
class AddressValues {
 public:
  explicit AddressValues(const Routine& routine) : writes_(routine), feeds_(value_count(routine)) {
    for (const Instruction& instruction : routine.code) {
      if (isa::signature_of(instruction.op).sources[0] != isa::OperandShape::address) continue;
      add(instruction.sources[0], isa::source_rows(instruction, 0));
    }
    while (!pending_.empty()) {
      const ValueId value = pending_.back();
      pending_.pop_back();
      for (const Pc pc : writes_.writes(value)) follow(routine.code[pc]);
    }
  }

  bool feeds(ValueId value) const { return feeds_.test(value); }

 private:
  void follow(const Instruction& instruction) {
    const bool moves = instruction.op == Op::mov_b32 || instruction.op == Op::mov_b64;
    if (!moves && !is_arithmetic(instruction)) return;
    isa::for_each_source_row(instruction,
                             [&](const Operand& source, unsigned rows) { add(source, rows); });
  }

  void add(const Operand& operand, unsigned rows) {
    if (operand.kind != isa::OperandKind::row || is_outgoing(operand)) return;
    for (ValueId value = operand.index; value < operand.index + rows; ++value) {
      if (feeds_.test(value)) continue;
      feeds_.set(value);
      pending_.push_back(value);
    }
  }

  WriteIndex writes_;
  BitSet feeds_;
  std::vector<ValueId> pending_;
};

class Sharing {
 public:
  explicit Sharing(Routine& routine)
      : routine_(routine),
        addresses_(routine),
        definitions_(routine),
        facts_(routine, definitions_) {}

  bool run() {
    definitions_.walk(routine_, [this](const Instruction& instruction, Pc pc) {
      if (is_arithmetic(instruction)) share(pc);
    });
    return shared_;
  }

 private:
  void share(Pc pc) {
    Instruction& instruction = routine_.code[pc];
    const Operand result = instruction.destinations[0];
    if (!addresses_.feeds(result.index)) return;
    std::vector<Pc>& before = done_[key_of(instruction, pc)];
    const auto found = std::ranges::find_if(before, [&](Pc at) { return holds(at, pc); });
    if (found == before.end()) {
      before.push_back(pc);
      return;
    }
    const unsigned rows = isa::destination_rows(instruction, 0);
    instruction.op = rows == 2 ? Op::mov_b64 : Op::mov_b32;
    instruction.op_class = OpClass::move;
    instruction.modifiers = {};
    instruction.sources = {routine_.code[*found].destinations[0]};
    instruction.offset = 0;
    shared_ = true;
    for (unsigned i = 0; i < rows; ++i) {
      note_copy(result.index + i, instruction.sources[0].index + i, pc);
    }
  }

  /// Returns the key of an instruction. If a source is a copy, the key contains the original.
  Key key_of(const Instruction& instruction, Pc pc) const {
    std::array<std::uint32_t, 5> sources{};
    std::ranges::transform(instruction.sources, sources.begin(), [&](Operand operand) {
      const bool is_row = operand.kind == isa::OperandKind::row;
      const auto copy = is_row ? copies_.find(operand.index) : copies_.end();
      if (copy != copies_.end() && definitions_.runs_before(copy->second.made, pc)) {
        operand.index = copy->second.original;
      }
      return std::bit_cast<std::uint32_t>(operand);
    });
    if (std::ranges::find(kCommutes, instruction.op) != std::end(kCommutes) &&
        sources[1] < sources[0]) {
      std::swap(sources[0], sources[1]);
    }
    return {instruction.op, isa::suffixes_of(instruction.modifiers),
            instruction.modifiers.immediate, sources, instruction.offset};
  }

  void note_copy(ValueId copy, ValueId original, Pc made) {
    if (!definitions_.only_write(copy) || !definitions_.only_write(original)) return;
    copies_[copy] = {original, made};
  }

  /// Returns whether the result of the instruction at `before` can replace the same operation at
  /// `use`. The result must still be in its register at `use`, and the sources must be unchanged.
  bool holds(Pc before, Pc use) const {
    const Instruction& definition = routine_.code[before];
    for (unsigned i = 0; i < isa::destination_rows(definition, 0); ++i) {
      const ValueId value = definition.destinations[0].index + i;
      if (facts_.definition_of(value, use) != &definition) return false;
    }
    for (unsigned i = 0; i < definition.sources.size(); ++i) {
      const Operand& source = definition.sources[i];
      const unsigned rows = isa::source_rows(definition, i);
      if (source && !facts_.still_holds(source, rows, definition, use)) return false;
    }
    return true;
  }

  Routine& routine_;
  AddressValues addresses_;
  Definitions definitions_;
  Facts facts_;
  std::map<Key, std::vector<Pc>> done_;
  /// The original of a copy, and the instruction that made the copy. Both values are written only
  /// once.
  struct Copy {
    ValueId original = 0;
    Pc made = 0;
  };
  std::map<ValueId, Copy> copies_;
  bool shared_ = false;
};

}  // namespace

bool share_addresses(Routine& routine) { return Sharing(routine).run(); }

}  // namespace heddle::compile
