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
std::unique_ptr<Interface> make_policy(const PolicyChoice& choice) {
  const std::string& name = choice.name_of<Interface>();
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

template <typename Interface>
policy::PolicyName name_of(const PolicyChoice& choice) {
  return {Interface::kKind, choice.name_of<Interface>()};
}

template <typename Interface>
policy::Named<Interface> make_named(const PolicyChoice& choice) {
  return {name_of<Interface>(choice), make_policy<Interface>(choice)};
}

/// Throws Error if a policy cannot work on an SM on which resident warps may have no warp slot.
void check_away(const core::SmPolicies& policies) {
  const auto check = [&](const auto& named) {
    if (named->serves_away()) return;
    const auto& [kind, name] = named.name;
    fail(
        "residency {} takes warps from their slots and brings them to others, and {} {} cannot "
        "follow that: choose another {}",
        policies.residency.name.name, kind, name, kind);
  };
  check(policies.scheduler);
  if (policies.throttle->gates()) check(policies.throttle);
}

}  // namespace

DispatchBoundary make_dispatch_boundary(const MachineSpec& machine, const PolicyChoice& choice) {
  return {machine,
          {.block_dispatch = make_named<policy::BlockDispatch>(choice),
           .residency = make_named<policy::Residency>(choice),
           .trigger = make_named<policy::PreemptionTrigger>(choice)}};
}

CorunBoundary make_corun_boundary(const MachineSpec& machine, const PolicyChoice& choice) {
  return {machine, make_named<policy::Corun>(choice)};
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
      make_policy<policy::Organisation>(choice);
  const policy::Shape shape = core::shape_of(*organisation, choice.organisation, machine.sm, 0);
  const bool scalars_apart = core::has_scalar_file(machine.execution, shape);
  return {machine.sm, choice.organisation, std::move(organisation), shape, scalars_apart};
}

core::SmPolicies make_sm_policies(const PolicyChoice& choice, const GpuPolicies& of_gpu,
                                  std::uint32_t sm) {
  DispatchBoundary& boundary = of_gpu.dispatch;
  core::SmPolicies policies = {.organisation = make_named<policy::Organisation>(choice),
                               .throttle = make_named<policy::Throttle>(choice),
                               .scheduler = make_named<policy::WarpScheduler>(choice),
                               .gang_scheduler = make_named<policy::GangScheduler>(choice),
                               .preemption = make_named<policy::Preemption>(choice),
                               .residency = {name_of<policy::Residency>(choice), boundary.part(sm)},
                               .corun = {name_of<policy::Corun>(choice), of_gpu.sharing.part(sm)},
                               .releases_warps = boundary.releases_warps()};
  if (boundary.limits().exceed_slots()) check_away(policies);
  return policies;
}

}  // namespace heddle::gpu
