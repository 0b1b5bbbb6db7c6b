// Random routines for tests of passes: rows, pairs, predicates, guards, branches in every
// direction.
#pragma once

#include <random>

#include "heddle/compile/code/constant_pool.hpp"
#include "heddle/compile/code/routine.hpp"
#include "heddle/isa/operands.hpp"

namespace heddle::compile {

struct RandomShape {
  unsigned instructions = 40;
  unsigned rows = 6;   ///< single rows
  unsigned pairs = 4;  ///< 64-bit values
  unsigned predicates = 3;
  unsigned incoming = 0, results = 0;
};

/// Rows: incoming ones, single ones, pairs. The first instructions write every value, so that
/// nothing undefined is read; the last one leaves.
class RandomRoutine {
 public:
  RandomRoutine(std::mt19937& random, ConstantPool& constants, const RandomShape& shape)
      : random_(random), constants_(constants), shape_(shape) {}

  Routine make() {
    routine_.is_kernel = shape_.incoming == 0;
    routine_.incoming = shape_.incoming;
    routine_.results = shape_.results;
    routine_.rows = shape_.incoming + shape_.rows + 2 * shape_.pairs;
    routine_.predicates = shape_.predicates;
    define_all();
    while (routine_.code.size() < shape_.instructions) add_random();
    add(routine_.is_kernel ? isa::Op::exit : isa::Op::ret, {}, {});
    return std::move(routine_);
  }

 private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
  isa::Operand row() { return row_operand(below(shape_.incoming + shape_.rows)); }
  isa::Operand pair() {
    return row_operand(shape_.incoming + shape_.rows + 2 * below(shape_.pairs));
  }
  isa::Operand half() { return next_operand(pair(), below(2)); }
  isa::Operand predicate() { return predicate_operand(below(shape_.predicates), below(2) == 0); }
  isa::Operand any_row() {
    return below(3) == 0 ? half() : below(6) == 0 ? constants_.word(below(100)) : row();
  }
  isa::Operand any_pair() { return below(6) == 0 ? constants_.pair(below(100)) : pair(); }

  isa::Instruction& add(isa::Op op, std::initializer_list<isa::Operand> to,
                        std::initializer_list<isa::Operand> from) {
    isa::Instruction instruction;
    instruction.op = op;
    instruction.op_class = isa::info(op).op_class;
    std::copy(to.begin(), to.end(), instruction.destinations.begin());
    std::copy(from.begin(), from.end(), instruction.sources.begin());
    instruction.line = static_cast<std::uint32_t>(routine_.code.size());
    return routine_.code.emplace_back(instruction);
  }

  void define_all() {
    for (unsigned i = 0; i < shape_.rows; ++i) {
      add(isa::Op::mov_b32, {row_operand(shape_.incoming + i)}, {constants_.word(1000 + i)});
    }
    for (unsigned i = 0; i < shape_.pairs; ++i) {
      add(isa::Op::mov_b64, {row_operand(shape_.incoming + shape_.rows + 2 * i)},
          {constants_.pair(std::uint64_t{2000} + i)});
    }
    for (unsigned i = 0; i < shape_.results; ++i) {
      add(isa::Op::mov_b32, {row_operand(i)}, {constants_.word(3000 + i)});
    }
    for (unsigned i = 0; i < shape_.predicates; ++i) {
      add(isa::Op::setp_u32, {predicate_operand(i)}, {constants_.word(i), constants_.word(1)})
          .modifiers.compare = isa::Compare::lt;
    }
  }

  void add_random() {
    const unsigned kind = below(12);
    isa::Instruction* added = nullptr;
    if (kind < 2) {
      added = &add(isa::Op::mov_b32, {below(3) == 0 ? half() : row()}, {any_row()});
    } else if (kind < 3) {
      added = &add(isa::Op::mov_b64, {pair()}, {any_pair()});
    } else if (kind < 5) {
      added = &add(isa::Op::add_b32, {below(4) == 0 ? half() : row()}, {any_row(), any_row()});
    } else if (kind < 7) {
      added = &add(isa::Op::add_b64, {pair()}, {any_pair(), any_pair()});
    } else if (kind < 8) {
      added = &add(isa::Op::mul_wide_u32, {pair()}, {any_row(), any_row()});
    } else if (kind < 9) {
      added = &add(isa::Op::setp_u32, {predicate_operand(below(shape_.predicates))},
                   {any_row(), any_row()});
      added->modifiers.compare = isa::Compare::lt;
    } else if (kind < 10) {
      added = &add(isa::Op::selp_b32, {row()}, {any_row(), any_row(), predicate()});
    } else {
      added = &add(isa::Op::bra, {}, {});
      added->target = below(shape_.instructions);
    }
    isa::for_each_source_row(*added, [&](isa::Operand& source, unsigned rows) {
      if (isa::result_overlaps(*added, source, rows)) source = constants_.word(5);
    });
    if (below(kind >= 10 ? 2 : 5) != 0 && kind < 10) return;
    added->guard = static_cast<std::uint16_t>(below(shape_.predicates));
    added->guard_negated = below(2) == 0;
  }

  std::mt19937& random_;
  ConstantPool& constants_;
  RandomShape shape_;
  Routine routine_;
};

}  // namespace heddle::compile
