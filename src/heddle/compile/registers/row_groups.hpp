// Groups of virtual rows that must be neighbours or that share a register. A group is a few
// consecutive places. Each row is at one place of one group. A pair makes a group of two places.
// Coalescing a move puts its source and its destination at one place, if they are never live at
// once.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/liveness/live_ranges.hpp"

namespace heddle::compile {

/// Two operands of an instruction that writes a pair. The instruction may write the pair's low half
/// before it has read all sources. So the pair and a source must be in the same registers, or share
/// none.
struct PairConflict {
  ValueId own = 0, other = 0;  ///< first rows of the two operands
  std::uint32_t own_rows = 0, other_rows = 0;

  bool allows(std::uint32_t own_place, std::uint32_t other_place) const {
    const bool same = own_place == other_place && own_rows == other_rows;
    return same || own_place + own_rows <= other_place || other_place + other_rows <= own_place;
  }
};

struct RowGroup {
  std::vector<LiveRange> places;           ///< by place: when any of the rows at the place is live
  std::vector<std::vector<ValueId>> rows;  ///< by place: its rows
  std::vector<PairConflict> conflicts;     ///< `own` is a row of this group
  std::uint32_t alignment = 1;  ///< the register of the first place is a multiple of this
  bool fixed = false;           ///< group of the incoming rows, whose registers are fixed
  bool scalar = false;          ///< the rows are scalars: one register for the warp
};

class RowGroups {
 public:
  /// Makes one group for each pair, each aligned vector and each other row, and one for all
  /// incoming rows.
  RowGroups(const Routine& routine, std::vector<LiveRange> ranges);

  /// Puts two rows at one place. Returns false if that is impossible.
  bool merge(ValueId a, ValueId b);

  std::uint32_t group_of(ValueId row) const { return group_[row]; }
  std::uint32_t place_of(ValueId row) const { return place_[row]; }
  const RowGroup& group(std::uint32_t group) const { return groups_[group]; }
  /// Number of rows in the fixed group.
  std::uint32_t fixed_rows() const {
    const bool any = !groups_.empty() && groups_.front().fixed;
    return any ? static_cast<std::uint32_t>(groups_.front().places.size()) : 0;
  }
  /// A copy in which only the groups of one class have rows.
  RowGroups of_class(bool scalars) const;
  std::uint32_t size() const { return static_cast<std::uint32_t>(groups_.size()); }

 private:
  void add_group(ValueId first, std::uint32_t size, std::vector<LiveRange>& ranges);
  void collect_conflicts(const Routine& routine);
  bool may_merge(const RowGroup& large, const RowGroup& small, std::uint32_t shift) const;

  std::vector<std::uint32_t> group_, place_;  ///< by row: its group, and its place in the group
  std::vector<RowGroup> groups_;              ///< a group is empty after it was merged into another
};

/// Merges source and destination of every move, in innermost loops first.
void coalesce_moves(const Routine& routine, RowGroups& groups);

}  // namespace heddle::compile
