// The functional context of a warp and of its block: registers, predicates, reconvergence stacks,
// local and shared memory. It says nothing of where on a machine the warp lives or what time it is.
//
// A warp is one part whose lanes run in lockstep, or on machines with narrower warps several:
// consecutive lanes, each part with a stack of its own. Parts that are at the same place may be
// stepped together.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "heddle/base/types.hpp"
#include "heddle/exec/paths/simt_stack.hpp"
#include "heddle/exec/paths/warp_parts.hpp"
#include "heddle/exec/step/grid.hpp"

namespace heddle::exec {

struct ExecutableInstruction;

/// What a block is wherever it is, besides its warps: plain values.
struct BlockState {
  std::uint64_t id = 0;  ///< linear
  Dim3 index;
  std::vector<std::uint8_t> shared;
};

/// A block where its warps reach it.
struct Block : BlockState {
  const Grid* grid = nullptr;
  const ExecutableInstruction* code = nullptr;  ///< the grid's
  const Row* constants = nullptr;               ///< the grid's

  /// The block is of the grid.
  void belong_to(const Grid& of);
  void start(const Grid& of, std::uint64_t linear_id);  ///< keeps its storage from the last block
};

/// Parts of a warp: bit i is Warp::parts[i].
using PartMask = std::uint8_t;

/// What a warp leaves in its scalar registers, one copy for all lanes of a part. For checks: lanes
/// compute with copies of their own. Empty unless somebody checks (scalar_check.hpp).
struct ScalarCopies {
  std::vector<std::uint32_t> rows;        ///< by row, then by part
  std::vector<std::uint32_t> predicates;  ///< likewise: 0 or 1
};

/// What a warp is wherever it is: plain values, all that its threads can tell but for where they
/// run.
struct WarpState {
  std::uint32_t index = 0;  ///< in the block
  LaneMask threads = 0;     ///< lanes that have a thread
  LaneMask exited = 0;
  std::vector<Row> rows;  ///< grows with the call depth of recursive programs
  std::vector<LaneMask> predicates;
  WarpParts parts;                  ///< part i has lanes i * n to (i + 1) * n - 1
  std::vector<std::uint8_t> local;  ///< 32 lanes, 4-byte words interleaved: byte b of lane l is at
                                    ///< (b / 4 * 32 + l) * 4 + b % 4
  ScalarCopies scalars;
};

/// Where a warp is.
struct WarpPlace {
  Block* block = nullptr;
  std::uint32_t slot = 0;  ///< what %warpid reads
  std::uint32_t sm = 0;    ///< what %smid reads
};

/// A warp in a context of a machine. Each step reads its first two cache lines.
struct alignas(64) Warp : WarpPlace, WarpState {
  /// With as many parts as it has; keeps its storage from the last warp.
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
