#include "heddle/core/entity_life.hpp"

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

/// Names of the policies of the kind that need no more than `life`.
template <typename Interface>
std::string fitting(policy::EntityLife life) {
  std::string names;
  for (const policy::PolicyInfo& info : policy::Registry<Interface>::instance().list()) {
    const auto policy = policy::Registry<Interface>::instance().make(info.name);
    if (policy->needs() > life) continue;
    if (!names.empty()) names += ", ";
    names += info.name;
  }
  return names;
}

}  // namespace

void check_entity_life(const std::string& organisation, const policy::Shape& shape,
                       const policy::PolicyName& name, const policy::SmPolicy& policy) {
  const policy::EntityLife life = shape.entity_life();
  if (policy.needs() <= life) return;
  const bool schedules = name.kind == policy::WarpScheduler::kKind;
  fail(
      "{} {} needs warps that keep their threads, and organisation {} forms warps anew {}: choose "
      "one of {} for {}, or --set organisation=spatial",
      name.kind, name.name, organisation, when_formed(shape),
      schedules ? fitting<policy::WarpScheduler>(life) : fitting<policy::Throttle>(life),
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
