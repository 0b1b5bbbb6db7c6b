#include "heddle/compile/register_limit.hpp"

#include <algorithm>

#include "heddle/base/types.hpp"

namespace heddle::compile {

std::uint32_t block_threads(const std::uint32_t (&extents)[3]) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 31;
  std::uint64_t threads = extents[0];
  for (const std::uint32_t extent : {extents[1], extents[2]}) {
    threads = std::min(threads * std::max(extent, 1u), kMost);
  }
  return static_cast<std::uint32_t>(threads);
}

std::uint32_t register_limit(const ptx::Bounds& bounds, const RegisterSupply& supply) {
  std::uint32_t limit = supply.most;
  if (bounds.max_registers != 0) limit = std::min(limit, bounds.max_registers);
  const std::uint32_t threads =
      std::max(block_threads(bounds.max_threads), block_threads(bounds.required_threads));
  if (threads != 0) {
    const std::uint64_t warps = (std::uint64_t{threads} + kWarpSize - 1) / kWarpSize;
    const std::uint64_t resident = warps * std::max(bounds.min_blocks_per_sm, 1u);
    const std::uint64_t of_a_warp = supply.registers / resident / supply.unit * supply.unit;
    limit = std::min(limit, static_cast<std::uint32_t>(of_a_warp / kWarpSize));
  }
  return std::max(limit, kFewestRegisters) - std::min(supply.reserved, kFewestRegisters);
}

}  // namespace heddle::compile
