#include "heddle/exec/cluster/shared_target.hpp"

#include "heddle/exec/step/cluster.hpp"

namespace heddle::exec {

Block& block_of_rank(const StepContext& context, unsigned lane, std::uint32_t rank, Addr address) {
  Block& own = *context.warp.block;
  const std::uint64_t blocks = context.grid.shape.cluster.volume();
  if (rank >= blocks)
    context.fault(FaultKind::out_of_bounds, lane, address,
                  fmt::format("there is no block of rank {} in a cluster of {} {}", rank, blocks,
                              blocks == 1 ? "block" : "blocks"));
  if (rank == own.rank) return own;
  Block* const found = own.cluster->blocks[rank];
  if (found == nullptr)
    context.fault(
        FaultKind::out_of_bounds, lane, address,
        fmt::format("the block of rank {} has not begun or has ended, so its shared memory "
                    "does not exist: wait for the cluster with barrier.cluster "
                    "(cluster.sync()) before the first access and before the end",
                    rank));
  return *found;
}

SharedTarget shared_target(const StepContext& context, unsigned lane, Addr address) {
  if (!names_cluster(address)) return {context.warp.block, 0};
  const std::uint32_t rank = rank_of_address(address);
  return {&block_of_rank(context, lane, rank, address), cluster_address(rank, 0)};
}

std::uint8_t* shared_place(const StepContext& context, unsigned lane, Addr address,
                           std::uint64_t bytes, unsigned alignment, std::string_view verb) {
  const SharedTarget target = shared_target(context, lane, address);
  const std::uint64_t size = target.block->shared.size();
  const std::uint64_t offset = address - target.base;
  if (offset % alignment != 0)
    context.fault(FaultKind::misaligned, lane, address,
                  fmt::format("{} at offset {:#x} of shared memory is misaligned: the address must "
                              "be a multiple of {}",
                              verb, offset, alignment));
  if (offset > size || bytes > size - offset)
    context.fault(FaultKind::out_of_bounds, lane, address,
                  fmt::format("{} of {} bytes at offset {:#x} of shared memory is out of bounds: "
                              "the block has {} bytes",
                              verb, bytes, offset, size));
  return target.block->shared.data() + offset;
}

}  // namespace heddle::exec
