// What a block takes of an SM, and how many fit: the one place that rounds registers and shared
// memory to allocation units.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "heddle/core/specs.hpp"
#include "heddle/isa/program.hpp"
#include "heddle/model/resources.hpp"

namespace heddle::gpu {

using model::BlockDemand;

/// Of a warp whose threads have so many each, in whole units of allocation.
constexpr std::uint64_t warp_registers(std::uint32_t registers, std::uint32_t unit) {
  return (std::uint64_t{registers} * kWarpSize + unit - 1) / unit * unit;
}

/// Of a block of so many threads with so many registers each.
BlockDemand demand_of(std::uint32_t threads, std::uint32_t registers, std::uint64_t shared_bytes,
                      const core::SmSpec& sm);
BlockDemand demand_of(const isa::Program& program, std::uint32_t threads,
                      std::uint32_t dynamic_shared_bytes, const core::SmSpec& sm);

/// Of a thread where blocks have so many: the program's count. What is counted is an assembler's
/// habit, so where no block would fit with it, the most with which one does, if the code runs in
/// these.
std::uint32_t registers_of(const isa::Program& program, std::uint32_t threads,
                           const core::SmSpec& sm);

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

/// Threads bind where there is room for the warps and not for all their threads: where a full SM
/// has as many threads as its warps have lanes it is the warps that bind.
Occupancy occupancy(const BlockDemand& demand, const core::SmSpec& sm);

}  // namespace heddle::gpu
