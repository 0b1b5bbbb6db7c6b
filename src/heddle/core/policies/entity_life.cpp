#include "heddle/core/policies/entity_life.hpp"

#include "heddle/base/error.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/policy/throttle/throttle.hpp"
#include "heddle/policy/warp_scheduler/warp_scheduler.hpp"

namespace heddle::core {
namespace {

std::string_view when_formed(const policy::Shape& shape) {
  return shape.paths == policy::PathKind::warp_pool ? "after every instruction"
                                                    : "where threads diverge";
}

bool fits(const policy::SmPolicy& policy, const policy::Shape& shape) {
  if (policy.needs_pool() && shape.paths != policy::PathKind::warp_pool) return false;
  return policy.needs() <= shape.entity_life();
}

/// Names of the policies of this kind that can serve the shape.
template <typename Interface>
std::string fitting(const policy::Shape& shape) {
  std::string names;
  for (const policy::PolicyInfo& info : policy::Registry<Interface>::instance().list()) {
    const auto policy = policy::Registry<Interface>::instance().make(info.name);
    if (!fits(*policy, shape)) continue;
    if (!names.empty()) names += ", ";
    names += info.name;
  }
  return names;
}

}  // namespace

void check_entity_life(const std::string& organisation, const policy::Shape& shape,
                       const policy::PolicyName& name, const policy::SmPolicy& policy) {
  if (fits(policy, shape)) return;
  if (policy.needs_pool()) {
    fail(
        "{} {} orders warps that are formed in a pool, and organisation {} has none: --set "
        "organisation=dwf, or another {}",
        name.kind, name.name, organisation, name.kind);
  }
  const bool schedules = name.kind == policy::WarpScheduler::kKind;
  fail(
      "{} {} needs warps that keep their threads, and organisation {} forms warps anew {}: choose "
      "one of {} for {}, or --set organisation=spatial",
      name.kind, name.name, organisation, when_formed(shape),
      schedules ? fitting<policy::WarpScheduler>(shape) : fitting<policy::Throttle>(shape),
      name.kind);
}

void check_late_warps(const std::string& organisation, const policy::Shape& shape,
                      const std::string& residency, bool starts_late) {
  if (!starts_late || shape.paths != policy::PathKind::block_stacks) return;
  fail(
      "residency {} starts warps of a block late, and organisation {} runs all warps of a block on "
      "one stack: --set residency=block",
      residency, organisation);
}

}  // namespace heddle::core
