#include "heddle/compile/registers/row_groups.hpp"

#include <algorithm>
#include <bit>

#include "heddle/compile/code/linked_rows.hpp"
#include "heddle/compile/passes/vector_alignment.hpp"

namespace heddle::compile {
namespace {

/// Returns for each row whether a pair or an aligned vector contains both the row and the next row.
std::vector<bool> linked_groups(const Routine& routine) {
  std::vector<bool> linked = linked_rows(routine);
  for (const isa::Instruction& instruction : routine.code) {
    const auto vector = routine.aligned_vectors ? vector_rows(instruction) : std::nullopt;
    for (unsigned i = 0; vector && i + 1 < vector->rows; ++i) {
      linked[vector->first.index + i] = true;
    }
  }
  return linked;
}

/// Returns for each instruction the number of backward branches that jump across it. The number is
/// a measure of how often the instruction runs.
std::vector<std::uint32_t> loop_depths(const Routine& routine) {
  std::vector<std::int32_t> change(routine.code.size() + 1, 0);
  for (Pc pc = 0; pc < routine.code.size(); ++pc) {
    const isa::Instruction& instruction = routine.code[pc];
    if (leaving_of(instruction) != Leaving::branches || instruction.target > pc) continue;
    ++change[instruction.target];
    --change[pc + 1];
  }
  std::vector<std::uint32_t> depths(routine.code.size());
  std::int32_t depth = 0;
  for (Pc pc = 0; pc < routine.code.size(); ++pc) {
    depth += change[pc];
    depths[pc] = static_cast<std::uint32_t>(depth);
  }
  return depths;
}

constexpr unsigned kMostAligned = 8;  ///< rows of the largest fragment that is aligned

}  // namespace

RowGroups::RowGroups(const Routine& routine, std::vector<LiveRange> ranges)
    : group_(routine.rows), place_(routine.rows) {
  const std::vector<bool> linked = linked_groups(routine);
  if (routine.incoming > 0) {
    add_group(0, routine.incoming, ranges);
    groups_.back().fixed = true;
  }
  for (ValueId row = routine.incoming; row < routine.rows;) {
    std::uint32_t size = 1;
    while (linked[row + size - 1]) ++size;
    add_group(row, size, ranges);
    groups_.back().scalar = is_scalar(routine, row);
    row += size;
  }
  for (const isa::Instruction& instruction : routine.code) {
    const auto vector = routine.aligned_vectors ? vector_rows(instruction) : std::nullopt;
    if (vector) groups_[group_[vector->first.index]].alignment = vector->rows;
  }
  align_fragments(routine);
  collect_conflicts(routine);
}

/// The registers of a fragment begin at a multiple of their number, but for those of a warpgroup's
/// product.
void RowGroups::align_fragments(const Routine& routine) {
  const auto align = [&](const isa::Operand& operand, unsigned rows) {
    if (rows <= 2) return;
    RowGroup& group = groups_[group_[operand.index]];
    if (group.places.size() != rows) return;
    group.is_fragment = true;
    if (rows <= kMostAligned && std::has_single_bit(rows)) group.alignment = rows;
  };
  for (const isa::Instruction& instruction : routine.code) {
    isa::for_each_destination_row(instruction, align);
    isa::for_each_source_row(instruction, align);
  }
}

void RowGroups::collect_conflicts(const Routine& routine) {
  const auto add = [&](const PairConflict& conflict) {
    groups_[group_[conflict.own]].conflicts.push_back(conflict);
  };
  for (const isa::Instruction& instruction : routine.code) {
    isa::for_each_destination_row(instruction, [&](const isa::Operand& to, unsigned to_rows) {
      if (to_rows != 2 || is_outgoing(to)) return;
      isa::for_each_source_row(instruction, [&](const isa::Operand& from, unsigned from_rows) {
        if (from.kind != isa::OperandKind::row || is_outgoing(from)) return;
        // A narrowed address can be the low half of the result: each lane is read, then written.
        if (from.index == to.index) return;
        add({to.index, from.index, to_rows, from_rows});
        add({from.index, to.index, from_rows, to_rows});
      });
    });
  }
}

void RowGroups::add_group(ValueId first, std::uint32_t size, std::vector<LiveRange>& ranges) {
  RowGroup group;
  group.alignment = size == 2 ? 2 : 1;
  for (std::uint32_t place = 0; place < size; ++place) {
    const ValueId row = first + place;
    group_[row] = static_cast<std::uint32_t>(groups_.size());
    place_[row] = place;
    group.places.push_back(std::move(ranges[row]));
    group.rows.push_back({row});
  }
  groups_.push_back(std::move(group));
}

bool RowGroups::may_merge(const RowGroup& large, const RowGroup& small, std::uint32_t shift) const {
  for (std::size_t place = 0; place < small.places.size(); ++place) {
    if (intersect(large.places[place + shift], small.places[place])) return false;
  }
  return std::ranges::all_of(small.conflicts, [&](const PairConflict& conflict) {
    return &groups_[group_[conflict.other]] != &large ||
           conflict.allows(place_[conflict.own] + shift, place_[conflict.other]);
  });
}

RowGroups RowGroups::of_class(bool scalars) const {
  RowGroups own = *this;
  for (RowGroup& group : own.groups_) {
    if (group.scalar != scalars) group = {};
  }
  return own;
}

bool RowGroups::merge(ValueId a, ValueId b) {
  if (group_[a] == group_[b]) return false;
  if (groups_[group_[a]].places.size() < groups_[group_[b]].places.size()) std::swap(a, b);
  RowGroup& large = groups_[group_[a]];
  RowGroup& small = groups_[group_[b]];
  if (large.fixed || small.fixed || place_[a] < place_[b]) return false;
  if (large.scalar != small.scalar) return false;
  const std::uint32_t shift = place_[a] - place_[b];
  const bool grows = shift + small.places.size() > large.places.size();
  // Merges two groups only if the result is a single row, a pair or an aligned vector. Larger
  // groups, such as overlapping pairs, are not merged.
  const bool is_whole = large.is_fragment || large.alignment == large.places.size();
  const bool is_aligned = is_whole && shift % small.alignment == 0;
  if (grows || !is_aligned || !may_merge(large, small, shift)) return false;
  if (large.is_fragment) large.alignment = std::max(large.alignment, small.alignment);
  const std::uint32_t into = group_[a];
  for (std::size_t place = 0; place < small.places.size(); ++place) {
    large.places[place + shift] = unite(large.places[place + shift], small.places[place]);
    for (const ValueId row : small.rows[place]) {
      group_[row] = into;
      place_[row] = static_cast<std::uint32_t>(place + shift);
      large.rows[place + shift].push_back(row);
    }
  }
  large.conflicts.insert(large.conflicts.end(), small.conflicts.begin(), small.conflicts.end());
  small = {};
  return true;
}

void coalesce_moves(const Routine& routine, RowGroups& groups) {
  const std::vector<std::uint32_t> depths = loop_depths(routine);
  std::vector<Pc> moves;
  for (Pc pc = 0; pc < routine.code.size(); ++pc) {
    const isa::Instruction& instruction = routine.code[pc];
    const isa::Operand& from = instruction.sources[0];
    const isa::Operand& to = instruction.destinations[0];
    const bool is_move = instruction.op == isa::Op::mov_b32 || instruction.op == isa::Op::mov_b64;
    if (is_move && from.kind == isa::OperandKind::row && !is_outgoing(from) && !is_outgoing(to)) {
      moves.push_back(pc);
    }
  }
  std::ranges::stable_sort(moves, [&](Pc a, Pc b) { return depths[a] > depths[b]; });
  for (const Pc pc : moves) {
    const isa::Instruction& move = routine.code[pc];
    groups.merge(move.destinations[0].index, move.sources[0].index);
  }
}

}  // namespace heddle::compile
