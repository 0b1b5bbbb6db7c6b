// Where the lanes that executed an instruction continue. With such an outcome the caller updates a
// reconvergence stack, or its own record of where threads are.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/exec/paths/simt_stack.hpp"

namespace heddle::exec {

enum class PathOutcomeKind : std::uint8_t {
  next,       ///< all lanes continue at the next instruction
  branch,     ///< `lanes` continue at `target`, the other lanes at the next instruction
  ways,       ///< all lanes continue as `ways` says
  calls,      ///< `lanes` enter the functions of `callees`, the other lanes continue at the next
              ///< instruction
  returns,    ///< `lanes` return from their function, the other lanes continue at the next
              ///< instruction
  exits,      ///< `lanes` end, the other lanes continue at the next instruction
  elsewhere,  ///< the stack has been updated: its top path is where the warp continues
};

template <typename Lanes>
struct BasicPathOutcome {
  PathOutcomeKind kind = PathOutcomeKind::next;
  Lanes lanes{};
  Pc target = 0;
  Pc reconvergence = kNoPc;                     ///< where the paths of a branch or of ways meet
  std::vector<BasicStackPath<Lanes>> ways;      ///< disjoint; together they are all lanes
  std::vector<BasicStackEntry<Lanes>> callees;  ///< pc, function and bases; disjoint lanes
};

using PathOutcome = BasicPathOutcome<LaneMask>;

/// Updates the stack after some or all lanes of its top path have executed an instruction with this
/// outcome. Returns true if the path split.
template <typename Lanes>
bool follow(BasicSimtStack<Lanes>& stack, const BasicPathOutcome<Lanes>& outcome);

}  // namespace heddle::exec
