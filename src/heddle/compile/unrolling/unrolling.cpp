#include "heddle/compile/unrolling/unrolling.hpp"

#include <algorithm>

#include "heddle/compile/code/values.hpp"
#include "heddle/compile/flow/counted_loops.hpp"
#include "heddle/compile/unrolling/renamed_copies.hpp"
#include "heddle/compile/unrolling/unroll_plan.hpp"
#include "heddle/isa/operands.hpp"

namespace heddle::compile {
namespace {

using isa::Compare;
using isa::Op;
using isa::Operand;

/// Loops are not unrolled beyond this number of instructions in a routine, since the run time of
/// the later passes grows faster than the code.
constexpr std::size_t kMostCode = 1 << 15;
/// Largest number of new predicates that unrolling one loop needs.
constexpr std::uint32_t kPredicatesOfRound = 8;

class Unroller {
 public:
  Unroller(Routine& routine, ConstantPool& constants) : routine_(routine), constants_(constants) {}

  /// Unrolls either the loops that can be unrolled wholly (`whole`) or the other loops. Returns
  /// false if there is no such loop or no room for more code.
  bool run(bool whole) {
    std::vector<UnrollPlan> plans;
    for (const CountedLoop& loop : find_counted_loops(routine_, constants_)) {
      const auto plan = plan_unrolling(routine_, loop);
      if (plan && plan->disappears == whole) plans.push_back(*plan);
    }
    if (plans.empty() || !has_room(0)) return false;
    moved_to_.resize(routine_.code.size() + 1);
    Pc next = 0;
    for (const UnrollPlan& plan : plans) {
      if (!has_room(next)) break;
      keep(next, plan.loop.begin);
      unroll(plan);
      next = plan.loop.end;
    }
    keep(next, static_cast<Pc>(routine_.code.size()));
    moved_to_.back() = here();
    retarget();
    routine_.code = std::move(code_);
    return true;
  }

 private:
  /// Returns whether another loop may be unrolled. The new code and the old code from `next` on
  /// together must not exceed kMostCode.
  bool has_room(Pc next) const {
    return code_.size() + routine_.code.size() - next <= kMostCode &&
           routine_.predicates + kPredicatesOfRound <= kMostPredicates;
  }

  Pc here() const { return static_cast<Pc>(code_.size()); }

  /// Appends an instruction. If `is_final` is true, the instruction's branch target is an index
  /// into the new code, otherwise into the old code.
  void emit(const isa::Instruction& instruction, bool is_final = false) {
    code_.push_back(instruction);
    is_final_.push_back(is_final);
  }

  void keep(Pc begin, Pc end) {
    for (Pc pc = begin; pc < end; ++pc) {
      moved_to_[pc] = here();
      emit(routine_.code[pc]);
    }
  }

  void unroll(const UnrollPlan& plan) {
    for (Pc pc = plan.loop.begin; pc < plan.loop.end; ++pc) moved_to_[pc] = here();
    if (plan.disappears) {
      unroll_wholly(plan.loop);
    } else if (plan.loop.trips) {
      put_together(plan);
    } else {
      put_in_front(plan);
    }
  }

  /// Returns the instructions of `trips` iterations as indices into the old code. The branches of
  /// the loop are left out. The last iteration ends before `last_end`.
  std::vector<Pc> places(const CountedLoop& loop, std::uint32_t trips, Pc last_end) const {
    std::vector<Pc> sequence;
    for (std::uint32_t trip = 0; trip < trips; ++trip) {
      const Pc end = trip + 1 == trips ? last_end : loop.end;
      for (Pc pc = loop.begin; pc < end; ++pc) {
        if (leaving_of(routine_.code[pc]) == Leaving::falls_through) sequence.push_back(pc);
      }
    }
    return sequence;
  }

  void emit_copies(const std::vector<Pc>& sequence) {
    for (const isa::Instruction& copy : renamed_copies(routine_, sequence)) emit(copy);
  }

