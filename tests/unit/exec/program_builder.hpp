// Writes programs of the machine by hand, for tests of what executes them.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>

#include "heddle/isa/program.hpp"

namespace heddle::exec {

inline isa::Operand row(unsigned index) { return {isa::OperandKind::row, false, index}; }
inline isa::Operand predicate(unsigned index, bool negated = false) {
  return {isa::OperandKind::predicate, negated, index};
}

class ProgramBuilder {
 public:
  ProgramBuilder() {
    program_.name = "kernel";
    program_.file = "test.ptx";
    program_.functions.push_back({.name = "kernel", .rows = 32, .predicates = 8});
  }

  isa::Program& program() { return program_; }

  isa::Operand constant(isa::ConstantRow row) {
    program_.constants.push_back(row);
    return {isa::OperandKind::constant, false,
            static_cast<std::uint32_t>(program_.constants.size() - 1)};
  }
  isa::Operand word(std::uint32_t value) {
    return constant({.kind = isa::ConstantRow::Kind::immediate, .value = value});
  }
  /// A 64-bit constant.
  isa::Operand pair(std::uint64_t value) {
    const isa::Operand low = word(static_cast<std::uint32_t>(value));
    word(static_cast<std::uint32_t>(value >> 32));
    return low;
  }
  isa::Operand parameter(unsigned offset) {
    return constant({.kind = isa::ConstantRow::Kind::parameter, .value = offset});
  }
  isa::Operand parameter_pair(unsigned offset) {
    const isa::Operand low = parameter(offset);
    parameter(offset + 4);
    return low;
  }

  /// Appends an instruction whose line is its number, counted from 1. The reference holds until the
  /// next one is added.
  isa::Instruction& add(isa::Op op, std::initializer_list<isa::Operand> destinations = {},
                        std::initializer_list<isa::Operand> sources = {}) {
    isa::Instruction& instruction = program_.code.emplace_back();
    instruction.op = op;
    instruction.op_class = isa::info(op).op_class;
    instruction.line = static_cast<std::uint32_t>(program_.code.size());
    std::copy(destinations.begin(), destinations.end(), instruction.destinations.begin());
    std::copy(sources.begin(), sources.end(), instruction.sources.begin());
    return instruction;
  }
  isa::Instruction& load(isa::Space space, isa::Type type,
                         std::initializer_list<isa::Operand> destinations, isa::Operand address,
                         std::int64_t offset = 0) {
    isa::Instruction& instruction = add(isa::Op::ld, destinations, {address});
    set_access(instruction, space, type, destinations.size(), offset);
    return instruction;
  }
  isa::Instruction& store(isa::Space space, isa::Type type, isa::Operand address,
                          std::initializer_list<isa::Operand> values, std::int64_t offset = 0) {
    isa::Instruction& instruction = add(isa::Op::st, {}, {address});
    std::copy(values.begin(), values.end(), instruction.sources.begin() + 1);
    set_access(instruction, space, type, values.size(), offset);
    return instruction;
  }
  isa::Instruction& atomic(isa::Space space, isa::AtomicKind kind, isa::Type type,
                           isa::Operand destination, isa::Operand address, isa::Operand operand,
                           isa::Operand second = {}) {
    isa::Instruction& instruction = add(isa::Op::atom, {destination}, {address, operand, second});
    set_access(instruction, space, type, 1, 0);
    instruction.modifiers.atomic = kind;
    return instruction;
  }
  isa::Instruction& branch(Pc target, Pc reconvergence, unsigned guard = isa::kNoGuard,
                           bool negated = false) {
    isa::Instruction& instruction = add(isa::Op::bra);
    instruction.target = target;
    instruction.reconvergence = reconvergence;
    return guarded(instruction, guard, negated);
  }
  isa::Instruction& read_special(isa::Operand destination, isa::SpecialRegister which,
                                 isa::Type type = isa::Type::u32) {
    isa::Instruction& instruction = add(isa::Op::sreg, {destination});
    instruction.modifiers.immediate = static_cast<std::uint8_t>(which);
    instruction.modifiers.type = type;
    return instruction;
  }
  static isa::Instruction& guarded(isa::Instruction& instruction, unsigned guard,
                                   bool negated = false) {
    instruction.guard = static_cast<std::uint16_t>(guard);
    instruction.guard_negated = negated;
    return instruction;
  }

  Pc here() const { return static_cast<Pc>(program_.code.size()); }

  std::shared_ptr<const isa::Program> build() {
    isa::Program program = program_;
    if (program.functions[0].end == 0) program.functions[0].end = here();
    for (const isa::Function& function : program.functions) {
      program.rows += function.rows;
      program.predicates += function.predicates;
      program.local_bytes += function.local_bytes;
    }
    return std::make_shared<const isa::Program>(std::move(program));
  }

 private:
  static void set_access(isa::Instruction& instruction, isa::Space space, isa::Type type,
                         std::size_t elements, std::int64_t offset) {
    instruction.modifiers.space = space;
    instruction.modifiers.type = type;
    instruction.modifiers.vector = static_cast<std::uint8_t>(elements);
    instruction.offset = offset;
  }

  isa::Program program_;
};

}  // namespace heddle::exec
