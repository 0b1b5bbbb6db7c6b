#include "heddle/compile/passes/sequence_expansion.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "heddle/compile/code/parts.hpp"
#include "heddle/compile/code/sequences.hpp"
#include "heddle/compile/passes/word_arithmetic.hpp"
#include "heddle/isa/operands.hpp"

namespace heddle::compile {
namespace {

using isa::Instruction;
using isa::Op;
using isa::Operand;
using isa::OperandKind;

class Expansion {
 public:
  Expansion(Routine& routine, ConstantPool& constants, Assembler assembler)
      : routine_(routine), words_(routine, constants), assembler_(assembler) {}

  void run() {
    const auto size = static_cast<Pc>(routine_.code.size());
    for (Pc pc = 0; pc < size; ++pc) {
      if (is_outgoing(routine_.code[pc].destinations[0])) continue;
      const Instruction instruction = routine_.code[pc];
      if (const Sequence* sequence = sequence_of(assembler_, instruction)) {
        write(*sequence, instruction, pc);
      } else if (auto made = words_.of(instruction); !made.empty()) {
        made.back().ptx_instructions = instruction.ptx_instructions;
        routine_.code[pc] = made.back();
        made.pop_back();
        for (const Instruction& one : made) insertions_.push_back({pc, one});
      }
    }
    insert_instructions(routine_, insertions_);
  }

 private:
  /// A value on the longest path through a sequence.
  struct Value {
    Operand operand;
    unsigned rows = 1;
  };
  using Stages = std::span<const Stage>;
  using Code = std::vector<Instruction>;

  void write(const Sequence& sequence, const Instruction& whole, Pc pc) {
    const std::size_t split = sequence.stages.size() - sequence.tested;
    const bool is_last = sequence.tested == 0;
    Code before, behind;
    Value value = operand_of(whole);
    const auto write_steps = [&](Stages stages) {
      value = steps(stages, whole, value, before, &stages.back() == &sequence.stages.back());
    };
    std::optional<Operand> leaves;
    const bool late = sequence.test && sequence.test->of_result && !overwrites_operand(whole);
    if (sequence.test && !late) leaves = test(*sequence.test, whole, operand_of(whole), before);
    if (split != 0) write_steps(sequence.stages.first(split));
    if (late) {
      const Value result{whole.destinations[0], isa::destination_rows(whole, 0)};
      leaves = test(*sequence.test, whole, result, behind);
    }
    if (leaves) branch(*sequence.test, whole, *leaves, pc, is_last ? behind : before);
    if (!is_last) write_steps(sequence.stages.subspan(split));
    for (const Instruction& one : before) insertions_.push_back({pc, one});
    for (const Instruction& one : behind) insertions_.push_back({pc + 1, one, true});
    Instruction& last = routine_.code[pc];
    last.sources[0] = value.operand;
    last.op_class = last_class(sequence.stages);
  }

  static bool overwrites_operand(const Instruction& whole) {
    return whole.destinations[0] == whole.sources[0] || whole.destinations[0] == whole.sources[1];
  }

  static isa::OpClass last_class(Stages stages) { return stages.back().op_class; }

  static Value operand_of(const Instruction& whole) {
    return {whole.sources[0], isa::source_rows(whole, 0)};
  }

  /// Appends the steps of the stages and returns the value that the last step returns. With
  /// `leaves_last` the last instruction of the path is not a step.
  Value steps(Stages stages, const Instruction& whole, Value value, Code& code, bool leaves_last) {
    for (const Stage& stage : stages) {
      for (unsigned i = 0; i < stage.beside; ++i) {
        code.push_back(step(stage.op_class, whole, {value.operand, 1}));
      }
      const bool is_last = leaves_last && &stage == &stages.back();
      for (unsigned i = is_last ? 1 : 0; i < stage.chain; ++i) {
        code.push_back(step(stage.op_class, whole, value));
        value.operand = code.back().destinations[0];
      }
    }
    return value;
  }

