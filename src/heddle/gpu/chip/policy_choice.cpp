#include "heddle/gpu/chip/policy_choice.hpp"

#include <memory>
#include <utility>

#include "heddle/base/error.hpp"
#include "heddle/core/fetch/instruction_cache.hpp"
#include "heddle/core/policies/organisation_shape.hpp"
#include "heddle/core/terms/decoded_program.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::gpu {
namespace {

/// Creates the named policy and sets its parameters.
template <typename Interface>
std::unique_ptr<Interface> make_policy(const PolicyChoice& choice, const std::string& name) {
  auto policy = policy::Registry<Interface>::instance().make(name);
  if (policy == nullptr) {
    std::string known;
    for (const auto& info : policy::Registry<Interface>::instance().list())
      known += " " + std::string(info.name);
    fail("{} '{}' is unknown; there are:{}", Interface::kKind, name, known);
  }
  if (choice.configure) {
    choice.configure(std::string(Interface::kKind) + "." + name,
                     [&](ParameterVisitor& visit) { policy->describe(visit); });
  }
  return policy;
}

/// Throws Error if a policy cannot work on an SM on which resident warps may have no warp slot.
void check_away(const core::SmPolicies& policies) {
  const auto check = [&](const policy::SmPolicy& policy, std::string_view kind,
                         const std::string& name) {
    if (policy.serves_away()) return;
    fail(
        "residency {} takes warps from their slots and brings them to others, and {} {} cannot "
        "follow that: choose another {}",
        policies.residency_name, kind, name, kind);
  };
  check(*policies.scheduler, policy::WarpScheduler::kKind, policies.scheduler_name);
  if (policies.throttle->gates())
    check(*policies.throttle, policy::Throttle::kKind, policies.throttle_name);
}

}  // namespace

DispatchBoundary make_dispatch_boundary(const MachineSpec& machine, const PolicyChoice& choice) {
  return {machine,
          {.block_dispatch_name = choice.block_dispatch,
           .block_dispatch = make_policy<policy::BlockDispatch>(choice, choice.block_dispatch),
           .residency_name = choice.residency,
           .residency = make_policy<policy::Residency>(choice, choice.residency),
           .trigger_name = choice.preemption_trigger,
           .trigger = make_policy<policy::PreemptionTrigger>(choice, choice.preemption_trigger)}};
}

CorunBoundary make_corun_boundary(const MachineSpec& machine, const PolicyChoice& choice) {
  return {machine, choice.corun, make_policy<policy::Corun>(choice, choice.corun)};
}

policy::Replacements replacements_of(const PolicyChoice& choice) {
  return policy::Replacements(choice.configure);
}

void check_replacements(const MachineSpec& machine, const PolicyChoice& choice) {
  const policy::Replacements replacements = replacements_of(choice);
  const auto check = [&](std::string_view unit, const memory::CacheSpec& cache) {
    replacements.make(cache.replacement, cache.sets(), cache.associativity, {.unit = unit});
  };
  check("l1", machine.l1);
  check("constant_cache", machine.constant_cache);
  check("texture_cache", machine.texture_cache);
  check("l2", machine.l2.slice);
  const core::FetchSpec& fetch = machine.fetch;
  const auto check_fetch = [&](std::uint32_t bytes, std::uint32_t line_bytes) {
    if (bytes == 0) return;
    const auto cache = core::InstructionCache::spec_of(bytes, line_bytes, fetch.associativity);
    replacements.make(fetch.replacement, cache.sets(), cache.associativity, {.unit = "fetch"});
  };
  check_fetch(fetch.cache_bytes, fetch.line_bytes);
  check_fetch(fetch.own_cache_bytes, fetch.own_line_bytes);
}

BlockFit make_block_fit(const MachineSpec& machine, const PolicyChoice& choice) {
  std::shared_ptr<const policy::Organisation> organisation =
      make_policy<policy::Organisation>(choice, choice.organisation);
  const policy::Shape shape = core::shape_of(*organisation, choice.organisation, machine.sm, 0);
  const bool scalars_apart = core::has_scalar_file(machine.execution, shape);
  return {machine.sm, choice.organisation, std::move(organisation), shape, scalars_apart};
}

core::SmPolicies make_sm_policies(const PolicyChoice& choice, const GpuPolicies& of_gpu,
                                  std::uint32_t sm) {
  DispatchBoundary& boundary = of_gpu.dispatch;
  core::SmPolicies policies = {
      .organisation = make_policy<policy::Organisation>(choice, choice.organisation),
      .throttle = make_policy<policy::Throttle>(choice, choice.throttle),
      .scheduler = make_policy<policy::WarpScheduler>(choice, choice.warp_scheduler),
      .gang_scheduler = make_policy<policy::GangScheduler>(choice, choice.gang_scheduler),
      .residency = boundary.part(sm),
      .preemption = make_policy<policy::Preemption>(choice, choice.preemption),
      .corun = of_gpu.sharing.part(sm),
      .releases_warps = boundary.releases_warps(),
      .organisation_name = choice.organisation,
      .throttle_name = choice.throttle,
      .scheduler_name = choice.warp_scheduler,
      .residency_name = choice.residency,
      .gang_scheduler_name = choice.gang_scheduler,
      .preemption_name = choice.preemption,
      .corun_name = choice.corun};
  if (boundary.limits().exceed_slots()) check_away(policies);
  return policies;
}

}  // namespace heddle::gpu