  void unroll_wholly(const CountedLoop& loop) {
    emit_copies(places(loop, *loop.trips, loop.exit));
    if (loop.tests_at_end()) return;
    isa::Instruction leave = routine_.code[loop.exit];
    leave.guard = isa::kNoGuard;
    leave.guard_negated = false;
    emit(leave);
  }

  /// Unrolls a loop of known length into rounds. The number of iterations in a round divides the
  /// loop's length. So only the last iteration of a round can be the last iteration of the loop.
  void put_together(const UnrollPlan& plan) {
    const CountedLoop& loop = plan.loop;
    const Pc top = here();
    if (loop.tests_at_end()) {
      emit_copies(places(loop, plan.together, loop.end));
      emit_branch(routine_.code[loop.exit], top);
      return;
    }
    // Only the last iteration of a round keeps the loop's test (the branch at loop.exit). The code
    // before the test is emitted first, then the test, then the code after the test. In the loop's
    // last round the test leaves the loop.
    std::vector<Pc> sequence = places(loop, plan.together, loop.exit);
    emit_copies(sequence);
    emit(routine_.code[loop.exit]);
    sequence.clear();
    for (Pc pc = loop.exit + 1; pc + 1 < loop.end; ++pc) sequence.push_back(pc);
    emit_copies(sequence);
    emit_branch(routine_.code[loop.end - 1], top);
  }

  /// Unrolls a loop of unknown length. Rounds of four iterations run while at least four iterations
  /// are left. Then the original loop runs the remaining iterations.
  void put_in_front(const UnrollPlan& plan) {
    const CountedLoop& loop = plan.loop;
    const isa::Instruction back = routine_.code[loop.exit];
    const Op compare = test_op(loop);
    const std::int64_t span = loop.step * (kTripsTogether - 1);
    const std::uint32_t ahead = emit_distance_test(loop, span);
    const std::size_t skip = code_.size();
    emit_guarded_branch(ahead, true);
    const Pc top = here();
    emit_copies(places(loop, kTripsTogether, loop.end));
    // After the first round, it is certain that the bound minus three steps has not wrapped.
    const std::uint32_t again = routine_.predicates++;
    if (loop.compare == Compare::ne) {
      emit_distance(loop, span, again);
    } else {
      emit_compare(compare, loop.compare, again, loop.counter, row_operand(last_bound_));
    }
    const std::size_t round = code_.size();
    emit_guarded_branch(again, false);
    code_[round].target = top;
    const std::uint32_t more = routine_.predicates++;
    emit_compare(compare, loop.compare, more, loop.counter, loop.bound);
    const std::size_t done = code_.size();
    emit_guarded_branch(more, true);
    const Pc rest = here();
    code_[skip].target = rest;
    for (Pc pc = loop.begin; pc + 1 < loop.end; ++pc) emit(routine_.code[pc]);
    emit_branch(back, rest);
    code_[done].target = here();
  }

  static Op test_op(const CountedLoop& loop) {
    if (loop.rows == 2) return loop.is_signed ? Op::setp_s64 : Op::setp_u64;
    return loop.is_signed ? Op::setp_s32 : Op::setp_u32;
  }

  isa::Instruction make(Op op) const {
    isa::Instruction instruction;
    instruction.op = op;
    instruction.op_class = isa::info(op).op_class;
    instruction.line = line_;
    instruction.ptx_instructions = 0;
    return instruction;
  }

  void emit_compare(Op op, Compare compare, std::uint32_t predicate, Operand a, Operand b) {
    isa::Instruction test = make(op);
    test.modifiers.compare = compare;
    test.destinations[0] = predicate_operand(predicate);
    test.sources[0] = a;
    test.sources[1] = b;
    emit(test);
  }

  Operand constant(const CountedLoop& loop, std::uint64_t value) {
    return loop.rows == 2 ? constants_.pair(value)
                          : constants_.word(static_cast<std::uint32_t>(value));
  }

