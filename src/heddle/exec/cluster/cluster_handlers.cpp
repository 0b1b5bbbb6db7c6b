// Addresses in the shared memory of other blocks of a cluster, and the barrier of a cluster.
#include "heddle/exec/cluster/shared_target.hpp"
#include "heddle/exec/step/cluster.hpp"
#include "heddle/exec/step/lane_rows.hpp"

namespace heddle::exec {
namespace {

/// Returns the address in shared memory of a generic address. Faults if it is no such address.
Addr shared_of_generic(const StepContext& context, unsigned lane, Addr address) {
  const bool is_own = address - isa::kSharedWindow < isa::kSharedWindowBytes;
  const bool is_cluster = address - isa::kClusterWindow < isa::kClusterWindowBytes;
  if (!is_own && !is_cluster)
    context.fault(FaultKind::invalid_operand, lane, address,
                  fmt::format("{:#x} is not an address in shared memory", address));
  return address - isa::kSharedWindow;
}

std::uint32_t mapped(const StepContext& context, unsigned lane, Addr address, std::uint32_t rank) {
  const std::uint64_t blocks = context.grid.shape.cluster.volume();
  if (rank >= blocks)
    context.fault(FaultKind::invalid_operand, lane, address,
                  fmt::format("mapa names the block of rank {} in a cluster of {}", rank, blocks));
  return cluster_address(rank, offset_of_address(address));
}

void map_shared(StepContext& context) {
  const std::uint32_t* const address = context.source(0);
  const std::uint32_t* const rank = context.source(1);
  std::uint32_t* const to = context.destination(0);
  for_each_lane(context.mask, [&](unsigned lane) {
    to[lane] = mapped(context, lane, address[lane], rank[lane]);
  });
}

/// Maps addresses of 64 bits. `window`: of the addresses, against those in shared memory.
template <Addr window>
void map_wide(StepContext& context) {
  const std::uint32_t* const address = context.source(0);
  const std::uint32_t* const rank = context.source(1);
  std::uint32_t* const to = context.destination(0);
  for_each_lane(context.mask, [&](unsigned lane) {
    const Addr from = address[lane] | Addr{address[lane + kWarpSize]} << 32;
    const Addr shared = window == 0 ? from : shared_of_generic(context, lane, from);
    to[lane] = static_cast<std::uint32_t>(window) + mapped(context, lane, shared, rank[lane]);
    to[lane + kWarpSize] = 0;
  });
}

std::uint32_t rank_of(const StepContext& context, Addr shared) {
  return names_cluster(shared) ? rank_of_address(shared) : context.warp.block->rank;
}

void rank_of_shared(StepContext& context) {
  const std::uint32_t* const address = context.source(0);
  std::uint32_t* const to = context.destination(0);
  for_each_lane(context.mask, [&](unsigned lane) { to[lane] = rank_of(context, address[lane]); });
}

template <Addr window>
void rank_of_wide(StepContext& context) {
  const std::uint32_t* const address = context.source(0);
  std::uint32_t* const to = context.destination(0);
  for_each_lane(context.mask, [&](unsigned lane) {
    const Addr from = address[lane] | Addr{address[lane + kWarpSize]} << 32;
    to[lane] = rank_of(context, window == 0 ? from : shared_of_generic(context, lane, from));
  });
}

void arrive_in_cluster(StepContext& context) {
  const Warp& warp = context.warp;
  ClusterBarrier& barrier = warp.block->cluster->barrier;
  const LaneMask again = barrier.owe_wait(warp.block->rank, warp.index) & context.mask;
  if (again != 0)
    context.fault(FaultKind::invalid_operand, first_lane(again), 0,
                  "the thread arrives on the cluster's barrier again before barrier.cluster.wait");
  barrier.arrive(warp.block->rank, warp.index, context.mask);
  context.result.kind = StepKind::cluster_arrive;
  context.result.wrote = true;
}

void wait_for_cluster(StepContext& context) {
  const Warp& warp = context.warp;
  ClusterBarrier& barrier = warp.block->cluster->barrier;
  const LaneMask early = context.mask & ~barrier.owe_wait(warp.block->rank, warp.index);
  if (early != 0)
    context.fault(FaultKind::invalid_operand, first_lane(early), 0,
                  "the thread waits for the cluster's barrier without barrier.cluster.arrive");
  barrier.wait(warp.block->rank, warp.index, context.mask);
  const LaneMask apart = warp.threads & ~warp.exited & ~context.mask;
  if (apart != 0 && barrier.is_held(warp.block->rank, warp.index, context.mask))
    context.fault(FaultKind::invalid_operand, first_lane(context.mask), 0,
                  fmt::format("threads of a warp wait for the cluster while its lanes {:#010x} are "
                              "elsewhere: let all threads of a warp wait together",
                              apart));
  context.result.kind = StepKind::cluster_wait;
}

void do_nothing(StepContext&) {}

constexpr HandlerBinding kClusterHandlers[] = {
    {isa::Op::mapa_shared, map_shared},
    {isa::Op::mapa_shared_wide, map_wide<0>},
    {isa::Op::mapa, map_wide<isa::kSharedWindow>},
    {isa::Op::getctarank_shared, rank_of_shared},
    {isa::Op::getctarank_shared_wide, rank_of_wide<0>},
    {isa::Op::getctarank, rank_of_wide<isa::kSharedWindow>},
    {isa::Op::cluster_arrive, arrive_in_cluster},
    {isa::Op::cluster_wait, wait_for_cluster},
    {isa::Op::griddepcontrol, do_nothing},
    {isa::Op::setmaxnreg, do_nothing},
};

}  // namespace

std::span<const HandlerBinding> cluster_handlers() { return kClusterHandlers; }

}  // namespace heddle::exec
