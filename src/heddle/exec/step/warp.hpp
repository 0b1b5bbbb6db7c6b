// The functional context of a warp and of its block: registers, predicates, reconvergence stacks,
// local and shared memory. The context contains no timing state.
//
// A warp is one part whose lanes run in lockstep. On machines with narrower warps, a warp has
// several parts of consecutive lanes, each with its own stack. Parts at one instruction of one
// frame may execute it together.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "heddle/base/types.hpp"
#include "heddle/exec/paths/simt_stack.hpp"
#include "heddle/exec/paths/warp_parts.hpp"
#include "heddle/exec/step/grid.hpp"
#include "heddle/exec/step/lane_progress.hpp"

namespace heddle::exec {

struct Cluster;
struct ExecutableInstruction;

/// The state of a block without its warps, as plain values. The state does not depend on where the
/// block runs.
struct BlockState {
  std::uint64_t id = 0;  ///< linear number of the block in its grid
  Dim3 index;
  std::vector<std::uint8_t> shared;
};

/// A block with the pointers that its warps need.
struct Block : BlockState {
  const Grid* grid = nullptr;
  const ExecutableInstruction* code = nullptr;  ///< code of the block's grid
  const Row* constants = nullptr;               ///< constants of the block's grid
  std::shared_ptr<Cluster> cluster;  ///< null: no thread of the block can name another block
  std::uint32_t rank = 0;            ///< number of the block in its cluster

  /// Sets the block's grid.
  void belong_to(const Grid& of);
  void start(const Grid& of,
             std::uint64_t linear_id);  ///< starts a block; keeps the storage of the last block
};

/// Parts of a warp: bit i is Warp::parts[i].
using PartMask = std::uint8_t;

/// The values that a warp leaves in its scalar registers: one copy for all lanes of a part. Only
/// the checks of scalar_check.hpp use these copies; lanes compute with their own values. Without
/// checks the vectors are empty.
struct ScalarCopies {
  std::vector<std::uint32_t> rows;        ///< indexed by row, then by part
  std::vector<std::uint32_t> predicates;  ///< indexed by predicate, then by part: 0 or 1
};

/// The last test of a barrier in shared memory (mbarrier) that failed.
struct AwaitedBarrier {
  Pc pc = kNoPc;              ///< the test; kNoPc: the last test passed, or there was none
  std::uint32_t address = 0;  ///< of the barrier, in shared memory
};

/// The state of a warp as plain values: everything that its threads can observe, except where they
/// run.
struct WarpState {
  std::uint32_t index = 0;  ///< number of the warp in its block
  LaneMask threads = 0;     ///< lanes that have a thread
  LaneMask exited = 0;
  std::vector<Row> rows;  ///< grows with the call depth of recursive programs
  std::vector<LaneMask> predicates;
  WarpParts parts;                  ///< part i has lanes i * n to (i + 1) * n - 1
  std::vector<std::uint8_t> local;  ///< local memory of 32 lanes, interleaved by words of 4 bytes:
                                    ///< byte b of lane l is at index (b / 4 * 32 + l) * 4 + b % 4
  ScalarCopies scalars;
  LaneProgress progress;
  AwaitedBarrier awaited;
};

/// Where a warp runs.
struct WarpPlace {
  Block* block = nullptr;
  std::uint32_t slot = 0;  ///< value of %warpid
  std::uint32_t sm = 0;    ///< value of %smid
};

/// A warp in a warp context of a machine. Each step reads the first two cache lines of the object.
struct alignas(64) Warp : WarpPlace, WarpState {
  /// Starts a warp of the block in this object. Keeps the object's number of parts and the storage
  /// of its last warp.
  void start(Block& of, std::uint32_t warp_index);
  unsigned lanes_per_part() const { return kWarpSize / static_cast<unsigned>(parts.size()); }
  unsigned part_of(unsigned lane) const { return lane / lanes_per_part(); }
  const StackEntry& path(unsigned part = 0) const { return parts[part].top(); }
  Pc pc(unsigned part = 0) const { return path(part).pc; }
  LaneMask active(unsigned part = 0) const { return path(part).lanes; }
  /// All lanes that the part may have.
  LaneMask lanes_of(unsigned part) const {
    return (kAllLanes >> (kWarpSize - lanes_per_part())) << (part * lanes_per_part());
  }
  bool done(unsigned part) const { return parts[part].empty(); }
  bool done() const {
    return std::all_of(parts.begin(), parts.end(), [](const auto& part) { return part.empty(); });
  }
};

}  // namespace heddle::exec
