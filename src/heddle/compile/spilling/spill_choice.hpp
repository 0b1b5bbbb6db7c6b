// Which values to keep in local memory so that few enough are live everywhere. Scalars neither
// count nor go there: each thread has a local memory of its own.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/registers/register_assignment.hpp"
#include "heddle/compile/spilling/spill_candidates.hpp"

namespace heddle::compile {

struct SpillChoice {
  std::vector<SpillVictim> victims;
  /// What is left when the victims are spilled: the limit, or more where instructions alone need
  /// more.
  std::uint32_t rows = 0;
};

/// Enough victims for all moments at which more than `limit` rows are live.
SpillChoice choose_where_live(const Routine& routine, std::uint32_t limit);

/// Enough for those at which the assignment takes registers beyond the limit: pairs leave gaps, so
/// that it can need more than what is live.
SpillChoice choose_where_placed(const Routine& routine, const Assignment& assignment,
                                std::uint32_t limit);

}  // namespace heddle::compile
