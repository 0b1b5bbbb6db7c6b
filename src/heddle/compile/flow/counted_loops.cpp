#include "heddle/compile/flow/counted_loops.hpp"

#include <algorithm>

#include "heddle/compile/code/flow_graph.hpp"
#include "heddle/compile/code/values.hpp"
#include "heddle/isa/terms/compare.hpp"

namespace heddle::compile {
namespace {

using isa::Compare;
using isa::Op;
using isa::Operand;
using isa::OperandKind;

/// A loop with more iterations than this number counts as a loop of unknown length.
constexpr std::uint32_t kMostTrips = 4096;
/// Number of blocks before the loop that are searched for the counter's first value.
constexpr unsigned kBlocksAbove = 8;

Compare opposite(Compare compare) {
  switch (compare) {
    case Compare::eq:
      return Compare::ne;
    case Compare::ne:
      return Compare::eq;
    case Compare::lt:
      return Compare::ge;
    case Compare::ge:
      return Compare::lt;
    case Compare::gt:
      return Compare::le;
    case Compare::le:
      return Compare::gt;
    default:
      return Compare::none;
  }
}

/// Returns the comparison that gives the same result with exchanged operands.
Compare mirrored(Compare compare) {
  switch (compare) {
    case Compare::lt:
      return Compare::gt;
    case Compare::gt:
      return Compare::lt;
    case Compare::le:
      return Compare::ge;
    case Compare::ge:
      return Compare::le;
    default:
      return compare;
  }
}

template <typename Integer>
bool holds(Compare compare, Integer a, Integer b) {
  switch (compare) {
    case Compare::eq:
      return a == b;
    case Compare::ne:
      return a != b;
    case Compare::lt:
      return a < b;
    case Compare::le:
      return a <= b;
    case Compare::gt:
      return a > b;
    case Compare::ge:
      return a >= b;
    default:
      return false;
  }
}

/// True if the loop's comparison of `counter` with `bound` is true. A counter of one row has 32
/// bits.
bool holds(const CountedLoop& loop, std::uint64_t counter, std::uint64_t bound) {
  if (loop.rows == 2) {
    return loop.is_signed ? holds(loop.compare, static_cast<std::int64_t>(counter),
                                  static_cast<std::int64_t>(bound))
                          : holds(loop.compare, counter, bound);
  }
  const auto a = static_cast<std::uint32_t>(counter), b = static_cast<std::uint32_t>(bound);
  return loop.is_signed
             ? holds(loop.compare, static_cast<std::int32_t>(a), static_cast<std::int32_t>(b))
             : holds(loop.compare, a, b);
}

class Finder {
 public:
  Finder(const Routine& routine, const ConstantPool& constants)
      : routine_(routine), constants_(constants), graph_(routine), entries_(routine.code.size()) {
    const auto enter = [&](Pc target) {
      if (target < entries_.size()) ++entries_[target];
    };
    for (const isa::Instruction& instruction : routine.code) {
      if (leaving_of(instruction) == Leaving::branches) enter(instruction.target);
    }
    for (const std::vector<Pc>& table : routine.branch_tables) std::ranges::for_each(table, enter);
  }

  std::vector<CountedLoop> run() {
    std::vector<CountedLoop> loops;
    for (Pc pc = 0; pc < routine_.code.size(); ++pc) {
      const isa::Instruction& branch = routine_.code[pc];
      if (leaving_of(branch) != Leaving::branches || branch.target > pc) continue;
      CountedLoop loop;
      loop.begin = branch.target;
      loop.end = pc + 1;
      if (is_straight(loop) && !stays_rolled(loop) && find_test(loop) && find_step(loop)) {
        loop.trips = count_trips(loop);
        loops.push_back(loop);
      }
    }
    return loops;
  }

 private:
  /// True if the loop is one straight path, is entered only at its start, and has only one branch
  /// that leaves the loop. Sets loop.exit to this branch.
  bool is_straight(CountedLoop& loop) const {
    unsigned exits = 0;
    for (Pc pc = loop.begin; pc < loop.end; ++pc) {
      const isa::Instruction& instruction = routine_.code[pc];
      if (pc != loop.begin && entries_[pc] != 0) return false;
      if (instruction.op_class == isa::OpClass::call) return false;
      const Leaving leaving = leaving_of(instruction);
      if (leaving == Leaving::falls_through) continue;
      if (leaving != Leaving::branches) return false;
      const bool goes_back = pc + 1 == loop.end;
      if (!goes_back && (!is_guarded(instruction) || is_inside(loop, instruction.target)))
        return false;
      if (!is_guarded(instruction)) continue;
      loop.exit = pc;
      ++exits;
    }
    return exits == 1;
  }

  static bool is_inside(const CountedLoop& loop, Pc pc) {
    return pc >= loop.begin && pc < loop.end;
  }

  /// True if the PTX text has .pragma "nounroll" for the loop. This pragma is between the
  /// instruction before the loop and the end of the loop.
  bool stays_rolled(const CountedLoop& loop) const {
    const std::uint32_t above = loop.begin == 0 ? 0 : routine_.code[loop.begin - 1].line;
    const std::uint32_t last = routine_.code[loop.end - 1].line;
    return std::ranges::any_of(routine_.rolled_lines,
                               [&](std::uint32_t line) { return line > above && line < last; });
  }

