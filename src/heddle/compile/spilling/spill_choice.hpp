// Chooses the values to spill to local memory, so that the number of live rows stays within a limit
// everywhere. Scalars do not count and are not spilled, since each thread has its own local memory.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/registers/register_assignment.hpp"
#include "heddle/compile/spilling/spill_candidates.hpp"

namespace heddle::compile {

struct SpillChoice {
  std::vector<SpilledRows> victims;
  /// Number of rows that the code needs after the victims are spilled. This is the limit, or more
  /// if some code needs more rows in any case.
  std::uint32_t rows = 0;
};

/// Chooses enough victims for all moments at which more than `limit` rows are live.
SpillChoice choose_where_live(const Routine& routine, std::uint32_t limit);

/// Chooses enough victims for all moments at which the assignment uses registers beyond the limit.
/// An assignment can need more registers than there are live rows, since pairs leave gaps.
SpillChoice choose_where_placed(const Routine& routine, const Assignment& assignment,
                                std::uint32_t limit);

}  // namespace heddle::compile
