#include "heddle/policy/organisation/placement.hpp"

#include <algorithm>
#include <vector>

#include "heddle/base/error.hpp"

namespace heddle::policy {
namespace {

std::string lanes_with_room(const PartToPlace& part, std::span<const model::LaneShare> lanes) {
  std::vector<unsigned> found;
  for (unsigned lane = 0; lane < lanes.size(); ++lane)
    if (part.fits(lanes[lane])) found.push_back(lane);
  if (found.empty()) return "none";
  return fmt::format("a lane group with room, {}, or none", in_words(found));
}

}  // namespace

std::optional<std::uint16_t> Placement::place(const model::LaneResidents& residents,
                                              const PartToPlace& part,
                                              const Occasion& occasion) const {
  const std::span<const model::LaneShare> lanes = residents.lanes();
  const std::optional<unsigned> lane = ask(
      name_, [&] { return occasion; }, "place", [&] { return organisation_.place(part, lanes); });
  if (!lane) return std::nullopt;
  if (*lane >= lanes.size() || !part.fits(lanes[*lane])) {
    refuse_answer(
        name_, occasion,
        fmt::format("place(part {} of the block in slot {})", part.index, part.block_slot),
        fmt::format("lane group {}", *lane), lanes_with_room(part, lanes));
  }
  return static_cast<std::uint16_t>(*lane);
}

bool Placement::place_warp(model::LaneResidents& residents, std::uint16_t block_slot,
                           const model::BlockDemand& demand, std::uint32_t warp,
                           const Occasion& occasion) const {
  const std::uint32_t parts = kWarpSize / demand.width;
  const std::uint32_t end = std::min((warp + 1) * parts, demand.parts());
  for (std::uint32_t index = warp * parts; index < end; ++index) {
    const auto lane = place(residents,
                            {.block_slot = block_slot,
                             .index = index,
                             .block_parts = demand.parts(),
                             .registers = demand.registers_of_part(index),
                             .partial = demand.threads_of_part(index) < demand.width},
                            occasion);
    if (!lane) {
      residents.remove_warp(block_slot, warp);
      return false;
    }
    residents.add(block_slot, index, *lane);
  }
  return true;
}

std::uint32_t Placement::place_warps(model::LaneResidents& residents, std::uint16_t block_slot,
                                     const model::BlockDemand& demand,
                                     std::span<const std::uint32_t> warps,
                                     const Occasion& occasion) const {
  std::uint32_t placed = 0;
  for (const std::uint32_t warp : warps) {
    if (!place_warp(residents, block_slot, demand, warp, occasion)) break;
    ++placed;
  }
  return placed;
}

model::LaneResidents empty_lanes(const Shape& shape, std::uint32_t registers, std::uint32_t warps,
                                 std::uint32_t blocks) {
  if (!shape.places) return {};
  return {shape.lane_groups, registers, warps * shape.parts, blocks};
}

}  // namespace heddle::policy
