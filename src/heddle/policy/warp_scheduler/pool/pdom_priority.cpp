// Post-dominator priority: issues the warp with the thread that has passed the fewest reconvergence
// points, since this thread lags behind the other threads.

#include "heddle/policy/registry.hpp"
#include "heddle/policy/warp_scheduler/pool/pool_scheduler.hpp"

namespace heddle::policy {
namespace {

class PdomPriority final : public PoolScheduler {
 public:
  unsigned pick(unsigned /*slot*/, const model::EntityMask& candidates) override {
    return first_by(candidates, [&](unsigned entity) { return sm().paths->passed(entity); });
  }

  std::vector<StorageItem> storage() const override {
    return {{"points passed", sm().entities, 32}};
  }
};

const Register<WarpScheduler, PdomPriority> registration(
    "pdom_priority", "of a pool: the warp that has passed fewest points where paths meet",
    "Each thread counts the points that it passes at which diverged paths meet (immediate "
    "post-dominators of branches). Of the warps of a pool that are ready, the one with the thread "
    "of the lowest count issues; among equals the warp that began to form first.",
    kPoolSource);

}  // namespace
}  // namespace heddle::policy