  /// Emits code that sets the predicate if the distance from the counter to the bound is greater
  /// than `span`. If the loop's comparison is <= or >=, a distance equal to `span` also sets the
  /// predicate. The counter must not have passed the bound.
  void emit_distance(const CountedLoop& loop, std::int64_t span, std::uint32_t predicate) {
    const std::uint32_t distance = routine_.rows;
    routine_.rows += loop.rows;
    isa::Instruction subtract = make(loop.rows == 2 ? Op::sub_b64 : Op::sub_b32);
    subtract.destinations[0] = row_operand(distance);
    subtract.sources[0] = span > 0 ? loop.bound : loop.counter;
    subtract.sources[1] = span > 0 ? loop.counter : loop.bound;
    emit(subtract);
    const bool may_reach = loop.compare == Compare::le || loop.compare == Compare::ge;
    emit_compare(loop.rows == 2 ? Op::setp_u64 : Op::setp_u32,
                 may_reach ? Compare::ge : Compare::gt, predicate, row_operand(distance),
                 constant(loop, static_cast<std::uint64_t>(span > 0 ? span : -span)));
  }

  /// Emits the test whether at least four iterations are left, and returns the predicate of the
  /// test. Also emits the code that computes `last_bound_`, the bound for the rounds.
  std::uint32_t emit_distance_test(const CountedLoop& loop, std::int64_t span) {
    const std::uint32_t far = routine_.predicates++;
    emit_distance(loop, span, far);
    if (loop.compare == Compare::ne) return far;
    const std::uint32_t before = routine_.predicates++;
    emit_compare(test_op(loop), loop.compare, before, loop.counter, loop.bound);
    isa::Instruction both = make(Op::and_pred);
    const std::uint32_t ahead = routine_.predicates++;
    both.destinations[0] = predicate_operand(ahead);
    both.sources[0] = predicate_operand(far);
    both.sources[1] = predicate_operand(before);
    emit(both);
    last_bound_ = routine_.rows;
    routine_.rows += loop.rows;
    isa::Instruction add = make(loop.rows == 2 ? Op::add_b64 : Op::add_b32);
    add.destinations[0] = row_operand(last_bound_);
    add.sources[0] = loop.bound;
    add.sources[1] = constant(loop, static_cast<std::uint64_t>(-span));
    emit(add);
    return ahead;
  }

  void emit_branch(const isa::Instruction& like, Pc target) {
    emit(like, true);
    code_.back().target = target;
  }

  void emit_guarded_branch(std::uint32_t predicate, bool negated) {
    isa::Instruction branch = make(Op::bra);
    branch.guard = static_cast<std::uint16_t>(predicate);
    branch.guard_negated = negated;
    emit(branch, true);
  }

  void retarget() {
    for (Pc pc = 0; pc < code_.size(); ++pc) {
      if (leaving_of(code_[pc]) == Leaving::branches && !is_final_[pc]) {
        code_[pc].target = moved_to_[code_[pc].target];
      }
    }
    for (std::vector<Pc>& table : routine_.branch_tables) {
      for (Pc& target : table) target = moved_to_[target];
    }
  }

  Routine& routine_;
  ConstantPool& constants_;
  std::vector<isa::Instruction> code_;
  std::vector<bool> is_final_;  ///< by instruction of the new code: its branch target is an index
                                ///< into the new code
  std::vector<Pc> moved_to_;    ///< by instruction of the old code: its index in the new code
  std::uint32_t last_bound_ = 0, line_ = 0;
};

}  // namespace

bool unroll_whole_loops(Routine& routine, ConstantPool& constants) {
  return Unroller(routine, constants).run(true);
}

bool put_trips_together(Routine& routine, ConstantPool& constants) {
  return Unroller(routine, constants).run(false);
}

}  // namespace heddle::compile
