#include "heddle/policy/corun/water_filling.hpp"

#include "heddle/policy/corun/static_shares.hpp"

namespace heddle::policy {
namespace {

/// Returns the smallest number of blocks above `blocks` with a higher speed than `blocks`; 0: there
/// is no such number.
std::uint64_t next_rise(const SpeedCurve& curve, std::uint64_t blocks) {
  for (std::uint64_t more = blocks + 1; more <= curve.size(); ++more)
    if (curve[more - 1] > curve[blocks - 1]) return more;
  return 0;
}

double relative_speed(const SpeedCurve& curve, std::uint64_t blocks) {
  return curve.back() <= 0 ? 1 : curve[blocks - 1] / curve.back();
}

}  // namespace

WaterFilling fill_water(std::span<const TenantGrid> tenants, std::span<const SpeedCurve> curves,
                        const model::Resources& sm) {
  WaterFilling result;
  model::Resources free = sm;
  for (const TenantGrid& tenant : tenants) {
    const model::Resources block = model::of_block(tenant.demand);
    if (!free.holds(block)) return result;
    free -= block;
  }
  result.blocks.assign(tenants.size(), 1);
  result.steps.push_back(result.blocks);
  std::vector<bool> finished(tenants.size());
  for (;;) {
    std::size_t next = tenants.size();
    double least = 0;
    for (std::size_t i = 0; i < tenants.size(); ++i) {
      const double speed = relative_speed(curves[i], result.blocks[i]);
      if (finished[i] || (next != tenants.size() && speed >= least)) continue;
      next = i;
      least = speed;
    }
    if (next == tenants.size()) break;
    const std::uint64_t more = next_rise(curves[next], result.blocks[next]);
    const model::Resources added =
        more == 0 ? model::Resources()
                  : times(model::of_block(tenants[next].demand), more - result.blocks[next]);
    if (more == 0 || !free.holds(added)) {
      finished[next] = true;
      continue;
    }
    free -= added;
    result.blocks[next] = more;
    result.steps.push_back(result.blocks);
  }
  for (std::size_t i = 0; i < tenants.size(); ++i)
    result.speed.push_back(relative_speed(curves[i], result.blocks[i]));
  return result;
}

}  // namespace heddle::policy
