// Each sharing policy with each choice of the other kinds: two programs run to their ends and leave
// in memory what they leave alone, or the choice is refused by name before the run.
#include <algorithm>
#include <functional>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/base/error.hpp"
#include "heddle/policy/organisation/organisation.hpp"
#include "heddle/policy/preemption/preemption.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/policy/residency/residency.hpp"
#include "heddle/policy/throttle/throttle.hpp"
#include "programs.hpp"

namespace heddle::corun_test {
namespace {

using testing::HasSubstr;
using Settings = std::vector<std::string>;

/// What each sharing policy needs to decide within a short run.
const std::multimap<std::string, Settings>& sharing() {
  static const std::multimap<std::string, Settings> all = {
      {"leftover", {}},
      {"even", {}},
      {"spatial", {}},
      {"fixed",
       {"corun.fixed.caps=\"2 2\"", "corun.fixed.quotas=\"none 4.5\"", "corun.fixed.first=\"0\""}},
      {"smk", {"corun.smk.alone_ipc=\"1 1\"", "corun.smk.epoch=500"}},
      {"smk", {"corun.smk.alone_ipc=\"1 1\"", "corun.smk.epoch=500", "corun.smk.reload=used_up"}},
      {"smk", {"corun.smk.alone_ipc=\"1 1\"", "corun.smk.epoch=500", "corun.smk.reload=time"}},
      {"warped_slicer", {"corun.warped_slicer.warm_up=1000", "corun.warped_slicer.sample=1000"}},
      {"ws_dai", {"corun.ws_dai.warm_up=1000", "corun.ws_dai.sample=1000"}},
      {"maestro", {"corun.maestro.alone_ipc=\"1 1\"", "corun.maestro.window=2000"}},
      {"ccbp",
       {"corun.ccbp.profiling=staggered", "corun.ccbp.warm_up=1000", "corun.ccbp.sample=1000",
        "corun.ccbp.reconsider=4000"}}};
  return all;
}

const Settings kMachine = {"sm.count=4", "device.memory_bytes=\"64 MiB\"",
                           "load_store.tenant_queues=true"};

/// Two programs, of which the second comes later.
struct Pair {
  explicit Pair(const Settings& settings)
      : configuration(configured(settings + kMachine)),
        a(configuration.machine, loads(20), {.blocks = 60, .threads = 128}),
        b(configuration.machine, adds(10), {.blocks = 60, .threads = 96}) {
    a.annotated = b.annotated = true;
  }

  /// `priority`: of the second; less is more urgent.
  std::vector<sim::TenantOutcome> run(std::int32_t priority) {
    sim::CorunRun run(configuration,
                      {{.name = "a", .program = &a},
                       {.name = "b", .program = &b, .start = 1000, .priority = priority}});
    return run.run({});
  }

  sim::Configuration configuration;
  PtxProgram a, b;
};

/// What program a leaves when it is alone on the plain machine.
const std::vector<std::uint32_t>& memory_of_alone() {
  static const std::vector<std::uint32_t> words = [] {
    Pair pair({});
    sim::CorunRun(pair.configuration, {{.name = "a", .program = &pair.a}}).run({});
    return pair.a.words();
  }();
  return words;
}

void run_pair(const std::string& name, const Settings& settings, std::int32_t priority) {
  std::string said;
  for (const std::string& setting : settings) said += setting + " ";
  SCOPED_TRACE(said);
  std::unique_ptr<Pair> pair;
  try {
    pair = std::make_unique<Pair>(settings);
  } catch (const Error& refusal) {
    EXPECT_THAT(refusal.what(), HasSubstr(name));
    return;
  }
  pair->a.expected = memory_of_alone();
  try {
    for (const sim::TenantOutcome& outcome : pair->run(priority)) {
      EXPECT_EQ(outcome.runs, 1u);
      EXPECT_THAT(outcome.differences, testing::IsEmpty());
    }
  } catch (const std::exception& error) {
    ADD_FAILURE() << error.what();
  }
}

/// Each of a kind's choices, under each sharing policy.
template <typename Kind>
void run_all(const Settings& besides, std::int32_t priority) {
  ASSERT_TRUE(std::ranges::any_of(memory_of_alone(), [](auto word) { return word != 0; }));
  for (const policy::PolicyInfo& info : policy::Registry<Kind>::instance().list()) {
    const std::string name(info.name);
    for (const auto& [policy, settings] : sharing())
      run_pair(
          name,
          Settings{"corun=" + policy, fmt::format("{}={}", Kind::kKind, name)} + settings + besides,
          priority);
  }
}

TEST(CorunPairs, AllSharingPoliciesAreThere) {
  for (const policy::PolicyInfo& info : policy::Registry<policy::Corun>::instance().list())
    EXPECT_TRUE(sharing().contains(std::string(info.name))) << info.name;
}

TEST(CorunPairs, WithEachOrganisation) { run_all<policy::Organisation>({}, 0); }

TEST(CorunPairs, WithEachResidency) { run_all<policy::Residency>({}, 0); }

TEST(CorunPairs, WithEachThrottle) { run_all<policy::Throttle>({}, 0); }

TEST(CorunPairs, WithEachPreemption) {
  run_all<policy::Preemption>({"preemption_trigger=priority"}, -1);
}

}  // namespace
}  // namespace heddle::corun_test
