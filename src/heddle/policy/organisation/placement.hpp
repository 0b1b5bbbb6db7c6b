// Places the parts of blocks in lanes, as the organisation decides. The dispatcher places whole
// blocks before it sends them. The SM places warps that start after their block. An answer that the
// organisation may not give ends the run with a PolicyError (policy_error.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "heddle/model/lane_residents.hpp"
#include "heddle/policy/organisation/organisation.hpp"
#include "heddle/policy/policy_error.hpp"

namespace heddle::policy {

class Placement {
 public:
  /// Both arguments must outlive the placement.
  Placement(const PolicyName& name, const Organisation& organisation)
      : name_(name), organisation_(organisation) {}

  /// Places the parts of the warp that have threads. The block already has the slot. False: a part
  /// has no room, and no part is placed.
  bool place_warp(model::LaneResidents& residents, std::uint16_t block_slot,
                  const model::BlockDemand& demand, std::uint32_t warp,
                  const Occasion& occasion) const;
  /// Places these warps in turn, up to the first without room. Returns the number of placed warps.
  std::uint32_t place_warps(model::LaneResidents& residents, std::uint16_t block_slot,
                            const model::BlockDemand& demand, std::span<const std::uint32_t> warps,
                            const Occasion& occasion) const;

 private:
  std::optional<std::uint16_t> place(const model::LaneResidents& residents, const PartToPlace& part,
                                     const Occasion& occasion) const;

  const PolicyName& name_;
  const Organisation& organisation_;
};

/// The lanes of an empty SM of this shape.
model::LaneResidents empty_lanes(const Shape& shape, std::uint32_t registers, std::uint32_t warps,
                                 std::uint32_t blocks);

}  // namespace heddle::policy
