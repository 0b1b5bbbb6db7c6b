// Values that differ by thread, warp, block or time, and the address of the current frame.
#include <array>

#include "heddle/exec/step/cluster_shape.hpp"
#include "heddle/exec/step/lane_rows.hpp"
#include "heddle/exec/step/step_context.hpp"

namespace heddle::exec {
namespace {

using Words = std::array<std::uint32_t, kWarpSize>;

/// Returns one coordinate of each thread's position in the block. `axis`: 0 for x, 1 for y, 2 for
/// z.
Words thread_coordinate(const StepContext& context, unsigned axis) {
  const Dim3& extent = context.grid.shape.block;
  Words words;
  if (extent.y == 1 && extent.z == 1) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      words[lane] = axis == 0 ? context.warp.index * kWarpSize + lane : 0;
    return words;
  }
  Dim3 at = thread_index(context.warp, 0);
  for (std::uint32_t& word : words) {
    word = axis == 0 ? at.x : axis == 1 ? at.y : at.z;
    if (++at.x < extent.x) continue;
    at.x = 0;
    if (++at.y < extent.y) continue;
    at.y = 0;
    ++at.z;
  }
  return words;
}

/// Returns lanemask_eq, le, lt, ge or gt of a lane.
std::uint32_t lane_mask_register(isa::SpecialRegister which, unsigned lane) {
  using enum isa::SpecialRegister;
  const LaneMask own = lane_bit(lane);
  const LaneMask below = own - 1;
  switch (which) {
    case lanemask_eq:
      return own;
    case lanemask_le:
      return own | below;
    case lanemask_lt:
      return below;
    case lanemask_ge:
      return ~below;
    default:
      return ~below & ~own;
  }
}

/// Returns a special register that says where a block lies in its cluster, or the cluster in the
/// grid.
std::uint32_t cluster_value(const Dim3& block, const Dim3& cluster, isa::SpecialRegister which) {
  using enum isa::SpecialRegister;
  const Dim3 in_cluster = place_in_cluster(block, cluster), of_grid = cluster_of(block, cluster);
  switch (which) {
    case cluster_ctaid_x:
      return in_cluster.x;
    case cluster_ctaid_y:
      return in_cluster.y;
    case cluster_ctaid_z:
      return in_cluster.z;
    case clusterid_x:
      return of_grid.x;
    case clusterid_y:
      return of_grid.y;
    case clusterid_z:
      return of_grid.z;
    default:
      return rank_in_cluster(block, cluster);
  }
}

/// Returns the value of a special register that is equal in all lanes of a warp.
std::uint64_t shared_value(const StepContext& context, isa::SpecialRegister which) {
  using enum isa::SpecialRegister;
  const Warp& warp = context.warp;
  const StepEnvironment& now = context.environment;
  switch (which) {
    case ctaid_x:
      return warp.block->index.x;
    case ctaid_y:
      return warp.block->index.y;
    case ctaid_z:
      return warp.block->index.z;
    case cluster_ctaid_x:
    case cluster_ctaid_y:
    case cluster_ctaid_z:
    case cluster_ctarank:
    case clusterid_x:
    case clusterid_y:
    case clusterid_z:
      return cluster_value(warp.block->index, context.grid.shape.cluster, which);
    case warpid:
      return warp.slot;
    case smid:
      return warp.sm;
    case clock:
    case clock64:
      return now.clock;
    case clock_hi:
      return now.clock >> 32;
    case globaltimer:
    case globaltimer_lo:
      return now.nanoseconds();
    case globaltimer_hi:
      return now.nanoseconds() >> 32;
    default:
      return 0;
  }
}

void write_shared(const StepContext& context, isa::SpecialRegister which) {
  const std::uint64_t value = shared_value(context, which);
  std::uint32_t* const row = context.destination(0);
  write_row(row, context.mask, [value](unsigned) { return static_cast<std::uint32_t>(value); });
  if (isa::rows_of(context.instruction.modifiers.type) == 2)
    write_row(row + kWarpSize, context.mask,
              [value](unsigned) { return static_cast<std::uint32_t>(value >> 32); });
}

void special_register(StepContext& context) {
  using enum isa::SpecialRegister;
  const auto which = static_cast<isa::SpecialRegister>(context.instruction.modifiers.immediate);
  std::uint32_t* const row = context.destination(0);
  const auto write = [&](const Words& words) {
    write_row(row, context.mask, [&words](unsigned lane) { return words[lane]; });
  };
  switch (which) {
    case tid_x:
      return write(thread_coordinate(context, 0));
    case tid_y:
      return write(thread_coordinate(context, 1));
    case tid_z:
      return write(thread_coordinate(context, 2));
    case laneid:
      return write_row(row, context.mask, [](unsigned lane) { return lane; });
    case lanemask_eq:
    case lanemask_le:
    case lanemask_lt:
    case lanemask_ge:
    case lanemask_gt:
      return write_row(row, context.mask,
                       [which](unsigned lane) { return lane_mask_register(which, lane); });
    default:
      return write_shared(context, which);
  }
}

void frame_address(StepContext& context) {
  const std::uint32_t base = context.path.local_base;
  const std::uint32_t address = base + static_cast<std::uint32_t>(context.instruction.offset);
  write_row(context.destination(0), context.mask, [address](unsigned) { return address; });
}

constexpr HandlerBinding kSpecialRegisterHandlers[] = {
    {isa::Op::sreg, special_register},
    {isa::Op::frame_address, frame_address},
};

}  // namespace

std::span<const HandlerBinding> special_register_handlers() { return kSpecialRegisterHandlers; }

}  // namespace heddle::exec
