// Computes the resources that a block takes of an SM, and how many blocks fit. Registers and shared
// memory are rounded to allocation units only here.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "heddle/core/terms/shared_sizes.hpp"
#include "heddle/exec/step/grid.hpp"
#include "heddle/isa/program.hpp"
#include "heddle/model/lane_residents.hpp"
#include "heddle/model/resources.hpp"
#include "heddle/policy/organisation/organisation.hpp"
#include "heddle/policy/policy_error.hpp"

namespace heddle::gpu {

using model::BlockDemand;

/// Registers of a warp whose threads have `registers` registers each, rounded up to whole
/// allocation units of `unit` registers.
constexpr std::uint64_t warp_registers(std::uint32_t registers, std::uint32_t unit) {
  return (std::uint64_t{registers} * kWarpSize + unit - 1) / unit * unit;
}

/// The resources of an SM that blocks share.
enum class Resource : std::uint8_t { registers, shared_memory, warps, blocks, threads };
inline constexpr unsigned kResources = 5;
inline constexpr std::array<std::string_view, kResources> kResourceNames = {
    "registers", "shared memory", "warps", "blocks", "threads"};

/// The fit of one resource: the amount that an SM has, the amount that a block takes, and how many
/// blocks would fit if this resource were the only limit.
struct ResourceFit {
  static constexpr std::uint32_t kAny = ~std::uint32_t{0};

  std::uint64_t available = 0, needed = 0;
  std::uint32_t blocks = kAny;
  bool binds = false;  ///< this resource limits the number of blocks: no other resource allows
                       ///< fewer
};

/// The number of equal blocks that an empty SM holds, and the resources that limit this number.
struct Occupancy {
  std::uint32_t blocks = 0;
  std::array<ResourceFit, kResources> resources{};

  const ResourceFit& of(Resource resource) const {
    return resources[static_cast<std::size_t>(resource)];
  }
  bool limited_by(Resource resource) const { return of(resource).binds; }
  std::string limits() const;  ///< all resources that limit the number, for example "registers,
                               ///< warps"
  double unallocated_share()
      const;  ///< share of the SM's registers that `blocks` blocks leave unallocated
};

/// Computes demands and occupancy for one kind of SM. Both depend on how the organisation divides
/// the SM among the lanes.
class BlockFit {
 public:
  /// An SM that is not divided.
  explicit BlockFit(const core::SmSpec& sm) : sm_(sm), sizes_(sm) {}
  /// An SM with the shape of the named organisation. `scalars_apart`: scalar registers have a
  /// register file of their own (core::has_scalar_file).
  BlockFit(const core::SmSpec& sm, const std::string& organisation_name,
           std::shared_ptr<const policy::Organisation> organisation, const policy::Shape& shape,
           bool scalars_apart = false);

  /// Returns the resources that a block of `threads` threads with `registers` registers each takes.
  /// `scalars`: number of scalar registers of each warp, which all its threads share. In an SM that
  /// is divided into lanes, the scalar registers lie in the same file as the other registers. An SM
  /// that is not divided has a separate file for them.
  /// `preferred_shared`: as in exec::LaunchShape.
  BlockDemand demand_of(std::uint32_t threads, std::uint32_t registers, std::uint64_t shared_bytes,
                        std::uint32_t scalars = 0,
                        std::uint32_t preferred_shared = exec::kNoPreference) const;
  BlockDemand demand_of(const isa::Program& program, std::uint32_t threads,
                        std::uint32_t dynamic_shared_bytes,
                        std::uint32_t preferred_shared = exec::kNoPreference) const;
  BlockDemand demand_of(const exec::Grid& grid) const;

  /// Returns the registers of each thread in blocks of `threads` threads. This is the program's
  /// count, which imitates NVIDIA's assembler. If no block fits with this count, it is the largest
  /// count with which a block fits, but at least the count that the code needs.
  std::uint32_t registers_of(const isa::Program& program, std::uint32_t threads) const;

  /// Computes the occupancy. If warps and threads both limit the number of blocks, only warps are
  /// named. If the lanes hold fewer blocks than an undivided SM of the same size, trials find the
  /// limiting resource. Registers limit the number if lanes with unlimited warp slots hold no more
  /// blocks. Warps limit it if lanes with unlimited registers hold no more blocks. If neither is
  /// true, registers and warps limit it together.
  Occupancy occupancy(const BlockDemand& demand) const;

  // The following functions are for an SM whose organisation assigns warps to lanes.
  bool places_warps() const { return shape_.places; }
  model::LaneResidents empty_lanes() const;
  /// Assigns these warps of the block to lanes in order, up to the first warp for which no lane has
  /// room. Returns the number of placed warps. Throws PolicyError for an answer that the
  /// organisation's interface does not allow.
  std::uint32_t place_warps(model::LaneResidents& residents, std::uint16_t block_slot,
                            const BlockDemand& demand, std::span<const std::uint32_t> warps,
                            const policy::Occasion& occasion) const;

 private:
  BlockDemand demand_without_quota(std::uint32_t threads, std::uint32_t registers,
                                   std::uint64_t shared_bytes, std::uint32_t scalars) const;
  /// Chooses the size of shared memory for the kernel, where kernels choose it. This is the
  /// smallest size that holds the blocks which the largest size would allow. If the program prefers
  /// a size, it is the smallest size of at least this many bytes that holds a block.
  void choose_split(BlockDemand& demand, std::uint32_t preferred_shared) const;
  bool has_registers_for(const BlockDemand& demand) const;
  /// Returns how many whole blocks the lanes of an empty SM hold, but at most `most`.
  std::uint32_t blocks_in_lanes(const BlockDemand& demand, std::uint32_t most) const {
    return blocks_in(empty_lanes(), demand, most);
  }
  std::uint32_t blocks_in(model::LaneResidents lanes, const BlockDemand& demand,
                          std::uint32_t most) const;
  /// Lowers the occupancy to the number of blocks that the lanes hold.
  void limit_by_lanes(const BlockDemand& demand, Occupancy& occupancy) const;

  core::SmSpec sm_;
  core::SharedSizes sizes_;
  policy::PolicyName name_{policy::Organisation::kKind, ""};
  std::shared_ptr<const policy::Organisation> organisation_;  ///< null: the SM is not divided
  policy::Shape shape_;
  bool scalars_apart_ = true;  ///< false: each thread has its own copy of the scalar registers
};

}  // namespace heddle::gpu
