#include "heddle/exec/async/awaited_barrier.hpp"

#include <cstring>

#include <fmt/core.h>

#include "heddle/exec/async/mbarrier.hpp"
#include "heddle/exec/cluster/shared_target.hpp"

namespace heddle::exec {
namespace {

/// What the phase of the barrier needs to end.
std::string needs_of(const Mbarrier& barrier) {
  const std::string bytes =
      barrier.bytes >= 0
          ? fmt::format("{} bytes of copies", barrier.bytes)
          : fmt::format("{} expected bytes, since copies brought more than was expected",
                        -barrier.bytes);
  return fmt::format("{} arrivals and {}", barrier.pending, bytes);
}

}  // namespace

std::string awaited_barrier_in_words(const Warp& warp) {
  const AwaitedBarrier& awaited = warp.awaited;
  const Block& block = *warp.block;
  const std::uint32_t offset = offset_of_address(awaited.address);
  const bool is_here =
      !names_cluster(awaited.address) || rank_of_address(awaited.address) == block.rank;
  if (awaited.pc == kNoPc || !is_here || offset + std::uint64_t{8} > block.shared.size()) return "";
  std::uint64_t bits = 0;
  std::memcpy(&bits, block.shared.data() + offset, sizeof bits);
  const Mbarrier barrier = Mbarrier::of(bits);
  return fmt::format(
      "; it waits at line {} for the barrier at offset {:#x} of shared memory, whose phase of "
      "parity "
      "{} needs {} more",
      block.grid->program->code[awaited.pc].line, offset, barrier.odd_phase ? 1 : 0,
      needs_of(barrier));
}

}  // namespace heddle::exec
