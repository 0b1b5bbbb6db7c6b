#include "heddle/compile/registers/row_assigner.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "heddle/compile/code/values.hpp"
#include "heddle/compile/registers/bank_choice.hpp"
#include "heddle/compile/registers/graph_colouring.hpp"
#include "heddle/compile/registers/register_file.hpp"

namespace heddle::compile {
namespace {

constexpr std::uint32_t kUnassigned = 0xFFFFFFFFu;

constexpr std::uint32_t kAnyBank = 0;
/// Number of registers that a kernel may use beyond its minimum so that the sources of its
/// instructions lie in different banks. The SM must still have room for its maximum number of
/// threads.
constexpr std::uint32_t kMoreForBanks = 3;
/// Number of registers that are reserved since Volta, in addition to the stack pointer.
constexpr std::uint32_t kReservedBesides = 2;

class RowAssigner {
 public:
  RowAssigner(const Routine& routine, RowGroups groups, const RegisterOptions& options,
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

  /// Returns the groups that contain rows. Fixed groups come first, and the others are in the order
  /// in which they first become live.
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

  RowPlaces run(const std::vector<std::uint32_t>& order) {
    collect_hints();
    for (const std::uint32_t group : order) assign(group);
    RowPlaces result;
    result.place_of.resize(routine_.rows);
    for (ValueId row = 0; row < routine_.rows; ++row) {
      result.place_of[row] = base_[groups_.group_of(row)] + groups_.place_of(row);
    }
    result.rows = std::max(file_.size(), groups_.fixed_rows());
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

  /// Returns a free register whose partner in the same even-aligned pair is occupied. So whole
  /// pairs stay free for groups of two rows.
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
    // A move connects `row` with the first row of the group `own`.
    const std::uint32_t other = groups_.group_of(row);
    if (base_[other] == kUnassigned || other == own) return std::nullopt;
    return base_[other] + groups_.place_of(row);
  }

  /// Collects the moves that could not be coalesced, as hints. Most of these moves read or write a
  /// fixed row.
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
  std::vector<std::uint32_t> base_;          ///< by group: the register of the group's first place
  std::vector<std::vector<ValueId>> hints_;  ///< by group: rows whose register the group prefers
  std::uint32_t banked_rows_;  ///< a row gets a register of its preferred bank only if the
                               ///< register's number is less than `banked_rows_`
  std::optional<BankChoice> banks_;
};

/// The orders in which groups of rows can get their registers. The colouring order is computed when
/// it is first requested.
class Orders {
 public:
  explicit Orders(const RowGroups& groups) : groups_(groups), fewest_(fewest_registers(groups)) {}

  const RowGroups& groups() const { return groups_; }
  /// Returns a number of registers that every order needs at least.
  std::uint32_t fewest() const { return fewest_; }
  const std::vector<std::uint32_t>& coloured() {
    if (!coloured_) coloured_ = colouring_order(groups_);
    return *coloured_;
  }
  /// Returns the colouring order, sorted so that larger groups come first.
  std::vector<std::uint32_t> largest_first() {
    std::vector<std::uint32_t> order = coloured();
    std::ranges::stable_sort(order, std::greater(), [&](std::uint32_t group) {
      const RowGroup& rows = groups_.group(group);
      return rows.fixed ? ~std::size_t{0} : rows.places.size();
    });
    return order;
  }

 private:
  const RowGroups& groups_;
  std::uint32_t fewest_;
  std::optional<std::vector<std::uint32_t>> coloured_;
};

/// Tries several orders and returns the assignment with the fewest registers. The first candidate
/// is the order in which groups become live, and the second is the colouring order. A third
/// candidate takes larger groups first. It is tried if there are two register classes, since each
/// class then has fewer single rows to fill the gaps between pairs.
RowPlaces fewest_rows(const Routine& routine, const RegisterOptions& options, Orders& orders,
                      std::uint32_t banked_rows) {
  RowAssigner by_start(routine, orders.groups(), options, banked_rows);
  RowPlaces result = by_start.run(by_start.order_of_starts());
  if (!options.colour || result.rows <= orders.fewest()) return result;
  RowAssigner by_colour(routine, orders.groups(), options, banked_rows);
  RowPlaces other = by_colour.run(orders.coloured());
  if (other.rows < result.rows) result = std::move(other);
  if (!has_classes(routine) || result.rows <= orders.fewest()) return result;
  RowAssigner by_size(routine, orders.groups(), options, banked_rows);
  RowPlaces third = by_size.run(orders.largest_first());
  return third.rows < result.rows ? third : result;
}

}  // namespace

RowPlaces assign_rows(const Routine& routine, const RowGroups& groups,
                      const RegisterOptions& options) {
  Orders orders(groups);
  RowPlaces result = fewest_rows(routine, options, orders, kAnyBank);
  if (!options.spread_banks) return result;
  const std::uint32_t comfortable = comfortable_registers(options.supply) - kReservedBesides;
  const std::uint32_t spread = std::min(result.rows + kMoreForBanks, comfortable);
  return fewest_rows(routine, options, orders, std::max(result.rows, spread));
}

}  // namespace heddle::compile