  /// A step to a new row. It reads the second operand too, as most instructions of a sequence do.
  Instruction step(isa::OpClass op_class, const Instruction& whole, Value value) {
    Instruction made = part_of(whole, value.rows == 2 ? Op::step_b64 : Op::step_b32);
    made.op_class = op_class;
    made.destinations = {rows_between_parts(routine_, whole, value.rows)};
    made.sources = {value.operand};
    const unsigned other = isa::source_rows(whole, 1);
    if (other != 0 && whole.sources[1].kind == OperandKind::row) {
      made.sources[value.rows == 2 && other == 1 ? 2 : 1] = whole.sources[1];
    }
    return made;
  }

  static Instruction unguarded(Instruction whole) {
    whole.guard = isa::kNoGuard;
    whole.guard_negated = false;
    return whole;
  }

  /// Appends the test of the operands, which begins with steps on `first`. Returns its result.
  Operand test(const RangeTest& range, const Instruction& whole, Value first, Code& code) {
    // The test runs in all lanes, and the branch only under the guard.
    Instruction alone = unguarded(whole);
    if (first.rows == 2) first = {next_operand(first.operand), 1};
    alone.sources[1] = {};
    const Value value = steps(range.before, alone, first, code, false);
    Instruction last = part_of(alone, range.op);
    last.destinations = {predicate_operand(routine_.predicates++)};
    last.sources = {whole.sources[0]};
    const bool is_binary = isa::source_rows(whole, 1) != 0;
    if (is_binary) last.sources[1] = whole.sources[1];
    last.sources[is_binary ? 2 : 1] = value.operand;
    code.push_back(last);
    return last.destinations[0];
  }

  void branch(const RangeTest& range, const Instruction& whole, Operand leaves, Pc pc, Code& code) {
    const Instruction always = unguarded(whole);
    if (is_guarded(whole)) leaves = both(always, leaves, whole, code);
    Instruction away = part_of(always, Op::bra);
    away.guard = static_cast<std::uint16_t>(leaves.index);
    away.target = add_routine(range, always, pc);
    code.push_back(away);
  }

  Operand both(const Instruction& always, Operand leaves, const Instruction& whole, Code& code) {
    Instruction made = part_of(always, Op::and_pred);
    made.destinations = {predicate_operand(routine_.predicates++)};
    made.sources = {leaves, predicate_operand(whole.guard, whole.guard_negated)};
    code.push_back(made);
    return made.destinations[0];
  }

  /// Adds the routine for operands out of range. If the short sequence has already computed the
  /// result, the routine passes the result on, and otherwise computes it.
  Pc add_routine(const RangeTest& range, const Instruction& always, Pc pc) {
    const Sequence& sequence = *sequence_of(assembler_, always);
    const bool passes_on = sequence.tested == 0;
    Instruction alone = always;
    if (passes_on) alone.sources[1] = {};
    Value value = passes_on ? Value{always.destinations[0], isa::destination_rows(always, 0)}
                            : operand_of(always);
    Code code;
    value = steps(range.routine, alone, value, code, true);
    Instruction last =
        passes_on ? part_of(always, value.rows == 2 ? Op::step_b64 : Op::step_b32) : always;
    last.ptx_instructions = 0;
    last.destinations = always.destinations;
    last.sources[0] = value.operand;
    last.op_class = last_class(range.routine);
    code.push_back(last);
    Instruction back = part_of(always, Op::bra);
    back.target = pc + 1;
    code.push_back(back);
    const auto entry = static_cast<Pc>(routine_.code.size());
    routine_.code.insert(routine_.code.end(), code.begin(), code.end());
    return entry;
  }

  Routine& routine_;
  WordArithmetic words_;
  Assembler assembler_;
  std::vector<Insertion> insertions_;
};

}  // namespace

void expand_sequences(Routine& routine, ConstantPool& constants, Assembler assembler) {
  Expansion(routine, constants, assembler).run();
}

void split_moves(Routine& routine) {
  std::vector<Insertion> first_halves;
  for (Pc pc = 0; pc < routine.code.size(); ++pc) {
    Instruction& move = routine.code[pc];
    if (move.op != Op::mov_b64) continue;
    move.op = Op::mov_b32;
    Instruction low = move;
    low.ptx_instructions = 0;
    first_halves.push_back({pc, low});
    move.destinations[0] = next_operand(move.destinations[0]);
    move.sources[0] = next_operand(move.sources[0]);
  }
  insert_instructions(routine, first_halves);
}

}  // namespace heddle::compile
