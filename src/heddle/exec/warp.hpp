// The functional context of a warp and of its block: registers, predicates, reconvergence stack,
// local and shared memory. It says nothing of where on a machine the warp lives or what time it is.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/types.hpp"
#include "heddle/exec/grid.hpp"
#include "heddle/exec/simt_stack.hpp"

namespace heddle::exec {

struct Block {
  const Grid* grid = nullptr;
  std::uint64_t id = 0;  ///< linear
  Dim3 index;
  std::vector<std::uint8_t> shared;

  void start(const Grid& of, std::uint64_t linear_id);  ///< keeps its storage from the last block
};

struct Warp {
  Block* block = nullptr;
  std::uint32_t index = 0;  ///< in the block
  std::uint32_t slot = 0;   ///< what %warpid reads
  std::uint32_t sm = 0;     ///< what %smid reads
  LaneMask threads = 0;     ///< lanes that have a thread
  LaneMask exited = 0;
  SimtStack stack;
  std::vector<Row> rows;  ///< grows with the call depth of recursive programs
  std::vector<LaneMask> predicates;
  std::vector<std::uint8_t> local;  ///< 32 lanes, 4-byte words interleaved: byte b of lane l is at
                                    ///< (b / 4 * 32 + l) * 4 + b % 4

  void start(Block& of, std::uint32_t warp_index);  ///< keeps its storage from the last warp
  Pc pc() const { return stack.top().pc; }
  LaneMask active() const { return stack.top().lanes; }
  bool done() const { return stack.empty(); }
};

}  // namespace heddle::exec
