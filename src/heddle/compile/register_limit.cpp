#include "heddle/compile/register_limit.hpp"

#include <algorithm>

#include "heddle/base/types.hpp"

namespace heddle::compile {
namespace {

std::uint32_t volume(const std::uint32_t (&extents)[3]) {
  if (extents[0] == 0) return 0;
  return extents[0] * std::max(extents[1], 1u) * std::max(extents[2], 1u);
}

}  // namespace

std::uint32_t register_limit(const ptx::Bounds& bounds, const RegisterSupply& supply) {
  std::uint32_t limit = supply.most;
  if (bounds.max_registers != 0) limit = std::min(limit, bounds.max_registers);
  const std::uint32_t threads =
      std::max(volume(bounds.max_threads), volume(bounds.required_threads));
  if (threads != 0) {
    const std::uint32_t warps = (threads + kWarpSize - 1) / kWarpSize;
    const std::uint32_t resident = warps * std::max(bounds.min_blocks_per_sm, 1u);
    const std::uint32_t of_a_warp = supply.registers / resident / supply.unit * supply.unit;
    limit = std::min(limit, of_a_warp / kWarpSize);
  }
  return std::max(limit, kFewestRegisters) - std::min(supply.reserved, kFewestRegisters);
}

}  // namespace heddle::compile
