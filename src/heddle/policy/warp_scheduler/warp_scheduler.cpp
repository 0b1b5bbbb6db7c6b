#include "heddle/policy/warp_scheduler/warp_scheduler.hpp"

namespace heddle::policy {

unsigned WarpScheduler::oldest(const model::EntityMask& candidates) const {
  unsigned best = model::kNoEntity;
  std::uint64_t best_order = ~std::uint64_t{0};
  candidates.for_each([&](unsigned entity) {
    if (const auto order = sm().warps[entity].launch_order; order < best_order) {
      best_order = order;
      best = entity;
    }
  });
  return best;
}

}  // namespace heddle::policy
