#include "heddle/exec/step/warp.hpp"

#include "heddle/exec/step/executable.hpp"

namespace heddle::exec {

void Block::belong_to(const Grid& of) {
  grid = &of;
  code = of.executable->code.get();
  constants = of.constants.data();
}

void Block::start(const Grid& of, std::uint64_t linear_id) {
  belong_to(of);
  id = linear_id;
  const Dim3& extent = of.shape.grid;
  index = {static_cast<std::uint32_t>(linear_id % extent.x),
           static_cast<std::uint32_t>(linear_id / extent.x % extent.y),
           static_cast<std::uint32_t>(linear_id / extent.x / extent.y)};
  shared.assign(of.reachable_shared_bytes(), 0);
  cluster.reset();
  rank = 0;
}

void Warp::start(Block& of, std::uint32_t warp_index) {
  block = &of;
  index = warp_index;
  const Grid& grid = *of.grid;
  const isa::Program& program = *grid.program;
  const std::uint32_t left = grid.threads_per_block() - warp_index * kWarpSize;
  threads = left >= kWarpSize ? kAllLanes : lane_bit(left) - 1;
  exited = 0;
  progress = {};
  awaited = {};
  for (unsigned part = 0; part < parts.size(); ++part)
    parts[part].start(threads & lanes_of(part), program.functions[0].entry);
  // Registers, predicates and local memory are zero until the program writes them, whatever used
  // this object before.
  rows.assign(program.rows + grid.executable->frame_slack, Row{});
  predicates.assign(program.predicates + 1, 0);
  local.assign(std::size_t{program.local_bytes} * kWarpSize, 0);
}

}  // namespace heddle::exec
