#include "heddle/compile/register_assignment.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "heddle/compile/graph_colouring.hpp"
#include "heddle/compile/hidden_registers.hpp"
#include "heddle/compile/row_groups.hpp"

namespace heddle::compile {
namespace {

/// When each register is taken.
class RegisterFile {
 public:
  explicit RegisterFile(std::size_t moments) : moments_(moments) {}

  bool is_free(std::uint32_t index, const LiveRange& range) const {
    if (index >= taken_.size()) return true;
    return std::ranges::none_of(range, [&](const Stretch& stretch) {
      return taken_[index].any(stretch.begin, stretch.end);
    });
  }
  bool is_taken_at(std::uint32_t index, Moment moment) const {
    return index < taken_.size() && taken_[index].test(moment);
  }
  void take(std::uint32_t index, const LiveRange& range) {
    while (taken_.size() <= index) taken_.emplace_back(moments_);
    for (const Stretch& stretch : range) taken_[index].set_range(stretch.begin, stretch.end);
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(taken_.size()); }

 private:
  std::size_t moments_;
  std::vector<BitSet> taken_;
};

constexpr std::uint32_t kUnassigned = 0xFFFFFFFFu;

class RowAssigner {
 public:
  RowAssigner(const Routine& routine, RowGroups groups)
      : routine_(routine),
        groups_(std::move(groups)),
        file_(2 * routine.code.size() + 2),
        base_(groups_.size(), kUnassigned),
        hints_(groups_.size()) {}

  /// Groups with rows, fixed ones first, then by where they start.
  std::vector<std::uint32_t> order_of_starts() const {
    std::vector<std::uint32_t> order;
    for (std::uint32_t group = 0; group < groups_.size(); ++group) {
      if (!groups_.group(group).places.empty()) order.push_back(group);
    }
    const auto start = [&](std::uint32_t group) {
      Moment first = ~Moment{0};
      for (const LiveRange& range : groups_.group(group).places) {
        if (!range.empty()) first = std::min(first, range.front().begin);
      }
      return groups_.group(group).fixed ? 0 : first;
    };
    std::vector<Moment> starts(groups_.size());
    for (const std::uint32_t group : order) starts[group] = start(group);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t group) { return starts[group]; });
    return order;
  }

  Assignment run(const std::vector<std::uint32_t>& order) {
    collect_hints();
    for (const std::uint32_t group : order) assign(group);
    Assignment result;
    result.register_of.resize(value_count(routine_));
    for (ValueId row = 0; row < routine_.rows; ++row) {
      result.register_of[row] = base_[groups_.group_of(row)] + groups_.place_of(row);
    }
    result.rows = std::max(file_.size(), routine_.incoming);
    return result;
  }

 private:
  void assign(std::uint32_t group) {
    const RowGroup& rows = groups_.group(group);
    const auto size = static_cast<std::uint32_t>(rows.places.size());
    base_[group] = rows.fixed ? 0 : find_place(group, size);
    for (std::uint32_t place = 0; place < size; ++place) {
      file_.take(base_[group] + place, rows.places[place]);
    }
  }

  std::uint32_t find_place(std::uint32_t group, std::uint32_t size) const {
    for (const std::uint32_t hint : hints_[group]) {
      const auto place = hinted_place(hint, group);
      if (place && *place % groups_.group(group).alignment == 0 && fits(group, *place)) {
        return *place;
      }
    }
    const std::uint32_t step = groups_.group(group).alignment;
    if (size == 1) {
      if (const auto place = beside_taken(group)) return *place;
    }
    for (std::uint32_t base = 0;; base += step) {
      if (fits(group, base)) return base;
    }
  }

  /// A free place whose neighbour in the same even pair is taken, so that pairs find room
  /// elsewhere.
  std::optional<std::uint32_t> beside_taken(std::uint32_t group) const {
    const LiveRange& range = groups_.group(group).places[0];
    if (range.empty()) return std::nullopt;
    for (std::uint32_t base = 0; base < file_.size(); ++base) {
      if (file_.is_taken_at(base ^ 1, range.front().begin) && fits(group, base)) return base;
    }
    return std::nullopt;
  }

  bool fits(std::uint32_t group, std::uint32_t base) const {
    const RowGroup& rows = groups_.group(group);
    for (std::uint32_t place = 0; place < rows.places.size(); ++place) {
      if (!file_.is_free(base + place, rows.places[place])) return false;
    }
    return std::ranges::all_of(rows.conflicts, [&](const PairConflict& conflict) {
      const std::uint32_t other = groups_.group_of(conflict.other);
      return other == group || base_[other] == kUnassigned ||
             conflict.allows(base + groups_.place_of(conflict.own),
                             base_[other] + groups_.place_of(conflict.other));
    });
  }

  std::optional<std::uint32_t> hinted_place(ValueId row, std::uint32_t own) const {
    // The hint is a pair of rows: `row` and the row of this group that it is moved to or from.
    const std::uint32_t other = groups_.group_of(row);
    if (base_[other] == kUnassigned || other == own) return std::nullopt;
    return base_[other] + groups_.place_of(row);
  }

