#include "heddle/sim/settings/configuration.hpp"

#include <algorithm>
#include <cstdlib>

#include <unistd.h>

#include "heddle/base/error.hpp"
#include "heddle/core/policies/organisation_shape.hpp"
#include "heddle/core/residents/resource_unit.hpp"
#include "heddle/gpu/accounts/probes.hpp"
#include "heddle/gpu/chip/corun_boundary.hpp"
#include "heddle/policy/kinds.hpp"
#include "heddle/sim/settings/machine_files.hpp"
#include "heddle/sim/settings/register_supply.hpp"
#include "heddle/sim/settings/setting_effects.hpp"

namespace heddle::sim {
namespace {

namespace fs = std::filesystem;

/// Removes the prefix "policies." from the keys of the settings, and returns the settings. Files
/// name the chosen policies in a table [policies], because the tables [<kind>.<name>] have the
/// policies' parameters.
Settings without_policy_table(const Settings& settings) {
  Settings plain;
  for (const auto& [key, setting] : settings) {
    plain[key.starts_with(kPolicyTable) ? key.substr(kPolicyTable.size()) : key] = setting;
  }
  return plain;
}

/// Whether a machine file may omit the key. Control parameters, execution parameters, energies of
/// scalar registers and what an ideal machine does without cost have defaults. Every other value is
/// a fact about one machine, for which no default exists.
bool has_default(std::string_view key) {
  return key.starts_with("control.") || key.starts_with("execution.") ||
         key.starts_with("ideal.") || key.starts_with("energy.registers.scalar_") ||
         key == "energy.registers.broadcast";
}

/// Throws Error unless the settings contain all machine parameters that have no default.
void check_complete(const Settings& settings, const std::string& machine) {
  gpu::MachineSpec spec;
  ParameterRows parameters;
  spec.describe(parameters);
  std::vector<std::string> missing;
  for (const ParameterRow& row : parameters.rows) {
    if (!has_default(row.key) && !settings.contains(row.key)) missing.push_back(row.key);
  }
  if (missing.empty()) return;
  fail(
      "machine '{}' leaves {} values open, first '{}'; inherit them with a line like base = \"{}\"",
      machine, missing.size(), missing[0], kDefaultMachine);
}

Settings gather(const ConfigurationRequest& request) {
  Settings own;
  bool based = false;
  for (const fs::path& file : request.files) {
    const Settings said = read_settings(file);
    const auto base = said.find("base");
    if (base != said.end() && request.machine) {
      fail("{}: base = \"{}\", and --machine {} is given as well; drop one of them",
           base->second.origin, to_string(base->second.value), *request.machine);
    }
    based = based || base != said.end();
    overlay(own, without_policy_table(with_base(said, file)));
  }
  for (const std::string& assignment : request.assignments) add_assignment(own, assignment);
  add_policy_libraries(own, request.libraries);
  overlay(own, request.options);
  Settings all;
  if (!based) {
    const std::string machine = request.machine.value_or(kDefaultMachine);
    all = without_policy_table(machine_settings(machine));
    check_complete(all, machine);
    become_base(all);
  }
  overlay(all, own);
  return all;
}

/// Throws Error if the policies' parameters contradict each other or the machine. Returns the shape
/// of the SMs.
policy::Shape check_policies(const PolicyChoices& policies, const gpu::MachineSpec& machine) {
  using policy::Organisation, policy::Residency;
  policy::Shape shape;
  policies.with_chosen<Organisation>("shape", [&](const Organisation& organisation) {
    const std::string& name = policies.chosen(Organisation::kKind);
    shape = core::shape_of(organisation, name, machine.sm);
    core::check_fetch(name, shape, machine.fetch);
    const auto scalar = static_cast<std::size_t>(core::UnitKind::scalar);
    const std::uint32_t units = machine.execution.units[scalar].count;
    if (shape.runs_in_lanes() && units != 0) {
      fail(
          "execution.scalar.count ({}): the lanes of organisation={} execute scalar instructions "
          "themselves; set execution.scalar.count=0",
          units, name);
    }
  });
  policies.with_chosen<Residency>("attach", [&](Residency& residency) {
    residency.attach(machine.sm.count);
    core::check_limits(shape, residency.limits(core::resources_of(machine.sm), machine.l1.bytes),
                       machine.sm, policies.chosen(Residency::kKind));
    if (residency.takes_l1() && core::SharedSizes(machine.sm).chosen_by_kernels()) {
      fail(
          "residency={} takes the L1 for contexts, and here kernels choose what shared memory "
          "leaves to the L1 (sm.shared_sizes): --set sm.shared_sizes=single, or let the policy "
          "leave the L1 alone",
          policies.chosen(Residency::kKind));
    }
  });
  policy::for_each_kind([&]<typename Interface>() {
    if constexpr (requires(const Interface& chosen) { chosen.check(); })
      policies.with_chosen<Interface>("check", [](const auto& chosen) { chosen.check(); });
  });
  policies.with_chosen<policy::PreemptionTrigger>(
      "attach", [&](auto& trigger) { trigger.attach(machine.sm.count); });
  policies.with_chosen<policy::Corun>("attach", [&](policy::Corun& sharing) {
    if (sharing.limits()) sharing.attach(gpu::corun_machine(machine));
  });
  gpu::check_replacements(machine, policies.choice());
  return shape;
}

/// Refuses the check of scalar annotations if the threads of a warp do not reconverge where paths
/// meet, since the annotations do not hold then.
void check_scalar_check(const RunOptions& options, const std::string& organisation,
                        const policy::Shape& shape) {
  if (!options.check_scalars || shape.paths != policy::PathKind::warp_pool) return;
  fail(
      "run.check_scalars: what the compiler calls scalar holds where the threads of a warp wait "
      "for each other, and those of organisation {} do not: drop it, or --set "
      "organisation=spatial",
      organisation);
}

/// Refuses the measurement of the balance among host threads unless one host thread runs all SMs.
void check_balance(const RunOptions& options) {
  if (options.balance && options.threads != 1) {
    fail("run.balance: one host thread measures the SMs, and run.threads is {}; drop one of them",
         options.threads);
  }
}

/// Whether a user sets the key, as opposed to the machine's file.
bool set_by_user(const Settings& settings, std::string_view key) {
  const auto setting = settings.find(key);
  return setting != settings.end() && setting->second.depth == 0;
}

std::uint64_t host_memory_bytes() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

Configuration Configuration::resolve(const ConfigurationRequest& request) {
  const Settings settings = gather(request);
  Configuration configuration;
  SettingReader reader(settings);
  configuration.libraries.read(reader, settings);  // first: caches of the machine name policies
  reader.read("", configuration.machine);
  configuration.policies.read(reader, settings, configuration.libraries);
  reader.read("corun", configuration.corun);
  reader.read("compiler", configuration.compiler);
  configuration.kernel_registers.read(reader, settings, configuration.machine.device);
  configuration.run.grow_memory = !set_by_user(settings, "device.memory_bytes");
  reader.read("run", configuration.run);
  configuration.probes.read(reader, settings);
  reader.refuse_unread();
  const std::vector<std::string> prefixes = configuration.policies.prefixes();
  policy::Shape shape;
  check_with_places(settings, prefixes, [&] {
    gpu::check(configuration.machine);
    shape = check_policies(configuration.policies, configuration.machine);
  });
  if (request.runs) check_effects(configuration, settings);
  check_with_places(settings, prefixes, [&] {
    compile::check_options(configuration.compiler);
    check_balance(configuration.run);
    const std::string& organisation = configuration.policies.chosen(policy::Organisation::kKind);
    check_scalar_check(configuration.run, organisation, shape);
    configuration.probes.check(gpu::size_of(configuration.machine), organisation, shape);
  });
  return configuration;
}

void Configuration::check_files() const {
  policy::for_each_kind([&]<typename Interface>() {
    if constexpr (requires(const Interface& chosen) { chosen.check_files(); })
      policies.with_chosen<Interface>("check_files",
                                      [](const auto& chosen) { chosen.check_files(); });
  });
}

void Configuration::check_tenants() const {
  if (corun.by != TenantsBy::none) return;
  policies.with_chosen<policy::Corun>("limits", [&](const policy::Corun& sharing) {
    if (!sharing.limits()) return;
    fail(
        "corun={} shares the GPU among tenants, and the launches of a program are of none: say "
        "corun.by=stream, run captures by 'heddle corun', or leave corun=leftover",
        policies.chosen(policy::Corun::kKind));
  });
}

Configuration Configuration::from_environment() {
  const char* folder = std::getenv(kRunFolderVariable);
  if (folder == nullptr || *folder == 0) return resolve({});
  ConfigurationRequest request;
  request.machine = (fs::path(folder) / kResolvedFile).string();
  Configuration configuration = resolve(request);
  configuration.run_folder = folder;
  return configuration;
}

std::vector<ParameterRow> Configuration::rows() const {
  gpu::MachineSpec described = machine;
  ParameterRows all;
  described.describe(all);
  for (const PolicyKind& kind : policy_kinds()) {
    if (kind.chosen_by_units) continue;
    ParameterRow choice;
    choice.key = std::string(kPolicyTable) + std::string(kind.name);
    choice.type = "word";
    choice.value = policies.chosen(kind.name);
    choice.choices = policy_names(kind);
    choice.doc = kind.doc;
    all.rows.push_back(std::move(choice));
  }
  for (const PolicyKind& kind : policy_kinds()) {
    for (ParameterRow& row : policies.rows(kind.name)) all.rows.push_back(std::move(row));
  }
  ParameterRows sharing("corun.");
  CorunOptions described_sharing = corun;
  described_sharing.describe(sharing);
  all.rows.insert(all.rows.end(), sharing.rows.begin(), sharing.rows.end());
  ParameterRows passes("compiler.");
  compile::Options described_passes = compiler;
  described_passes.describe(passes);
  all.rows.insert(all.rows.end(), passes.rows.begin(), passes.rows.end());
  for (ParameterRow& row : kernel_registers.rows()) all.rows.push_back(std::move(row));
  ParameterRows options("run.");
  RunOptions described_options = run;
  described_options.describe(options);
  all.rows.insert(all.rows.end(), options.rows.begin(), options.rows.end());
  for (ParameterRow& row : probes.rows()) all.rows.push_back(std::move(row));
  for (ParameterRow& row : libraries.rows()) all.rows.push_back(std::move(row));
  return all.rows;
}

policy::Shape Configuration::shape() const {
  policy::Shape shape;
  policies.with_chosen<policy::Organisation>("shape", [&](const auto& organisation) {
    shape = core::shape_of(organisation, policies.chosen(organisation.kKind), machine.sm);
  });
  return shape;
}

std::uint32_t Configuration::yield_after() const {
  if (machine.sm.thread_scheduling == core::ThreadScheduling::stack) return 0;
  const policy::Shape warps = shape();
  const bool whole_warps = warps.parts == 1 && !warps.forms_warps();
  const bool knows_scalars = compiler.scalars != compile::Scalars::off || run.check_scalars;
  return whole_warps && !knows_scalars ? machine.sm.yield_after : 0;
}

compile::Options Configuration::compiler_options() const {
  compile::Options options = compiler;
  options.supply = register_supply(machine, shape());
  options.address_bits = machine.device.address_bits;
  options.capability = machine.device.capability();
  options.refuse_missing = false;
  options.keep_source = compiler.keep_source || probes.need_source();
  options.annotate = run.check_scalars || probes.need_annotations() || policies.need_annotations();
  return options;
}

bool Configuration::asks(std::string_view key) const {
  if (key == policy::Preemption::kKind) return asks(policy::PreemptionTrigger::kKind);
  if (key == policy::GangScheduler::kKind) return shape().forms_gangs();
  const std::vector<PolicyChoices::Choice>& all = policies.all();
  return std::ranges::any_of(all, [&](const PolicyChoices::Choice& choice) {
    return (choice.key == key || choice.kind->name == key) &&
           (!choice.kind->idle_by_default || choice.name != choice.kind->fallback);
  });
}

std::uint64_t Configuration::memory_room() const {
  const gpu::DeviceSpec& device = machine.device;
  const bool grows = run.grow_memory && run.timing == Timing::none &&
                     device.memory_check == exec::MemoryCheck::allocation &&
                     device.address_bits == 64;
  return grows ? std::max(device.memory_bytes, host_memory_bytes()) : device.memory_bytes;
}

std::string Configuration::to_toml() const { return sim::to_toml(rows()); }

std::vector<ParameterRow> all_parameters() {
  const Configuration defaults;
  std::vector<ParameterRow> rows = defaults.rows();
  for (const PolicyKind& kind : policy_kinds()) {
    for (const std::string& name : policy_names(kind)) {
      if (name == kind.fallback) continue;
      ParameterRows of(policy_key(kind.name, name) + ".");
      kind.describe(name, {}, of);
      rows.insert(rows.end(), of.rows.begin(), of.rows.end());
    }
  }
  return rows;
}

}  // namespace heddle::sim
