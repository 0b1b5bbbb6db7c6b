// Where the lanes go on that executed an instruction. The caller uses it to move a reconvergence
// stack, or to update places that it keeps itself.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/exec/paths/simt_stack.hpp"

namespace heddle::exec {

enum class PathOutcomeKind : std::uint8_t {
  next,     ///< all lanes go on at the next instruction
  branch,   ///< `lanes` go on at `target`, the others at the next instruction
  ways,     ///< all lanes go on as `ways` says
  calls,    ///< `lanes` enter the functions of `callees`, the others go on at the next instruction
  returns,  ///< `lanes` return from their function, the others go on at the next instruction
  exits,    ///< `lanes` end, the others go on at the next instruction
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

/// Moves the top path of the stack after some or all of its lanes have executed an instruction with
/// this outcome. Returns true if the path split.
template <typename Lanes>
bool follow(BasicSimtStack<Lanes>& stack, const BasicPathOutcome<Lanes>& outcome);

}  // namespace heddle::exec
