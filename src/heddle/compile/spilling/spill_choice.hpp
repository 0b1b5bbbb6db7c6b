// Chooses values to keep in local memory, so that few enough rows are live everywhere. Scalars
// neither count nor spill, since each thread has a local memory of its own.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/registers/register_assignment.hpp"
#include "heddle/compile/spilling/spill_candidates.hpp"

namespace heddle::compile {

struct SpillChoice {
  std::vector<SpilledRows> victims;
  /// Number of rows that are needed after the victims are spilled: the limit, or more if single
  /// instructions need more.
  std::uint32_t rows = 0;
};

/// Chooses enough victims for all moments at which more than `limit` rows are live.
SpillChoice choose_where_live(const Routine& routine, std::uint32_t limit);

/// Chooses enough victims for all moments at which the assignment uses registers beyond the limit.
/// An assignment can need more registers than there are live rows, since pairs leave gaps.
SpillChoice choose_where_placed(const Routine& routine, const Assignment& assignment,
                                std::uint32_t limit);

}  // namespace heddle::compile
