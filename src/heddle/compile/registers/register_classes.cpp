#include "heddle/compile/registers/register_classes.hpp"

#include <algorithm>
#include <optional>

#include "heddle/compile/code/bit_set.hpp"
#include "heddle/compile/liveness/interference.hpp"
#include "heddle/compile/liveness/value_webs.hpp"

namespace heddle::compile {
namespace {

constexpr std::uint32_t kNowhere = 0xFFFFFFFFu;

/// Colours rows, pairs of rows and fragments. The colouring needs no test for classes, since the
/// graph has no edges between values of different classes.
class Colouring {
 public:
  Colouring(const Routine& routine, const Interference& interference)
      : routine_(routine), interference_(interference), values_(value_count(routine)) {}

  /// `pairs_first`: pairs get their registers before single rows.
  Assignment run(bool pairs_first) {
    Assignment result;
    result.register_of.assign(values_, kNowhere);
    for (ValueId row = 0; row < routine_.incoming; ++row) result.register_of[row] = row;
    std::vector<ValueId> order = smallest_last();
    if (pairs_first) std::ranges::stable_partition(order, [&](ValueId v) { return is_pair(v); });
    for (const ValueId value : order) {
      if (result.register_of[value] == kNowhere) place(value, result.register_of);
    }
    count(result);
    return result;
  }

 private:
  bool is_pair(ValueId value) const { return interference_.last_row[value] != value; }

  /// Calls visit(other) once for each edge from a row of the value.
  template <typename Visit>
  void for_each_neighbour(ValueId value, Visit visit) const {
    const ValueId last = interference_.last_row[value];
    for (ValueId half = value; half <= last; ++half) {
      for (ValueId other : interference_.neighbours[half]) visit(other);
    }
  }
  ValueId first_of(ValueId value) const { return interference_.first_row[value]; }

  /// Returns the values in the order of colouring. Repeatedly removes the value with the fewest
  /// neighbours from the graph. Among values with equally many neighbours, the value with the
  /// lowest number is removed first. The last removed value is coloured first.
  std::vector<ValueId> smallest_last() const {
    std::vector<std::uint32_t> degree(values_, 0);
    std::vector<BitSet> with_degree;  // by degree: the remaining values of this degree
    const auto at = [&](std::uint32_t size) -> BitSet& {
      while (with_degree.size() <= size) with_degree.emplace_back(values_);
      return with_degree[size];
    };
    std::size_t left = 0;
    for (ValueId value = 0; value < values_; ++value) {
      if (first_of(value) != value) continue;
      for_each_neighbour(value, [&](ValueId) { ++degree[value]; });
      at(degree[value]).set(value);
      ++left;
    }
    std::vector<ValueId> order;
    std::vector<bool> taken(values_, false);
    for (std::uint32_t least = 0; left > 0; --left) {
      std::optional<std::size_t> lowest;
      while (!(lowest = with_degree[least].lowest())) ++least;
      const auto value = static_cast<ValueId>(*lowest);
      with_degree[least].reset(value);
      taken[value] = true;
      order.push_back(value);
      for_each_neighbour(value, [&](ValueId neighbour) {
        const ValueId other = first_of(neighbour);
        if (taken[other]) return;
        with_degree[degree[other]].reset(other);
        with_degree[--degree[other]].set(other);
        least = std::min(least, degree[other]);
      });
    }
    std::ranges::reverse(order);
    return order;
  }

  void place(ValueId value, std::vector<std::uint32_t>& register_of) {
    const std::uint32_t rows = interference_.last_row[value] - value + 1;
    taken_.resize(std::max<std::size_t>(taken_.size(), rows));
    for (std::uint32_t i = 0; i < rows; ++i) mark(value + i, register_of, taken_[i]);
    const auto collides = [&](std::uint32_t at) {
      for (std::uint32_t i = 0; i < rows; ++i)
        if (is_taken(taken_[i], at + i)) return true;
      return false;
    };
    std::uint32_t at = 0;
    while (collides(at)) at += rows;
    for (std::uint32_t i = 0; i < rows; ++i) register_of[value + i] = at + i;
  }

  void mark(ValueId value, const std::vector<std::uint32_t>& register_of,
            std::vector<bool>& taken) const {
    taken.assign(taken.size(), false);
    for (const ValueId other : interference_.neighbours[value]) {
      const std::uint32_t at = register_of[other];
      if (at == kNowhere) continue;
      if (taken.size() <= at) taken.resize(at + 1, false);
      taken[at] = true;
    }
  }
  static bool is_taken(const std::vector<bool>& taken, std::uint32_t at) {
    return at < taken.size() && taken[at];
  }

  void count(Assignment& result) const {
    result.rows = routine_.incoming;
    std::vector<bool> named(values_, false);
    for (const isa::Instruction& instruction : routine_.code) {
      for_each_read(routine_, instruction, [&](ValueId value) { named[value] = true; });
      for_each_write(routine_, instruction, [&](ValueId value) { named[value] = true; });
    }
    for (ValueId value = 0; value < values_; ++value) {
      if (!named[value]) continue;
      const bool is_row = value < routine_.rows;
      std::uint32_t& size = is_scalar(routine_, value)
                                ? (is_row ? result.scalar_rows : result.scalar_predicates)
                                : (is_row ? result.rows : result.predicates);
      size = std::max(size, result.register_of[value] + 1);
    }
    result.registers = result.rows;
  }

  const Routine& routine_;
  const Interference& interference_;
  ValueId values_;
  /// By row of a pair or fragment, then by register: a neighbour of the row has the register.
  std::vector<std::vector<bool>> taken_;
};

}  // namespace

Assignment assign_classes(const Routine& webs) {
  const Interference interference = find_interference(webs);
  Colouring colouring(webs, interference);
  Assignment best = colouring.run(false);
  const Assignment other = colouring.run(true);
  // No edge connects the vector class and the scalar class. So each class takes the assignment in
  // which the class needs fewer registers.
  const bool other_vectors = other.rows < best.rows;
  const bool other_scalars = other.scalar_rows < best.scalar_rows;
  for (ValueId row = 0; row < webs.rows; ++row) {
    if (is_scalar(webs, row) ? other_scalars : other_vectors) {
      best.register_of[row] = other.register_of[row];
    }
  }
  best.registers = best.rows = std::min(best.rows, other.rows);
  best.scalar_rows = std::min(best.scalar_rows, other.scalar_rows);
  return best;
}

std::uint32_t coloured_registers(const Routine& routine) {
  return assign_classes(separate_values(routine).routine).registers;
}

}  // namespace heddle::compile