  /// Moves whose sides could not be coalesced: with a fixed row above all.
  void collect_hints() {
    for (const isa::Instruction& instruction : routine_.code) {
      if (instruction.op != isa::Op::mov_b32 && instruction.op != isa::Op::mov_b64) continue;
      const isa::Operand& to = instruction.destinations[0];
      const isa::Operand& from = instruction.sources[0];
      if (from.kind != isa::OperandKind::row || is_outgoing(from) || is_outgoing(to)) continue;
      if (groups_.place_of(to.index) == 0) hints_[groups_.group_of(to.index)].push_back(from.index);
      if (groups_.place_of(from.index) == 0) {
        hints_[groups_.group_of(from.index)].push_back(to.index);
      }
    }
  }

  const Routine& routine_;
  RowGroups groups_;
  RegisterFile file_;
  std::vector<std::uint32_t> base_;          ///< by group
  std::vector<std::vector<ValueId>> hints_;  ///< rows whose place a group would like to have
};

/// Predicates have no neighbours and no moves worth coalescing: the lowest free one.
void assign_predicates(const Routine& routine, const std::vector<LiveRange>& ranges,
                       Assignment& result) {
  std::vector<std::uint32_t> order(routine.predicates);
  std::iota(order.begin(), order.end(), 0u);
  const auto start = [&](std::uint32_t predicate) {
    const LiveRange& range = ranges[predicate_value(routine, predicate)];
    return range.empty() ? 0 : range.front().begin;
  };
  std::ranges::stable_sort(order, {}, start);
  RegisterFile file(2 * routine.code.size() + 2);
  for (const std::uint32_t predicate : order) {
    const ValueId value = predicate_value(routine, predicate);
    std::uint32_t index = 0;
    while (!file.is_free(index, ranges[value])) ++index;
    if (!ranges[value].empty()) file.take(index, ranges[value]);
    result.register_of[value] = index;
  }
  result.predicates = file.size();
}

/// Instructions for which a register that an access reads stays taken behind it: the access reads
/// it some time after it has issued, and who writes it before then has to wait.
constexpr Pc kHeld = 16;

void hold_store_sources(const Routine& routine, const FlowGraph& graph,
                        std::vector<LiveRange>& ranges) {
  for (Pc pc = 0; pc < routine.code.size(); ++pc) {
    const isa::Instruction& instruction = routine.code[pc];
    const bool stores =
        instruction.op_class == isa::OpClass::store || instruction.op_class == isa::OpClass::atomic;
    if (!stores) continue;
    const Pc end = std::min(graph.block(graph.block_of(pc)).end, pc + 1 + kHeld);
    for_each_read(routine, instruction, [&](ValueId value) {
      if (value >= routine.rows) return;
      ranges[value] = unite(ranges[value], {{reading(pc), reading(end)}});
    });
  }
}

bool is_identity(const isa::Instruction& instruction) {
  const bool is_move = instruction.op == isa::Op::mov_b32 || instruction.op == isa::Op::mov_b64 ||
                       instruction.op == isa::Op::mov_pred;
  return is_move && instruction.destinations[0] == instruction.sources[0];
}

}  // namespace

Assignment assign_registers(const Routine& routine, const Options& options) {
  const FlowGraph graph(routine);
  const Liveness liveness(routine, graph);
  std::vector<LiveRange> ranges = live_ranges(routine, graph, liveness);
  const std::uint32_t hidden = options.count_hidden ? rows_with_hidden(routine, graph, ranges) : 0;
  if (options.hold_sources) hold_store_sources(routine, graph, ranges);
  RowGroups groups(routine, ranges);
  if (options.coalesce_moves) coalesce_moves(routine, groups);
  RowAssigner by_start(routine, groups);
  Assignment result = by_start.run(by_start.order_of_starts());
  if (options.colour && result.rows > fewest_registers(groups)) {
    Assignment other = RowAssigner(routine, groups).run(colouring_order(groups));
    if (other.rows < result.rows) result = std::move(other);
  }
  assign_predicates(routine, ranges, result);
  result.registers = std::max(result.rows, hidden);
  return result;
}

void apply(const Assignment& assignment, Routine& routine) {
  const auto place = [&](isa::Operand& operand) {
    if (operand.kind == isa::OperandKind::row && !is_outgoing(operand)) {
      operand.index = assignment.register_of[operand.index];
    } else if (operand.kind == isa::OperandKind::predicate) {
      operand.index = assignment.register_of[predicate_value(routine, operand.index)];
    }
  };
  std::vector<bool> removed(routine.code.size(), false);
  for (Pc pc = 0; pc < routine.code.size(); ++pc) {
    isa::Instruction& instruction = routine.code[pc];
    std::ranges::for_each(instruction.destinations, place);
    std::ranges::for_each(instruction.sources, place);
    if (is_guarded(instruction)) {
      instruction.guard = static_cast<std::uint16_t>(
          assignment.register_of[predicate_value(routine, instruction.guard)]);
    }
    removed[pc] = is_identity(instruction);
  }
  routine.rows = assignment.rows;
  routine.predicates = assignment.predicates;
  routine.registers = assignment.registers;
  remove_instructions(routine, removed);
}

}  // namespace heddle::compile
