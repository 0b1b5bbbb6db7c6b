// Which lane each part of a block lives in, as the organisation says. The dispatcher places whole
// blocks before it sends them, the SM places warps that start after their block. An answer that the
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
  /// `name` and `organisation` outlive the placement.
  Placement(const PolicyName& name, const Organisation& organisation)
      : name_(name), organisation_(organisation) {}

  /// Places the parts of the warp that have threads; the block has the slot. False, and nothing is
  /// placed: one of them has no room.
  bool place_warp(model::LaneResidents& residents, std::uint16_t block_slot,
                  const model::BlockDemand& demand, std::uint32_t warp,
                  const Occasion& occasion) const;
  /// Places these warps in turn, up to the first for which there is no room. Returns how many it
  /// has placed.
  std::uint32_t place_warps(model::LaneResidents& residents, std::uint16_t block_slot,
                            const model::BlockDemand& demand, std::span<const std::uint32_t> warps,
                            const Occasion& occasion) const;

 private:
  std::optional<std::uint16_t> place(const model::LaneResidents& residents, const PartToPlace& part,
                                     const Occasion& occasion) const;

  const PolicyName& name_;
  const Organisation& organisation_;
};

/// An SM of this shape on which nothing resides.
model::LaneResidents empty_lanes(const Shape& shape, std::uint32_t registers, std::uint32_t warps,
                                 std::uint32_t blocks);

}  // namespace heddle::policy
