#include "heddle/trace/format/block_order.hpp"

#include "heddle/base/error.hpp"
#include "heddle/base/statistics/counted.hpp"

namespace heddle::trace {

void BlockOrder::begin_block(const Dim3& index) {
  const Dim3& grid = header_.grid;
  if (in_block_) fail("a block begins before the block before it has ended");
  if (index.x >= grid.x || index.y >= grid.y || index.z >= grid.z)
    fail("block {},{},{} of a grid of {}x{}x{} blocks", index.x, index.y, index.z, grid.x, grid.y,
         grid.z);
  const std::uint64_t block = (std::uint64_t{index.z} * grid.y + index.y) * grid.x + index.x;
  if (block != next_block_)
    fail(
        "block {},{},{}, number {}, in the place of number {}: all blocks of the grid come in "
        "order",
        index.x, index.y, index.z, block, next_block_);
  next_block_ = block + 1;
  in_block_ = true;
  warps_ = 0;
  left_ = 0;
  visitor_.begin_block(block);
}

void BlockOrder::begin_warp(std::uint64_t warp, std::uint64_t instructions) {
  if (!in_block_) fail("a warp begins outside of a block");
  end_warp();
  if (warp != warps_ || warp >= header_.warps())
    fail("warp {} in the place of warp {}; a block has {}", warp, warps_,
         counted(header_.warps(), "warp"));
  threads_ = threads_of(warps_);
  ++warps_;
  left_ = instructions;
  visitor_.begin_warp(static_cast<std::uint32_t>(warp), instructions);
}

void BlockOrder::instruction(const InstructionLine& line) {
  if (!in_warp()) fail("an instruction outside of a warp");
  if (left_ == 0) fail("the warp has more instructions than its line 'insts' says");
  if ((line.lanes & ~threads_) != 0)
    fail("the mask {:08x} has lanes without a thread: the warp has the lanes {:08x}", line.lanes,
         threads_);
  --left_;
  visitor_.instruction(line);
}

void BlockOrder::end_warp() const {
  if (left_ != 0)
    fail("the warp ends {} early: the line 'insts' says how many it has",
         counted(left_, "instruction"));
}

void BlockOrder::end_block() {
  if (!in_block_) fail("a block ends that has not begun");
  end_warp();
  if (warps_ != header_.warps())
    fail("the block ends after {} of its {}", warps_, counted(header_.warps(), "warp"));
  in_block_ = false;
}

void BlockOrder::end() const {
  if (next_block_ != header_.grid.volume())
    fail("the trace ends after {} of the grid's {}: the file is cut, or the tracer left out blocks",
         next_block_, counted(header_.grid.volume(), "block"));
}

LaneMask BlockOrder::threads_of(std::uint32_t warp) const {
  const std::uint32_t left = header_.threads() - warp * kWarpSize;
  return left >= kWarpSize ? kAllLanes : lane_bit(left) - 1;
}

}  // namespace heddle::trace
