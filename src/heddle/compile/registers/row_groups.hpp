// Groups of virtual rows that need consecutive registers or share a register. A group is a sequence
// of consecutive places, and each place becomes one register. Each row is at one place of one
// group. A pair makes a group of two places, and a fragment of a matrix one of up to 128.
// Coalescing a move puts the move's source and destination at the same place, if the two rows are
// never live at once.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/liveness/live_ranges.hpp"

namespace heddle::compile {

/// Two operands of an instruction that writes a pair: the pair and one source. The instruction may
/// write the pair's low half before it has read all sources. So the two operands must be in the
/// same registers, or must not share a register.
struct PairConflict {
  ValueId own = 0, other = 0;  ///< first rows of the two operands
  std::uint32_t own_rows = 0, other_rows = 0;

  bool allows(std::uint32_t own_place, std::uint32_t other_place) const {
    const bool same = own_place == other_place && own_rows == other_rows;
    return same || own_place + own_rows <= other_place || other_place + other_rows <= own_place;
  }
};

struct RowGroup {
  std::vector<LiveRange> places;  ///< by place: the moments at which any row of the place is live
  std::vector<std::vector<ValueId>> rows;  ///< by place: the rows of the place
  std::vector<PairConflict> conflicts;     ///< conflicts whose `own` is a row of this group
  /// The number of the first place's register must be a multiple of `alignment`.
  std::uint32_t alignment = 1;
  bool is_fragment = false;  ///< the registers of a matrix's fragment
  bool fixed = false;        ///< group of the incoming rows, whose registers are fixed
  bool scalar = false;       ///< the rows are scalars: one register for the warp
};

class RowGroups {
 public:
  /// Makes one group for all incoming rows, and one group for each pair, each aligned vector and
  /// each other row.
  RowGroups(const Routine& routine, std::vector<LiveRange> ranges);

  /// Puts two rows at the same place by merging their groups. Returns false if the groups cannot be
  /// merged.
  bool merge(ValueId a, ValueId b);

  std::uint32_t group_of(ValueId row) const { return group_[row]; }
  std::uint32_t place_of(ValueId row) const { return place_[row]; }
  const RowGroup& group(std::uint32_t group) const { return groups_[group]; }
  /// Returns the number of places in the fixed group.
  std::uint32_t fixed_rows() const {
    const bool any = !groups_.empty() && groups_.front().fixed;
    return any ? static_cast<std::uint32_t>(groups_.front().places.size()) : 0;
  }
  /// Returns a copy in which only the groups of one class have rows.
  RowGroups of_class(bool scalars) const;
  std::uint32_t size() const { return static_cast<std::uint32_t>(groups_.size()); }

 private:
  void add_group(ValueId first, std::uint32_t size, std::vector<LiveRange>& ranges);
  void align_fragments(const Routine& routine);
  void collect_conflicts(const Routine& routine);
  bool may_merge(const RowGroup& large, const RowGroup& small, std::uint32_t shift) const;

  std::vector<std::uint32_t> group_, place_;  ///< by row: its group, and its place in the group
  std::vector<RowGroup> groups_;  ///< a group that was merged into another group is empty
};

/// Tries to merge the source and the destination of every move. Moves in the most deeply nested
/// loops come first.
void coalesce_moves(const Routine& routine, RowGroups& groups);

}  // namespace heddle::compile
