#include "heddle/compile/code/register_limit.hpp"

#include <algorithm>

namespace heddle::compile {
namespace {

/// Returns the number of registers that each thread gets if each pool is divided into `parts`
/// allocations.
std::uint32_t share_of_thread(const RegisterSupply& supply, std::uint64_t parts,
                              std::uint32_t scalars) {
  const std::uint64_t words = supply.registers / supply.pools / parts / supply.unit * supply.unit;
  const std::uint64_t beside = supply.scalars == ScalarPlace::beside ? scalars : 0;
  return static_cast<std::uint32_t>((words - std::min(beside, words)) / supply.width);
}

}  // namespace

std::uint32_t block_threads(const std::uint32_t (&extents)[3]) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 31;
  std::uint64_t threads = extents[0];
  for (const std::uint32_t extent : {extents[1], extents[2]}) {
    threads = std::min(threads * std::max(extent, 1u), kMost);
  }
  return static_cast<std::uint32_t>(threads);
}

std::uint32_t register_limit(const ptx::Bounds& bounds, const RegisterSupply& supply,
                             std::uint32_t scalars) {
  std::uint32_t limit = std::min(supply.most, share_of_thread(supply, 1, scalars));
  if (bounds.max_registers != 0) limit = std::min(limit, bounds.max_registers);
  const std::uint32_t threads =
      std::max(block_threads(bounds.max_threads), block_threads(bounds.required_threads));
  if (threads != 0) {
    const std::uint64_t warps = (std::uint64_t{threads} + kWarpSize - 1) / kWarpSize;
    const std::uint64_t resident = warps * std::max(bounds.min_blocks_per_sm, 1u);
    const std::uint64_t parts = resident * (kWarpSize / supply.width);
    const std::uint64_t of_a_pool = (parts + supply.pools - 1) / supply.pools;
    limit = std::min(limit, share_of_thread(supply, of_a_pool, scalars));
  }
  if (supply.scalars == ScalarPlace::each_thread) limit -= std::min(scalars, limit);
  return std::max(limit, kFewestRegisters) - std::min(supply.reserved, kFewestRegisters);
}

}  // namespace heddle::compile
