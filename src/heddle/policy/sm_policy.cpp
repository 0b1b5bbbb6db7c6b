#include "heddle/policy/sm_policy.hpp"

namespace heddle::policy {

unsigned SmPolicy::oldest(const model::EntityMask& entities) const {
  unsigned best = model::kNoEntity;
  std::uint64_t best_order = ~std::uint64_t{0};
  entities.for_each([&](unsigned entity) {
    if (const auto order = sm().warps[entity].launch_order; order < best_order) {
      best_order = order;
      best = entity;
    }
  });
  return best;
}

}  // namespace heddle::policy
