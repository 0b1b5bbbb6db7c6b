#include "heddle/model/lane_residents.hpp"

#include <algorithm>

#include "heddle/base/error.hpp"

namespace heddle::model {
namespace {

bool is_partial(const BlockDemand& demand, std::uint32_t part) {
  return demand.threads_of_part(part) < demand.width;
}

}  // namespace

LaneResidents::LaneResidents(std::uint32_t lanes, std::uint32_t registers, std::uint32_t slots,
                             std::uint32_t blocks)
    : lanes_(lanes, {.registers = registers / lanes, .slots = (slots + lanes - 1) / lanes}),
      blocks_(blocks) {}

std::optional<std::uint16_t> LaneResidents::free_block_slot() const {
  const auto free = std::find_if(blocks_.begin(), blocks_.end(),
                                 [](const Block& block) { return !block.resides; });
  if (free == blocks_.end()) return std::nullopt;
  return static_cast<std::uint16_t>(free - blocks_.begin());
}

void LaneResidents::open(std::uint16_t block_slot, const BlockDemand& demand) {
  Block& block = blocks_.at(block_slot);
  if (block.resides) fail("internal: block slot {} is taken twice", block_slot);
  block.resides = true;
  block.demand = demand;
  block.lanes.assign(demand.parts(), kNoLane);
}

void LaneResidents::add(std::uint16_t block_slot, std::uint32_t part, std::uint16_t lane) {
  Block& block = blocks_[block_slot];
  LaneShare& share = lanes_.at(lane);
  const std::uint32_t registers = block.demand.registers_of_part(part);
  if (block.lanes.at(part) != kNoLane || share.slots == 0 || share.registers < registers)
    fail(
        "internal: part {} of the block in slot {} takes {} registers and a warp slot of lane {}, "
        "which has {} registers and {} slots",
        part, block_slot, registers, lane, share.registers, share.slots);
  block.lanes[part] = lane;
  share.registers -= registers;
  --share.slots;
  ++share.parts;
  share.partial += is_partial(block.demand, part) ? 1 : 0;
}

void LaneResidents::add(std::uint16_t block_slot, std::uint32_t first,
                        std::span<const std::uint16_t> lanes) {
  for (std::uint32_t i = 0; i < lanes.size(); ++i) {
    if (lanes[i] != kNoLane) add(block_slot, first + i, lanes[i]);
  }
}

void LaneResidents::remove(Block& block, std::uint32_t part) {
  if (block.lanes[part] == kNoLane) return;
  LaneShare& share = lanes_[block.lanes[part]];
  share.registers += block.demand.registers_of_part(part);
  ++share.slots;
  --share.parts;
  share.partial -= is_partial(block.demand, part) ? 1 : 0;
  block.lanes[part] = kNoLane;
}

void LaneResidents::remove_warp(std::uint16_t block_slot, std::uint32_t warp) {
  Block& block = blocks_[block_slot];
  const std::uint32_t parts = kWarpSize / block.demand.width;
  const auto end = std::min<std::uint32_t>((warp + 1) * parts, block.demand.parts());
  for (std::uint32_t part = warp * parts; part < end; ++part) remove(block, part);
}

void LaneResidents::close(std::uint16_t block_slot) {
  Block& block = blocks_[block_slot];
  for (std::uint32_t part = 0; part < block.lanes.size(); ++part) remove(block, part);
  block.resides = false;
}

}  // namespace heddle::model
