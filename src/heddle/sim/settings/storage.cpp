#include "heddle/sim/settings/storage.hpp"

#include <concepts>

#include "heddle/base/error.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/core/policies/organisation_shape.hpp"
#include "heddle/core/residents/resource_unit.hpp"
#include "heddle/energy/area.hpp"
#include "heddle/policy/kinds.hpp"

namespace heddle::sim {
namespace {

/// Whether policies of this kind have storage() for an SM. An SmPolicy has this function itself.
/// The part of a Residency on an SM has this function.
template <typename Interface>
constexpr bool kIsOnSm =
    std::derived_from<Interface, policy::SmPolicy> || std::same_as<Interface, policy::Residency>;

std::vector<std::string> kinds_on_sm() {
  std::vector<std::string> kinds;
  policy::for_each_kind([&]<typename Interface>() {
    if constexpr (kIsOnSm<Interface>) kinds.emplace_back(Interface::kKind);
  });
  return kinds;
}

/// Creates the named policy with the configuration's parameters.
template <typename Interface>
std::unique_ptr<Interface> configured(std::string_view name, const Configuration& configuration) {
  auto made = configuration.policies.make<Interface>(name);
  if (made == nullptr) {
    fail("no {} is called '{}'{}", Interface::kKind, name,
         which_exist(std::string(name), policy_names(*find_policy_kind(Interface::kKind))));
  }
  return made;
}

std::unique_ptr<policy::SmPolicy> part_of_residency(std::string_view name,
                                                    const Configuration& configuration) {
  const auto residency = configured<policy::Residency>(name, configuration);
  const gpu::MachineSpec& machine = configuration.machine;
  residency->limits(core::resources_of(machine.sm), machine.l1.bytes);
  return residency->part(0);
}

/// Returns the policy, or its part on an SM. Returns null if the policy has no part on an SM.
std::unique_ptr<policy::SmPolicy> part_of(std::string_view kind, std::string_view name,
                                          const Configuration& configuration) {
  if (kind == policy::Residency::kKind) return part_of_residency(name, configuration);
  std::unique_ptr<policy::SmPolicy> part;
  policy::for_each_kind([&]<typename Interface>() {
    if constexpr (std::derived_from<Interface, policy::SmPolicy>)
      if (kind == Interface::kKind) part = configured<Interface>(name, configuration);
  });
  if (part == nullptr)
    fail("the storage of a {} is not known; it is of these kinds: {}, {}, {}", kind,
         comma_list(kinds_on_sm()), policy::Organisation::kKind, policy::Preemption::kKind);
  return part;
}

/// An SM without work, and the view of it that a policy gets.
struct IdleSm {
  explicit IdleSm(const Configuration& configuration) {
    const gpu::MachineSpec& machine = configuration.machine;
    const std::string& name = configuration.policies.chosen(policy::Organisation::kKind);
    const auto organisation = configured<policy::Organisation>(name, configuration);
    const policy::Shape shape = core::shape_of(*organisation, name, machine.sm);
    warps.resize(std::size_t{machine.sm.warps} * shape.parts);
    places = model::places_in_turn(machine.sm.warps * shape.parts, shape.slots, shape.lane_groups);
    view = {.warps = warps.data(),
            .entities = static_cast<std::uint32_t>(warps.size()),
            .slots = shape.slots,
            .names = model::EntityNames(shape.parts),
            .blocks = machine.sm.blocks,
            .l1_lines = static_cast<std::uint32_t>(machine.l1.bytes / machine.l1.line_bytes),
            .l1_line_bytes = machine.l1.line_bytes,
            .gated = &gated,
            .places = places};
  }

