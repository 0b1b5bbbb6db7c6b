#include "heddle/compile/register_assignment.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "heddle/compile/bank_choice.hpp"
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

/// Where NVIDIA's ABI keeps the stack pointer.
constexpr std::uint32_t kStackPointer = 1;

constexpr std::uint32_t kAnyBank = 0;
/// Registers that a kernel may take beyond those that it needs, so that the sources of its
/// instructions lie in both banks, while it takes no threads from the SM.
constexpr std::uint32_t kMoreForBanks = 3;
constexpr std::uint32_t kReservedBesides = 2;  ///< since Volta, beside the stack pointer

class RowAssigner {
 public:
  RowAssigner(const Routine& routine, RowGroups groups, const Options& options,
              std::uint32_t banked_rows)
      : routine_(routine),
        groups_(std::move(groups)),
        file_(2 * routine.code.size() + 2),
        base_(groups_.size(), kUnassigned),
        hints_(groups_.size()),
        banked_rows_(banked_rows) {
    if (banked_rows != kAnyBank) banks_.emplace(routine, groups_);
    if (options.keep_stack_pointer && routine.is_kernel) {
      file_.take(kStackPointer, {{0, static_cast<Moment>(2 * routine.code.size() + 2)}});
    }
  }

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
    if (banks_ && size == 1) banks_->place(group, base_[group]);
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
      const auto bank = banks_ ? banks_->wanted(group) : std::nullopt;
      if (const auto place = beside_taken(group, bank)) return *place;
      if (bank) {
        const std::uint32_t place = first_free(group, *bank, 2);
        if (place < banked_rows_) return place;
        if (const auto any = beside_taken(group, std::nullopt)) return *any;
      }
    }
    return first_free(group, 0, step);
  }

  std::uint32_t first_free(std::uint32_t group, std::uint32_t base, std::uint32_t step) const {
    while (!fits(group, base)) base += step;
    return base;
  }

  /// A free place whose neighbour in the same even pair is taken, so that pairs find room
  /// elsewhere.
  std::optional<std::uint32_t> beside_taken(std::uint32_t group,
                                            std::optional<std::uint32_t> bank) const {
    const LiveRange& range = groups_.group(group).places[0];
    if (range.empty()) return std::nullopt;
    const std::uint32_t step = bank ? 2 : 1;
    for (std::uint32_t base = bank.value_or(0); base < file_.size(); base += step) {
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
  std::uint32_t banked_rows_;                ///< in which a row waits for a place in its bank
  std::optional<BankChoice> banks_;
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

/// A store reads its registers some time after it has issued, and who writes them before then has
/// to wait: they stay taken for `held` instructions behind it.
void hold_store_sources(const Routine& routine, const FlowGraph& graph, Pc held,
                        std::vector<LiveRange>& ranges) {
  for (Pc pc = 0; pc < routine.code.size(); ++pc) {
    const isa::Instruction& instruction = routine.code[pc];
    const bool stores =
        instruction.op_class == isa::OpClass::store || instruction.op_class == isa::OpClass::atomic;
    if (!stores) continue;
    const Pc end = std::min(graph.block(graph.block_of(pc)).end, pc + 1 + held);
    for_each_read(routine, instruction, [&](ValueId value) {
      if (value >= routine.rows) return;
      ranges[value] = unite(ranges[value], {{reading(pc), reading(end)}});
    });
  }
}

/// The orders in which groups of rows can get their registers; that of colouring is found when it
/// is first asked for.
class Orders {
 public:
  explicit Orders(const RowGroups& groups) : groups_(groups), fewest_(fewest_registers(groups)) {}

  const RowGroups& groups() const { return groups_; }
  std::uint32_t fewest() const { return fewest_; }  ///< registers, whatever the order
  const std::vector<std::uint32_t>& coloured() {
    if (!coloured_) coloured_ = colouring_order(groups_);
    return *coloured_;
  }

 private:
  const RowGroups& groups_;
  std::uint32_t fewest_;
  std::optional<std::vector<std::uint32_t>> coloured_;
};

/// By the order of starts, or of colouring where that needs fewer.
Assignment fewest_rows(const Routine& routine, const Options& options, Orders& orders,
                       std::uint32_t banked_rows) {
  RowAssigner by_start(routine, orders.groups(), options, banked_rows);
  Assignment result = by_start.run(by_start.order_of_starts());
  if (!options.colour || result.rows <= orders.fewest()) return result;
  RowAssigner by_colour(routine, orders.groups(), options, banked_rows);
  Assignment other = by_colour.run(orders.coloured());
  return other.rows < result.rows ? other : result;
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
  if (options.hold_sources) {
    hold_store_sources(routine, graph, habits_of(options.assembler).held, ranges);
  }
  RowGroups groups(routine, ranges);
  if (options.coalesce_moves) coalesce_moves(routine, groups);
  Orders orders(groups);
  Assignment result = fewest_rows(routine, options, orders, kAnyBank);
  if (options.spread_banks) {
    const std::uint32_t comfortable = comfortable_registers(options.supply) - kReservedBesides;
    const std::uint32_t spread = std::min(result.rows + kMoreForBanks, comfortable);
    result = fewest_rows(routine, options, orders, std::max(result.rows, spread));
  }
  assign_predicates(routine, ranges, result);
  // The stack pointer is one of the registers that a machine reserves.
  const bool holds = options.keep_stack_pointer && routine.is_kernel && result.rows > kStackPointer;
  result.registers = std::max(result.rows - (holds ? 1 : 0), hidden);
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
  routine.guarded_rows.clear();
  routine.rows = assignment.rows;
  routine.predicates = assignment.predicates;
  routine.registers = assignment.registers;
  remove_instructions(routine, removed);
}

}  // namespace heddle::compile
