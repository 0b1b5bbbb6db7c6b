// Computes the share of each resource of an SM that blocks take.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "heddle/model/resources.hpp"

namespace heddle::policy {

/// A resource of which each block takes a fixed amount.
struct StaticResource {
  std::string_view name;
  std::uint64_t (*of)(const model::Resources&);
};

/// The resources in order of precedence: if a kernel has equal shares of several resources, the
/// first of these resources is its dominant resource.
inline constexpr std::array<StaticResource, 5> kStaticResources = {{
    {"registers", [](const model::Resources& amount) { return amount.registers; }},
    {"shared memory", [](const model::Resources& amount) { return amount.shared_bytes; }},
    {"threads", [](const model::Resources& amount) { return amount.threads; }},
    {"warps", [](const model::Resources& amount) { return amount.warps; }},
    {"blocks", [](const model::Resources& amount) { return amount.blocks; }},
}};

struct DominantShare {
  std::string_view resource;
  double share = 0;
};

inline model::Resources times(const model::Resources& each, std::uint64_t count) {
  return {each.blocks * count, each.warps * count, each.threads * count, each.registers * count,
          each.shared_bytes * count};
}

/// Returns the resource of which `blocks` blocks take the largest share of an SM, and this share.
inline DominantShare dominant_share(const model::BlockDemand& demand, std::uint64_t blocks,
                                    const model::Resources& sm) {
  DominantShare dominant{kStaticResources.front().name, -1};
  const model::Resources taken = times(model::of_block(demand), blocks);
  for (const StaticResource& resource : kStaticResources) {
    if (resource.of(sm) == 0) continue;
    const double share =
        static_cast<double>(resource.of(taken)) / static_cast<double>(resource.of(sm));
    if (share > dominant.share) dominant = {resource.name, share};
  }
  return dominant;
}

}  // namespace heddle::policy
