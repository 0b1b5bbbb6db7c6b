// Checks that a trace names each block, each warp and each instruction as often as it must.
#pragma once

#include <cstdint>

#include "heddle/trace/format/kernel_reader.hpp"

namespace heddle::trace {

class BlockOrder {
 public:
  BlockOrder(const KernelHeader& header, KernelVisitor& visitor)
      : header_(header), visitor_(visitor) {}

  // Each function throws Error if what begins, ends or comes must not do so here. What is allowed
  // goes to the visitor.
  void begin_block(const Dim3& index);
  void begin_warp(std::uint64_t warp, std::uint64_t instructions);
  void instruction(const InstructionLine& line);
  void end_warp() const;  ///< the warp that has begun last, if any, is complete
  void end_block();       ///< the block is complete
  void end() const;       ///< the trace is complete
  bool in_block() const { return in_block_; }
  bool in_warp() const { return in_block_ && warps_ != 0; }

 private:
  LaneMask threads_of(std::uint32_t warp) const;

  const KernelHeader& header_;
  KernelVisitor& visitor_;
  bool in_block_ = false;
  std::uint64_t next_block_ = 0;  ///< the block that must come
  std::uint32_t warps_ = 0;       ///< warps of the block that have begun
  std::uint64_t left_ = 0;        ///< instructions of the warp that have not come
  LaneMask threads_ = 0;          ///< lanes of the warp that have a thread
};

}  // namespace heddle::trace
