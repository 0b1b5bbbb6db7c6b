// Runs a routine as one thread would, for the few operations that random routines use: an
// independent reading of what each means, on plain arrays.
#pragma once

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "heddle/compile/code/constant_pool.hpp"
#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

class Thread {
 public:
  Thread(const Routine& routine, const ConstantPool& constants)
      : routine_(routine),
        constants_(constants),
        rows_(routine.rows + 2, 0xDEADBEEFu),
        predicates_(routine.predicates + 1, false) {}

  std::vector<std::uint32_t>& rows() { return rows_; }

  /// What happened: the value that each instruction computed, by its line, in order.
  struct Event {
    std::uint32_t line = 0;
    std::uint64_t value = 0;
    bool operator==(const Event&) const = default;
  };
  std::vector<Event> run(unsigned steps) {
    std::vector<Event> events;
    for (Pc pc = 0; steps > 0 && pc < routine_.code.size(); --steps) {
      const isa::Instruction& at = routine_.code[pc];
      const bool runs = at.guard == isa::kNoGuard || predicates_[at.guard] != at.guard_negated;
      Pc next = pc + 1;
      if (runs && (at.op == isa::Op::exit || at.op == isa::Op::ret)) break;
      if (runs && at.op == isa::Op::bra) {
        next = at.target;
      } else if (runs) {
        events.push_back({at.line, execute(at)});
      }
      pc = next;
    }
    return events;
  }

 private:
  std::uint64_t execute(const isa::Instruction& at) {
    const auto& to = at.destinations[0];
    switch (at.op) {
      case isa::Op::mov_b32:
        return write(to, word(at, 0));
      case isa::Op::mov_b64:
        return write_pair(to, pair(at, 0));
      case isa::Op::add_b32:
        return write(to, word(at, 0) + word(at, 1));
      case isa::Op::add_b64:
        return write_pair(to, pair(at, 0) + pair(at, 1));
      case isa::Op::mul_lo_b32:
        return write(to, word(at, 0) * word(at, 1));
      case isa::Op::mul_wide_u32:
        return write_pair(to, std::uint64_t{word(at, 0)} * word(at, 1));
      case isa::Op::mad_lo_b32:
        return write(to, word(at, 0) * word(at, 1) + word(at, 2));
      case isa::Op::mad_wide_u32:
        return write_pair(to, std::uint64_t{word(at, 0)} * word(at, 1) + pair(at, 2));
      case isa::Op::selp_b32:
        return write(to, test(at.sources[2]) ? word(at, 0) : word(at, 1));
      case isa::Op::setp_u32:
        predicates_[to.index] = at.modifiers.compare == isa::Compare::lt
                                    ? word(at, 0) < word(at, 1)
                                    : word(at, 0) == word(at, 1);
        return predicates_[to.index];
      default:
        ADD_FAILURE() << "no meaning for " << isa::info(at.op).name;
        return 0;
    }
  }

  std::uint32_t fetch(const isa::Operand& operand, unsigned half) const {
    return operand.kind == isa::OperandKind::constant
               ? static_cast<std::uint32_t>(constants_.row(operand.index + half).value)
               : rows_[operand.index + half];
  }
  std::uint32_t word(const isa::Instruction& at, unsigned source) const {
    return fetch(at.sources[source], 0);
  }
  std::uint64_t pair(const isa::Instruction& at, unsigned source) const {
    return fetch(at.sources[source], 0) | std::uint64_t{fetch(at.sources[source], 1)} << 32;
  }
  bool test(const isa::Operand& operand) const {
    return predicates_[operand.index] != operand.negated;
  }
  std::uint64_t write(const isa::Operand& to, std::uint32_t value) {
    return rows_[to.index] = value;
  }
  std::uint64_t write_pair(const isa::Operand& to, std::uint64_t value) {
    rows_[to.index] = static_cast<std::uint32_t>(value);
    rows_[to.index + 1] = static_cast<std::uint32_t>(value >> 32);
    return value;
  }

  const Routine& routine_;
  const ConstantPool& constants_;
  std::vector<std::uint32_t> rows_;
  std::vector<bool> predicates_;
};

}  // namespace heddle::compile
