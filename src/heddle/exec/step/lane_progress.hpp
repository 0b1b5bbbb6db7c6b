// How far the diverged lanes of a warp have come where each thread is scheduled by itself: which
// lanes wait for others, and how long the running path has been running while others wait.
// exec/progress changes these values.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "heddle/exec/paths/simt_stack.hpp"
#include "heddle/exec/step/grid.hpp"

namespace heddle::exec {

/// What lanes give to each other at a warp-wide instruction that they execute at different places
/// of the program. The values were taken when the last of the lanes came.
struct LaneExchange {
  LaneMask lanes = 0;    ///< the lanes that have come
  LaneMask pending = 0;  ///< those of them that have not yet executed the instruction
  LaneMask predicate = 0;
  std::array<Row, 2> values{};  ///< the rows of the first source; a 64-bit value takes two
};

/// The turns of a loop that the running path has done while other lanes waited.
struct PathTurns {
  LaneMask lanes = 0;       ///< the path that was counted last
  std::uint32_t turns = 0;  ///< its turns, since it began to run or lanes left it
  std::uint32_t given = 0;  ///< times that a path gave way since the paths last changed
  std::uint64_t paths = 0;  ///< tells one set of paths from another
  bool operator==(const PathTurns&) const = default;
};

struct LaneProgress {
  /// Lanes that wait at a warp-wide instruction or at a barrier of the block. Their pc is that of
  /// the instruction.
  LaneMask waiting = 0;
  /// Lanes that execute their warp-wide instruction without the lanes that it names, since those
  /// cannot come.
  LaneMask alone = 0;
  /// Lanes that had arrived where paths meet, and went on so that a path got the lanes for which it
  /// waits.
  LaneMask passed = 0;
  /// Paths have run in another order than that of a reconvergence stack. Threads may then wait at
  /// any instruction.
  bool interleaved = false;
  PathTurns turns;
  std::vector<LaneExchange> exchanges;
  /// While an instruction executes with values of an exchange: one more than the exchange's index;
  /// else 0.
  std::uint32_t taken = 0;
  /// For the lanes that wait at a barrier of the block: the paths with which they came, if these
  /// are at different places and the barrier has a result.
  std::vector<StackEntry> arrivals;
};

}  // namespace heddle::exec
