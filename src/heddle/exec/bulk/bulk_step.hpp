// The parts of a bulk copy: bytes of device memory, bytes of shared memory, and barriers that count
// the bytes. Every function throws ExecutionFault for what a GPU refuses.
#pragma once

#include <cstdint>
#include <string_view>

#include "heddle/exec/step/step_context.hpp"

namespace heddle::exec {

/// Bulk copies move multiples of 16 bytes between addresses that are multiples of 16.
inline constexpr unsigned kBulkUnit = 16;
inline constexpr unsigned kBarrierAlignment = 8;

class BulkStep {
 public:
  /// Begins the step of an instruction. `verb` names the instruction in messages.
  BulkStep(StepContext& context, std::string_view verb);

  const StepContext& context() const { return context_; }
  std::string_view verb() const { return verb_; }

  /// Reads bytes of device memory, and notes them as a piece of the transfer.
  void read_global(unsigned lane, Addr from, std::uint8_t* to, std::uint32_t bytes);
  void write_global(unsigned lane, Addr to, const std::uint8_t* from, std::uint32_t bytes);
  /// Reads or writes device memory without a note. The caller notes what the transfer moves.
  void load_global(unsigned lane, Addr from, std::uint8_t* to, std::uint32_t bytes) const;
  void store_global(unsigned lane, Addr to, const std::uint8_t* from, std::uint32_t bytes) const;
  /// Returns the place of bytes of device memory that a reduction changes, and notes them as a
  /// piece. The SM's earlier stores to them come first.
  std::uint8_t* reduced_global(unsigned lane, Addr address, std::uint32_t bytes);
  void note_piece(Addr address, std::uint32_t bytes);

  /// Notes that the barrier at an address in shared memory counts down `bytes` bytes. The barrier
  /// must be in the block to which the copy goes.
  void count_bytes(unsigned lane, Addr barrier, const Block& destination, std::uint32_t bytes);
  void join_group() { context_.result.bulk.in_group = true; }
  /// Ends the step: the barriers count now, unless the caller models time.
  void finish();

  /// Refuses a size that is no multiple of 16.
  void check_size(unsigned lane, std::uint32_t bytes) const;
  /// Refuses an address in device memory that is no multiple of `alignment`.
  void check_global(unsigned lane, Addr address, unsigned alignment) const;
  [[noreturn]] void refuse(unsigned lane, Addr address, const std::string& what) const;

 private:
  std::uint8_t* global_place(unsigned lane, Addr address, std::uint32_t bytes) const;

  StepContext& context_;
  std::string_view verb_;
};

/// The ranks to which a copy goes: those in the mask, with the place at `address` in each block.
/// Calls visit(address). `masks`: null if the copy goes only to `address`.
template <typename Visit>
void for_each_copy(const BulkStep& step, unsigned lane, const std::uint32_t* masks, Addr address,
                   Visit&& visit);

}  // namespace heddle::exec

#include "heddle/exec/cluster/shared_target.hpp"

namespace heddle::exec {

template <typename Visit>
void for_each_copy(const BulkStep& step, unsigned lane, const std::uint32_t* masks, Addr address,
                   Visit&& visit) {
  if (masks == nullptr) return visit(address);
  const std::uint32_t ranks = masks[lane] & 0xFFFFu;
  if (ranks == 0) step.refuse(lane, address, "the mask of ranks is empty");
  for (std::uint32_t rank = 0; rank < isa::kMostClusterBlocks; ++rank)
    if ((ranks >> rank & 1) != 0) visit(cluster_address(rank, offset_of_address(address)));
}

/// Returns the 64-bit value of a lane in a pair of rows.
inline std::uint64_t pair_of(const std::uint32_t* row, unsigned lane) {
  return row[lane] | std::uint64_t{row[lane + kWarpSize]} << 32;
}

}  // namespace heddle::exec
