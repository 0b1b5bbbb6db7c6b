#include "choices.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/core.h>

#include "heddle/gpu/chip/machine.hpp"
#include "heddle/policy/block_dispatch/block_dispatch.hpp"
#include "heddle/policy/corun/corun.hpp"
#include "heddle/policy/gang_scheduler/gang_scheduler.hpp"
#include "heddle/policy/organisation/organisation.hpp"
#include "heddle/policy/preemption/preemption.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/policy/replacement/replacement.hpp"
#include "heddle/policy/residency/residency.hpp"
#include "heddle/policy/throttle/throttle.hpp"
#include "heddle/policy/warp_scheduler/warp_scheduler.hpp"
#include "heddle/sim/settings/probe_choices.hpp"

namespace heddle::sim {
namespace {

using Words = std::vector<std::string>;
using More = std::map<std::string, Words>;

/// The policies of a kind; `plain` is the first one. `more`: what a policy needs besides.
template <typename Policy>
Dimension policies(const std::string& kind, const std::string& plain, const More& more) {
  Dimension dimension{kind, {}};
  for (const policy::PolicyInfo& info : policy::Registry<Policy>::instance().list()) {
    const std::string name(info.name);
    Choice choice{name, {fmt::format("{}={}", kind, name)}};
    if (const auto found = more.find(name); found != more.end())
      choice.settings.insert(choice.settings.end(), found->second.begin(), found->second.end());
    const auto at = name == plain ? dimension.choices.begin() : dimension.choices.end();
    dimension.choices.insert(at, choice);
  }
  return dimension;
}

/// Returns assignments of all values that the word or switch does not have.
Words other_values(const ParameterRow& row) {
  const std::string value = to_toml(row.value);
  std::vector<std::string> values = row.choices;
  if (row.type == "true or false") values = {"true", "false"};
  Words words;
  for (const std::string& other : values)
    if (other != value && fmt::format("\"{}\"", other) != value)
      words.push_back(fmt::format("{}={}", row.key, other));
  return words;
}

/// Returns what a variant needs to have an effect, beside what its policy needs.
Words needs_of(const std::string& variant) {
  static const Words by_utilization = {"residency.gpuduet.mode=auto",
                                       "residency.gpuduet.period=1000",
                                       "residency.gpuduet.warm_up=0"};
  static const More needs = {{"organisation.variable_warp.form_gangs=false",
                              {"organisation.variable_warp.reform_entities=0",
                               "organisation.variable_warp.split_memory=none"}},
                             {"organisation.variable_warp.reform_visits_all=true",
                              {"organisation.variable_warp.reform_at=visit"}},
                             {"residency.gpuduet.classify=each", by_utilization},
                             {"residency.gpuduet.on_saturation=freeze", by_utilization}};
  const auto found = needs.find(variant);
  return found == needs.end() ? Words() : found->second;
}

/// Adds to the dimension each of its policies with each other value of one word or switch.
template <typename Policy>
Dimension with_variants(Dimension dimension, const std::string& kind) {
  const std::vector<Choice> plain = dimension.choices;
  for (const policy::PolicyInfo& info : policy::Registry<Policy>::instance().list()) {
    const auto base = std::ranges::find(plain, info.name, &Choice::name);
    ParameterRows rows(fmt::format("{}.{}.", kind, info.name));
    policy::Registry<Policy>::instance().make(info.name)->describe(rows);
    for (const ParameterRow& row : rows.rows) {
      for (const std::string& word : other_values(row)) {
        Choice choice{word, base->settings, true};
        choice.settings.push_back(word);
        for (const std::string& need : needs_of(word)) choice.settings.push_back(need);
        dimension.choices.push_back(choice);
      }
    }
  }
  return dimension;
}

/// Returns the settings that an organisation needs to form warps from threads of several warps.
Words forming() { return {"sm.issue_discipline=one_at_a_time", "fetch.buffer_entries=0"}; }

/// Returns the settings that an organisation needs to form warps from a pool of threads.
Words pooling() {
  Words words = forming();
  words.emplace_back("warp_scheduler=majority");
  return words;
}

/// Returns the settings that an organisation needs to form gangs.
Words one_gang_scheduler() {
  return {"sm.schedulers=1", "sm.issue_width=1", "fetch.buffer_entries=2"};
}

/// Returns the policies of a kind as choices. The first choice keeps the machine's own policy.
template <typename Policy>
Dimension more_policies(const std::string& kind, const More& more) {
  Dimension dimension = policies<Policy>(kind, "", more);
  dimension.choices.insert(dimension.choices.begin(), {"the machine's", {}});
  return dimension;
}

/// The setting by which the probe is asked for, whatever its kind.
std::string setting_of(const policy::PolicyInfo& info) {
  const auto plain = make_probe(info.name);
  const std::string prefix = probe_prefix(info.name, *plain);
  for (const ParameterRow& row : probe_rows(info.name, *plain)) {
    std::vector<std::string> values = row.choices;
    values.insert(values.end(), {"true", "500"});
    for (const std::string& value : values) {
      const auto probe = make_probe(info.name);
      Settings settings;
      try {
        add_assignment(settings, fmt::format("{}={}", row.key, value));
        SettingReader(settings).read(prefix.substr(0, prefix.size() - 1), *probe);
      } catch (const Error&) {
        continue;  // the value is not of this parameter
      }
      if (probe->is_on()) return fmt::format("{}={}", row.key, value);
    }
  }
  return "";
}

}  // namespace

Dimension observers() {
  Dimension dimension{"observer", {{"none", {}}}};
  for (const policy::PolicyInfo& info : probe_infos())
    dimension.choices.push_back({std::string(info.name), {setting_of(info)}});
  for (const char* const check : {"check_scalars", "stats_sms", "balance"})
    dimension.choices.push_back({check, {fmt::format("run.{}=true", check)}});
  return dimension;
}

Dimension organisations() {
  Words ganging = one_gang_scheduler();
  ganging.insert(ganging.end(), {"organisation.variable_warp.split_memory=impatient",
                                 "organisation.variable_warp.reform_entities=2"});
  Dimension dimension = policies<policy::Organisation>(
      "organisation", "spatial",
      {{"tbc", forming()}, {"dwf", pooling()}, {"variable_warp", ganging}});
  Choice by_visits{"gangs by visits", one_gang_scheduler()};
  by_visits.settings.insert(
      by_visits.settings.end(),
      {"organisation=variable_warp", "organisation.variable_warp.reform_entities=8",
       "organisation.variable_warp.reform_at=visit"});
  dimension.choices.push_back(by_visits);
  dimension.choices.push_back(
      {"spatial of 8", {"organisation=spatial", "organisation.spatial.width=8"}});
  return with_variants<policy::Organisation>(dimension, "organisation");
}

Dimension residencies() {
  Dimension dimension =
      policies<policy::Residency>("residency", "block",
                                  {{"virtual_thread", {"sm.blocks=2"}},
                                   {"gpuduet", {"sm.blocks=2", "residency.gpuduet.mode=static"}}});
  dimension.choices.push_back({"gpuduet by utilization",
                               {"sm.blocks=2", "residency=gpuduet", "residency.gpuduet.period=1000",
                                "residency.gpuduet.warm_up=0"}});
  return with_variants<policy::Residency>(dimension, "residency");
}

Dimension preemptions() {
  Dimension dimension = policies<policy::Preemption>("preemption", "", {});
  for (Choice& choice : dimension.choices) {
    choice.settings.emplace_back("preemption_trigger=periodic");
    choice.settings.emplace_back("preemption_trigger.periodic.period=400");
  }
  dimension.choices.insert(dimension.choices.begin(), {"none", {}});
  return with_variants<policy::Preemption>(dimension, "preemption");
}

Dimension sharings() {
  Dimension dimension = policies<policy::Corun>("corun", "",
                                                {{"fixed", {"corun.fixed.caps=\"1 1\""}},
                                                 {"smk", {"corun.smk.alone_ipc=\"1 1\""}},
                                                 {"maestro", {"corun.maestro.alone_ipc=\"1 1\""}},
                                                 {"ws_dai", {"load_store.tenant_queues=true"}},
                                                 {"ccbp", {"corun.ccbp.profiling=staggered"}}});
  for (Choice& choice : dimension.choices) choice.settings.emplace_back("corun.by=stream");
  dimension.choices.insert(dimension.choices.begin(), {"none", {}});
  return with_variants<policy::Corun>(dimension, "corun");
}

Dimension replacements() {
  Dimension dimension = policies<policy::Replacement>(
      "l1.replacement", "lru", {{"drrip", {"replacement.drrip.leader_sets=1"}}});
  std::erase_if(dimension.choices, [](const Choice& choice) { return choice.name == "belady"; });
  for (Choice& choice : dimension.choices) {
    for (const char* const unit : {"l2", "fetch", "constant_cache"})
      choice.settings.push_back(fmt::format("{}.replacement={}", unit, choice.name));
  }
  return dimension;
}

Dimension schedulers() {
  Words pool = forming();
  pool.emplace_back("organisation=dwf");
  return more_policies<policy::WarpScheduler>(
      "warp_scheduler",
      {{"time_stamp", pool}, {"majority", pool}, {"minority", pool}, {"pdom_priority", pool}});
}

Dimension gang_schedulers() {
  Dimension dimension = more_policies<policy::GangScheduler>("gang_scheduler", {});
  for (Choice& choice : dimension.choices) {
    if (choice.settings.empty()) continue;
    choice.settings.emplace_back("organisation=variable_warp");
    for (const std::string& word : one_gang_scheduler()) choice.settings.push_back(word);
  }
  return dimension;
}

Dimension throttles() {
  return more_policies<policy::Throttle>("throttle", {{"swl", {"throttle.swl.limit=1"}}});
}

Dimension block_dispatches() { return more_policies<policy::BlockDispatch>("block_dispatch", {}); }

Dimension machine_words() {
  gpu::MachineSpec machine;
  ParameterRows rows;
  machine.describe(rows);
  Dimension dimension{"machine", {{"unchanged", {}}}};
  for (const ParameterRow& row : rows.rows) {
    // Replacements are a dimension of their own. The units of the operation classes only move
    // instructions from one pipeline to another.
    if (row.key.ends_with(".replacement") || row.key.ends_with(".unit")) continue;
    for (const std::string& word : other_values(row)) dimension.choices.push_back({word, {word}});
  }
  dimension.choices.push_back(
      {"sm.shared_sizes", {"sm.shared_sizes=0 1 16 48", "l1.set_index=linear"}});
  return dimension;
}

Dimension launchers() {
  return {"launched",
          {{"by the host", {}},
           {kByKernels,
            {"device_runtime.buffer_latency=20", "device_runtime.buffer_latency_thread=1",
             "device_runtime.launch_latency=30", "device_runtime.launch_latency_thread=1"}}}};
}

}  // namespace heddle::sim