  /// Finds the comparison whose result guards the branch that leaves the loop.
  bool find_test(CountedLoop& loop) {
    const isa::Instruction& branch = routine_.code[loop.exit];
    const ValueId guard = predicate_value(routine_, branch.guard);
    const auto at = last_write(loop.begin, loop.exit, guard);
    if (!at) return false;
    const isa::Instruction& test = routine_.code[*at];
    switch (test.op) {
      case Op::setp_u32:
      case Op::setp_s32:
        loop.rows = 1;
        break;
      case Op::setp_u64:
      case Op::setp_s64:
        loop.rows = 2;
        break;
      default:
        return false;
    }
    if (is_guarded(test) || test.modifiers.boolean != isa::Boolean::none) return false;
    loop.is_signed = test.op == Op::setp_s32 || test.op == Op::setp_s64;
    loop.compare = isa::without_sign(test.modifiers.compare);
    const bool is_second = test.destinations[0] != predicate_operand(branch.guard);
    const bool goes_on = loop.tests_at_end() != branch.guard_negated;
    if (goes_on == is_second) loop.compare = opposite(loop.compare);
    const bool first_counts = changes(loop, test.sources[0], loop.rows);
    const Operand& counter = test.sources[first_counts ? 0 : 1];
    const Operand& bound = test.sources[first_counts ? 1 : 0];
    if (!first_counts) loop.compare = mirrored(loop.compare);
    if (counter.kind != OperandKind::row || is_outgoing(counter)) return false;
    if (changes(loop, bound, loop.rows) || is_outgoing(bound)) return false;
    loop.counter = counter;
    loop.bound = bound;
    test_ = *at;
    return loop.compare != Compare::none;
  }

  /// Finds the one instruction that changes the counter.
  bool find_step(CountedLoop& loop) const {
    std::optional<Pc> step;
    for (Pc pc = loop.begin; pc < loop.end; ++pc) {
      bool writes = false;
      for_each_write(routine_, routine_.code[pc], [&](ValueId value) {
        writes |= value >= loop.counter.index && value < loop.counter.index + loop.rows;
      });
      if (writes && step) return false;
      if (writes) step = pc;
    }
    if (!step || is_guarded(routine_.code[*step])) return false;
    const isa::Instruction& add = routine_.code[*step];
    if (add.op != (loop.rows == 1 ? Op::add_b32 : Op::add_b64)) return false;
    if (add.destinations[0] != loop.counter) return false;
    const unsigned own = add.sources[0] == loop.counter ? 0 : 1;
    if (add.sources[own] != loop.counter) return false;
    const auto by = constants_.value(add.sources[1 - own], loop.rows);
    if (!by || *by == 0) return false;
    loop.step = loop.rows == 1 ? static_cast<std::int32_t>(*by) : static_cast<std::int64_t>(*by);
    loop.steps_first = *step < test_;
    return true;
  }

  bool changes(const CountedLoop& loop, const Operand& operand, unsigned rows) const {
    if (operand.kind != OperandKind::row) return false;
    for (unsigned i = 0; i < rows; ++i) {
      if (last_write(loop.begin, loop.end, operand.index + i)) return true;
    }
    return false;
  }

  std::optional<Pc> last_write(Pc begin, Pc end, ValueId value) const {
    for (Pc pc = end; pc-- > begin;) {
      bool writes = false;
      for_each_write(routine_, routine_.code[pc],
                     [&](ValueId written) { writes |= written == value; });
      if (writes) return pc;
    }
    return std::nullopt;
  }

  std::optional<std::uint32_t> count_trips(const CountedLoop& loop) const {
    const auto bound = constants_.value(loop.bound, loop.rows);
    const auto first = first_value(loop);
    if (!bound || !first) return std::nullopt;
    std::uint64_t counter = *first;
    for (std::uint32_t trip = 1; trip <= kMostTrips; ++trip) {
      const std::uint64_t next = counter + static_cast<std::uint64_t>(loop.step);
      if (!holds(loop, loop.steps_first ? next : counter, *bound)) return trip;
      counter = next;
    }
    return std::nullopt;
  }

  /// Returns the value of the counter at the entry of the loop. Empty if the value is not a known
  /// constant.
  std::optional<std::uint64_t> first_value(const CountedLoop& loop) const {
    BlockId at = graph_.block_of(loop.begin);
    for (unsigned blocks = 0; blocks < kBlocksAbove; ++blocks) {
      std::optional<BlockId> above;
      for (const BlockId from : graph_.block(at).predecessors) {
        if (blocks == 0 && is_inside(loop, graph_.block(from).begin)) continue;
        if (above) return std::nullopt;
        above = from;
      }
      if (!above) return std::nullopt;
      at = *above;
      const BasicBlock& block = graph_.block(at);
      const auto write = last_write(block.begin, block.end, loop.counter.index);
      if (!write) continue;
      const isa::Instruction& move = routine_.code[*write];
      const bool is_move = move.op == (loop.rows == 1 ? Op::mov_b32 : Op::mov_b64);
      if (!is_move || is_guarded(move) || move.destinations[0] != loop.counter) return std::nullopt;
      return constants_.value(move.sources[0], loop.rows);
    }
    return std::nullopt;
  }

  const Routine& routine_;
  const ConstantPool& constants_;
  FlowGraph graph_;
  std::vector<std::uint32_t> entries_;  ///< by instruction: number of branches to the instruction
  Pc test_ = 0;                         ///< the comparison of the current loop
};

}  // namespace

std::vector<CountedLoop> find_counted_loops(const Routine& routine, const ConstantPool& constants) {
  return Finder(routine, constants).run();
}

}  // namespace heddle::compile