  std::vector<model::WarpView> warps;
  std::vector<model::EntityPlace> places;
  model::EntityMask gated;
  model::SmView view;
};

/// Returns the area in mm2 of an item whose size in bits is known.
double area_of_bits(const policy::StorageItem& item, const energy::TechnologySpec& technology) {
  switch (item.cells) {
    case policy::Cells::latches:
      return energy::area_mm2(technology, item.total_bits(), technology.latch_um2);
    case policy::Cells::flip_flops:
      return energy::area_mm2(technology, item.total_bits(), technology.flip_flop_um2);
    default:
      return energy::area_mm2(technology, item.total_bits());
  }
}

/// Returns the storage that `answer(storage)` fills in from the policy, together with its area.
template <typename Answer>
PolicyStorage storage_from(std::string_view kind, std::string_view name,
                           const gpu::MachineSpec& machine, Answer&& answer) {
  PolicyStorage storage{std::string(kind), std::string(name), {}, {}};
  const auto no_cycle = [] { return policy::Occasion{}; };
  ask(policy::PolicyName{kind, storage.name}, no_cycle, "storage", [&] { answer(storage); });
  for (const policy::StorageItem& item : storage.items) storage.area_mm2 += area_mm2(item, machine);
  storage.chip_percent = 100 * storage.area_mm2 * machine.sm.count / machine.technology.die_mm2;
  return storage;
}

PolicyStorage storage_of_organisation(std::string_view name, const Configuration& configuration) {
  const gpu::MachineSpec& machine = configuration.machine;
  const auto organisation = configured<policy::Organisation>(name, configuration);
  return storage_from(policy::Organisation::kKind, name, machine, [&](PolicyStorage& storage) {
    storage.items = organisation->storage({.warps = machine.sm.warps,
                                           .buffer_entries = machine.fetch.buffer_entries,
                                           .own_cache_bytes = machine.fetch.own_cache_bytes});
    storage.published = organisation->published_storage();
  });
}

PolicyStorage storage_of_preemption(std::string_view name, const Configuration& configuration) {
  const auto preemption = configured<policy::Preemption>(name, configuration);
  return storage_from(policy::Preemption::kKind, name, configuration.machine,
                      [&](PolicyStorage& storage) {
                        storage.items = preemption->storage();
                        storage.published = preemption->published_storage();
                      });
}

}  // namespace

double area_mm2(const policy::StorageItem& item, const gpu::MachineSpec& machine) {
  if (item.mm2 == 0) return area_of_bits(item, machine.technology);
  return energy::at_node(machine.technology, static_cast<double>(item.entries) * item.mm2);
}

std::vector<SmArray> arrays_of_sm(const gpu::MachineSpec& machine) {
  constexpr std::uint64_t kRegisterBits = 32, kByteBits = 8;
  std::vector<SmArray> arrays = {{"registers", kRegisterBits * machine.sm.registers},
                                 {"shared memory", kByteBits * machine.sm.shared_bytes},
                                 {"L1 data cache", kByteBits * machine.l1.bytes},
                                 {"instruction cache", kByteBits * machine.fetch.cache_bytes}};
  std::erase_if(arrays, [](const SmArray& array) { return array.bits == 0; });
  for (SmArray& array : arrays) array.area_mm2 = energy::area_mm2(machine.technology, array.bits);
  return arrays;
}

PolicyStorage storage_of(std::string_view kind, std::string_view name,
                         const Configuration& configuration) {
  if (kind == policy::Organisation::kKind) return storage_of_organisation(name, configuration);
  if (kind == policy::Preemption::kKind) return storage_of_preemption(name, configuration);
  const auto policy = part_of(kind, name, configuration);
  if (policy == nullptr) return {std::string(kind), std::string(name), {}, {}};
  const IdleSm sm(configuration);
  return storage_from(kind, name, configuration.machine, [&](PolicyStorage& storage) {
    policy->attach(sm.view);
    storage.items = policy->storage();
    storage.published = policy->published_storage();
  });
}

std::vector<PolicyStorage> storage_of_all(const Configuration& configuration) {
  std::vector<PolicyStorage> all;
  for (const std::string& kind : kinds_on_sm()) {
    for (const std::string& name : policy_names(*find_policy_kind(kind)))
      all.push_back(storage_of(kind, name, configuration));
  }
  for (const std::string_view kind : {policy::Organisation::kKind, policy::Preemption::kKind}) {
    for (const std::string& name : policy_names(*find_policy_kind(kind))) {
      PolicyStorage storage = storage_of(kind, name, configuration);
      if (!storage.items.empty()) all.push_back(std::move(storage));
    }
  }
  return all;
}

}  // namespace heddle::sim
