// Dominant resource fairness. A tenant's dominant share is its largest share of any resource of an
// SM. The tenant with the smallest dominant share gets the next block.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "heddle/policy/corun/corun.hpp"
#include "heddle/policy/corun/static_shares.hpp"

namespace heddle::policy {

/// Returns the number of blocks of each tenant on an SM. Among tenants with equal shares, the first
/// in the list is served first.
inline std::array<std::uint64_t, kTenants> fair_blocks(std::span<const TenantGrid> tenants,
                                                       const model::Resources& sm) {
  std::array<std::uint64_t, kTenants> blocks{};
  std::array<bool, kTenants> finished{};
  model::Resources free = sm;
  for (;;) {
    const TenantGrid* next = nullptr;
    double least = 0;
    for (const TenantGrid& tenant : tenants) {
      if (finished[tenant.tenant]) continue;
      const double share = dominant_share(tenant.demand, blocks[tenant.tenant], sm).share;
      if (next == nullptr || share < least) {
        next = &tenant;
        least = share;
      }
    }
    if (next == nullptr) return blocks;
    const model::Resources block = model::of_block(next->demand);
    std::uint64_t& count = blocks[next->tenant];
    if (count < next->fits && free.holds(block)) {
      free -= block;
      ++count;
    } else {
      finished[next->tenant] = true;
    }
  }
}

}  // namespace heddle::policy
