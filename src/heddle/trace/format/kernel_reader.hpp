// Reads the trace of a kernel as a stream: its header, then its blocks in the order of their
// numbers, the warps of each block, and the instructions of each warp. Memory does not grow with
// the trace.
#pragma once

#include <cstdint>
#include <filesystem>

#include "heddle/trace/format/instruction_line.hpp"
#include "heddle/trace/format/kernel_header.hpp"

namespace heddle::trace {

/// Receives what a trace holds. The functions may throw Error, to whose message the reader adds
/// file and line.
class KernelVisitor {
 public:
  KernelVisitor() = default;
  virtual ~KernelVisitor() = default;
  KernelVisitor(const KernelVisitor&) = delete;
  KernelVisitor& operator=(const KernelVisitor&) = delete;

  virtual void begin(const KernelHeader& header) = 0;
  /// `block`: the block's number in the grid, x fastest.
  virtual void begin_block(std::uint64_t block) = 0;
  virtual void begin_warp(std::uint32_t warp, std::uint64_t instructions) = 0;
  /// `line` is valid during the call only.
  virtual void instruction(const InstructionLine& line) = 0;
};

/// Reads a kernel's trace: a text, which may be compressed (.traceg), or warps that are compressed
/// one by one (.tracez). Throws Error, with file and line, if the trace is damaged or cut.
void read_kernel(const std::filesystem::path& file, KernelVisitor& visitor);

}  // namespace heddle::trace
