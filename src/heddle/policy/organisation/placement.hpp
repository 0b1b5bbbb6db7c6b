// Places the parts of blocks in lanes, as the organisation decides. The dispatcher places whole
// blocks before it sends them. The SM places warps that start later than their block. An answer
// that the organisation is not allowed to give ends the run with a PolicyError (policy_error.hpp).
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

  /// Places the parts of the warp that have threads. The block must already occupy the block slot.
  /// Returns false if there is no room for one of the parts; then no part is placed.
  bool place_warp(model::LaneResidents& residents, std::uint16_t block_slot,
                  const model::BlockDemand& demand, std::uint32_t warp,
                  const Occasion& occasion) const;
  /// Places these warps one after the other, and stops at the first warp for which there is no
  /// room. Returns the number of placed warps.
  std::uint32_t place_warps(model::LaneResidents& residents, std::uint16_t block_slot,
                            const model::BlockDemand& demand, std::span<const std::uint32_t> warps,
                            const Occasion& occasion) const;

 private:
  std::optional<std::uint16_t> place(const model::LaneResidents& residents, const PartToPlace& part,
                                     const Occasion& occasion) const;

  const PolicyName& name_;
  const Organisation& organisation_;
};

/// Returns the lanes of an empty SM of this shape.
model::LaneResidents empty_lanes(const Shape& shape, std::uint32_t registers, std::uint32_t warps,
                                 std::uint32_t blocks);

}  // namespace heddle::policy
