// What a block takes of an SM, and how many blocks fit: the one place that rounds registers and
// shared memory to allocation units.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "heddle/core/terms/specs.hpp"
#include "heddle/isa/program.hpp"
#include "heddle/model/lane_residents.hpp"
#include "heddle/model/resources.hpp"
#include "heddle/policy/organisation/organisation.hpp"
#include "heddle/policy/policy_error.hpp"

namespace heddle::gpu {

using model::BlockDemand;

/// Of a warp whose threads have so many each, in whole units of allocation.
constexpr std::uint64_t warp_registers(std::uint32_t registers, std::uint32_t unit) {
  return (std::uint64_t{registers} * kWarpSize + unit - 1) / unit * unit;
}

/// What of an SM blocks share.
enum class Resource : std::uint8_t { registers, shared_memory, warps, blocks, threads };
inline constexpr unsigned kResources = 5;
inline constexpr std::array<std::string_view, kResources> kResourceNames = {
    "registers", "shared memory", "warps", "blocks", "threads"};

/// What an SM has of a resource, what a block takes of it, and how many blocks it is enough for.
struct ResourceFit {
  static constexpr std::uint32_t kAny = ~std::uint32_t{0};

  std::uint64_t available = 0, needed = 0;
  std::uint32_t blocks = kAny;
  bool binds = false;  ///< no resource is enough for fewer
};

/// How many blocks of a demand an empty SM holds, and what one more would lack.
struct Occupancy {
  std::uint32_t blocks = 0;
  std::array<ResourceFit, kResources> resources{};

  const ResourceFit& of(Resource resource) const {
    return resources[static_cast<std::size_t>(resource)];
  }
  bool limited_by(Resource resource) const { return of(resource).binds; }
  std::string limits() const;        ///< all that bind: "registers, warps"
  double unallocated_share() const;  ///< of the registers, when that many blocks are there
};

/// Depends on the SM, and on how its organisation divides the SM among the lanes.
class BlockFit {
 public:
  /// An SM that is not divided.
  explicit BlockFit(const core::SmSpec& sm) : sm_(sm) {}
  /// An SM of the shape that the organisation of this name has. `scalars_apart`: scalar registers
  /// are beside the vector registers (core::has_scalar_file).
  BlockFit(const core::SmSpec& sm, const std::string& organisation_name,
           std::shared_ptr<const policy::Organisation> organisation, const policy::Shape& shape,
           bool scalars_apart = false);

  /// Of a block of so many threads with so many registers each. `scalars`: registers of a warp
  /// beside these. Lanes hold them with the others; elsewhere they are in a file of their own.
  BlockDemand demand_of(std::uint32_t threads, std::uint32_t registers, std::uint64_t shared_bytes,
                        std::uint32_t scalars = 0) const;
  BlockDemand demand_of(const isa::Program& program, std::uint32_t threads,
                        std::uint32_t dynamic_shared_bytes) const;

  /// Of a thread where blocks have so many: the program's count. What is counted is an assembler's
  /// habit, so where no block would fit with it, the most with which one does, if the code runs in
  /// these.
  std::uint32_t registers_of(const isa::Program& program, std::uint32_t threads) const;

  /// Threads bind where there is room for the warps and not for all their threads: where a full SM
  /// has as many threads as its warps have lanes it is the warps that bind. Where lanes hold fewer
  /// blocks than a whole SM of their size would, registers bind if they do so with slots without
  /// end, warps if they do so with registers without end, and else both.
  Occupancy occupancy(const BlockDemand& demand) const;

  // For an SM that is divided among its lanes.
  bool places_warps() const { return shape_.places; }
  model::LaneResidents empty_lanes() const;
  /// Places these warps of the block in turn, up to the first for which no lane has room. Returns
  /// how many have been placed. Throws PolicyError for an answer that the organisation may not
  /// give.
  std::uint32_t place_warps(model::LaneResidents& residents, std::uint16_t block_slot,
                            const BlockDemand& demand, std::span<const std::uint32_t> warps,
                            const policy::Occasion& occasion) const;

 private:
  BlockDemand demand_without_quota(std::uint32_t threads, std::uint32_t registers,
                                   std::uint64_t shared_bytes, std::uint32_t scalars) const;
  bool has_registers_for(const BlockDemand& demand) const;
  /// Whole blocks that the lanes of an empty SM hold, up to `most`.
  std::uint32_t blocks_in_lanes(const BlockDemand& demand, std::uint32_t most) const {
    return blocks_in(empty_lanes(), demand, most);
  }
  std::uint32_t blocks_in(model::LaneResidents lanes, const BlockDemand& demand,
                          std::uint32_t most) const;
  /// Takes the blocks that the lanes hold into account.
  void limit_by_lanes(const BlockDemand& demand, Occupancy& occupancy) const;

  core::SmSpec sm_;
  policy::PolicyName name_{policy::Organisation::kKind, ""};
  std::shared_ptr<const policy::Organisation> organisation_;  ///< null: the SM is not divided
  policy::Shape shape_;
  bool scalars_apart_ = true;  ///< else each thread of a warp holds its scalar registers
};

}  // namespace heddle::gpu
