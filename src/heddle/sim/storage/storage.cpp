#include "heddle/sim/storage/storage.hpp"

#include <algorithm>
#include <concepts>
#include <iterator>
#include <optional>
#include <utility>

#include "heddle/base/error.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/core/policies/organisation_shape.hpp"
#include "heddle/core/residents/resource_unit.hpp"
#include "heddle/energy/area.hpp"
#include "heddle/policy/kinds.hpp"

namespace heddle::sim {
namespace {

/// Policies on an SM. Their storage depends on the SM that they are attached to.
template <typename Interface>
concept OnSm = std::derived_from<Interface, policy::SmPolicy>;

/// Policies of the whole GPU whose parts on the SMs have the storage.
template <typename Interface>
concept InParts = requires(Interface& made, const model::Resources& sm, std::uint64_t l1_bytes) {
  made.limits(sm, l1_bytes);
  made.part(0);
};

/// Policies whose storage depends on their parameters and on the SM's front end.
template <typename Interface>
concept BesideFrontEnd = requires(const Interface& made) { made.storage(policy::FrontEndSizes{}); };

/// Policies whose storage depends on their parameters alone.
template <typename Interface>
concept ByParameters = !OnSm<Interface> && requires(const Interface& made) { made.storage(); };

/// Whether a policy can be asked for its storage only through an SM.
template <typename Interface>
constexpr bool kNeedsSm = OnSm<Interface> || InParts<Interface>;
template <typename Interface>
constexpr bool kIsKnown =
    kNeedsSm<Interface> || BesideFrontEnd<Interface> || ByParameters<Interface>;

/// Returns the kinds whose storage is known.
std::vector<std::string> known_kinds() {
  std::vector<std::string> kinds;
  policy::for_each_kind([&]<typename Interface>() {
    if constexpr (kIsKnown<Interface>) kinds.emplace_back(Interface::kKind);
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

/// Returns the policy, or its part on an SM. Returns null if the policy has no part on an SM.
template <typename Interface>
std::unique_ptr<policy::SmPolicy> part_of(std::string_view name,
                                          const Configuration& configuration) {
  auto made = configured<Interface>(name, configuration);
  if constexpr (InParts<Interface>) {
    const gpu::MachineSpec& machine = configuration.machine;
    made->limits(core::resources_of(machine.sm), machine.l1.bytes);
    return made->part(0);
  } else {
    return made;
  }
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
            .l1_lines = core::most_l1_lines(machine.sm, machine.l1),
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

template <typename Interface>
PolicyStorage storage_on_sm(std::string_view name, const Configuration& configuration) {
  const auto policy = part_of<Interface>(name, configuration);
  if (policy == nullptr) return {std::string(Interface::kKind), std::string(name), {}, {}};
  const IdleSm sm(configuration);
  return storage_from(Interface::kKind, name, configuration.machine, [&](PolicyStorage& storage) {
    policy->attach(sm.view);
    storage.items = policy->storage();
    storage.published = policy->published_storage();
  });
}

template <typename Interface>
PolicyStorage storage_without_sm(std::string_view name, const Configuration& configuration) {
  const gpu::MachineSpec& machine = configuration.machine;
  const auto policy = configured<Interface>(name, configuration);
  return storage_from(Interface::kKind, name, machine, [&](PolicyStorage& storage) {
    if constexpr (BesideFrontEnd<Interface>) {
      storage.items = policy->storage({.warps = machine.sm.warps,
                                       .buffer_entries = machine.fetch.buffer_entries,
                                       .own_cache_bytes = machine.fetch.own_cache_bytes});
    } else {
      storage.items = policy->storage();
    }
    storage.published = policy->published_storage();
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
  std::optional<PolicyStorage> found;
  policy::for_each_kind([&]<typename Interface>() {
    if (kind != Interface::kKind) return;
    if constexpr (kNeedsSm<Interface>)
      found = storage_on_sm<Interface>(name, configuration);
    else if constexpr (kIsKnown<Interface>)
      found = storage_without_sm<Interface>(name, configuration);
  });
  if (!found)
    fail("the storage of a {} is not known; it is of these kinds: {}", kind,
         comma_list(known_kinds()));
  return *std::move(found);
}

std::vector<PolicyStorage> storage_of_all(const Configuration& configuration) {
  std::vector<PolicyStorage> on_sm, without_sm;
  policy::for_each_kind([&]<typename Interface>() {
    for (const policy::PolicyInfo& info : policy::Registry<Interface>::instance().list()) {
      if constexpr (kNeedsSm<Interface>)
        on_sm.push_back(storage_on_sm<Interface>(info.name, configuration));
      else if constexpr (kIsKnown<Interface>)
        without_sm.push_back(storage_without_sm<Interface>(info.name, configuration));
    }
  });
  std::erase_if(without_sm, [](const PolicyStorage& storage) { return storage.items.empty(); });
  std::ranges::move(without_sm, std::back_inserter(on_sm));
  return on_sm;
}

}  // namespace heddle::sim
