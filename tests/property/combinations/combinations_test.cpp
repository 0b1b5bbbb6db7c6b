// Any probe or check beside any organisation, residency, way to preempt, way to share the GPU and
// replacement of the caches, and any residency, way to preempt and way to share beside any
// scheduler, throttle and dispatch of blocks, and any word or switch of the machine and of these
// policies beside the policies that decide which warps run: a combination is refused by name before
// the run, or the program computes what it should, and whoever only watches changes nothing. Every
// two choices of two dimensions are tried, the others plain.
#include <map>
#include <set>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "combined_run.hpp"
#include "heddle/policy/kinds.hpp"
#include "heddle/sim/records/results.hpp"

namespace heddle::sim {
namespace {

using testing::HasSubstr;

const std::vector<Dimension>& dimensions() {
  static const std::vector<Dimension> all = {observers(),        organisations(),   residencies(),
                                             preemptions(),      sharings(),        replacements(),
                                             schedulers(),       gang_schedulers(), throttles(),
                                             block_dispatches(), machine_words(),   launchers()};
  return all;
}

constexpr std::size_t kOrganisations = 1, kResidencies = 2, kSharings = 4, kSchedulers = 6,
                      kMachine = 10, kLaunchers = 11;

/// Schedulers, throttles and dispatch are paired here only with policies that move or share
/// contexts. Other tests pair them with organisations.
bool are_paired(std::size_t a, std::size_t b) {
  if (b == kMachine) return a <= kSharings;
  if (b == kLaunchers) return a <= kSharings;
  return b < kSchedulers || (kResidencies <= a && a <= kSharings);
}

/// Whether the two choices of these dimensions are tried together. A variant of a policy is tried
/// with all that decides which warps run: organisations, policies that move or share contexts,
/// their variants, and the machine's words.
bool are_tried(std::size_t a, const Choice& first, std::size_t b, const Choice& second) {
  // Observers see other events where a unit is ideal, and the same ones with the machine's other
  // words.
  if (a < kOrganisations && b == kMachine && !second.settings.empty())
    return second.name.starts_with("ideal.");
  if (!first.is_variant && !second.is_variant) return true;
  return kOrganisations <= a && (b <= kSharings || b == kMachine);
}

/// Choices by dimension.
using Combination = std::vector<const Choice*>;

std::string name_of(const Combination& combination) {
  std::string name;
  for (std::size_t i = 0; i < combination.size(); ++i)
    name += fmt::format("{}{}={}", i == 0 ? "" : " ", dimensions()[i].kind, combination[i]->name);
  return name;
}

const CombinedRun& run_of(const Combination& combination) {
  static std::map<Combination, CombinedRun> runs;
  const auto known = runs.find(combination);
  if (known != runs.end()) return known->second;
  return runs.emplace(combination, run_combined(combination)).first->second;
}

std::vector<Combination> all_pairs() {
  Combination plain;
  for (const Dimension& dimension : dimensions()) plain.push_back(&dimension.choices.front());
  std::vector<Combination> pairs;
  for (std::size_t a = 0; a < plain.size(); ++a) {
    for (std::size_t b = a + 1; b < plain.size(); ++b) {
      if (!are_paired(a, b)) continue;
      for (const Choice& first : dimensions()[a].choices) {
        for (const Choice& second : dimensions()[b].choices) {
          if (!are_tried(a, first, b, second)) continue;
          Combination pair = plain;
          pair[a] = &first;
          pair[b] = &second;
          pairs.push_back(pair);
        }
      }
    }
  }
  return pairs;
}

/// A refusal has the name of a choice, or the key by which it is made.
void expect_named(const Combination& combination, const std::string& refusal) {
  for (const Choice* const choice : combination) {
    if (refusal.find(choice->name) != std::string::npos) return;
    for (const std::string& setting : choice->settings)
      if (refusal.find(setting.substr(0, setting.find('='))) != std::string::npos) return;
  }
  ADD_FAILURE() << "it is refused without a name: " << refusal;
}

double value(const LaunchRecord& record, std::string_view name) {
  return value_of(record.statistics, name);
}

/// What the program itself says: its blocks, its warps, and a scheduler slot's cycles, of each of
/// which something is known.
void expect_sums(const LaunchRecord& record) {
  EXPECT_TRUE(record.complete);
  EXPECT_TRUE(record.timed);
  EXPECT_EQ(value(record, "blocks"), kBlocks);
  EXPECT_EQ(value(record, "warps"), kBlocks * kThreads / kWarpSize);
  double hits = 0, merges = 0;
  for (const char* const whose : {"intra_thread", "inter_thread", "inter_warp"}) {
    hits += value(record, fmt::format("l1d.hit_class.{}", whose));
    merges += value(record, fmt::format("l1d.merge_class.{}", whose));
  }
  if (find_statistic(record.statistics, "l1d.hit_class.intra_thread") != nullptr) {
    EXPECT_EQ(hits, value(record, "l1d.hits"));
    EXPECT_EQ(merges, value(record, "l1d.merges"));
  }
  if (find_statistic(record.statistics, "l1_replay.accesses") != nullptr) {
    double found = value(record, "l1_replay.unbounded.misses");
    for (const char* const whose : {"intra_thread", "inter_thread", "inter_warp"})
      found += value(record, fmt::format("l1_replay.unbounded.{}", whose));
    EXPECT_EQ(value(record, "l1_replay.accesses"), found);
    EXPECT_LE(value(record, "l1_replay.belady.misses"), value(record, "l1_replay.lru.misses"));
  }
}

void expect_right(const CombinedRun& run, std::uint32_t (*output_of)(std::uint32_t) = output) {
  EXPECT_EQ(run.failure, "");
  for (std::uint32_t i = 0; i < run.words.size(); ++i) {
    const std::uint32_t expected = output_of(i % (kBlocks * kThreads));
    if (run.words[i] == expected) continue;
    ADD_FAILURE() << "word " << i << " is " << run.words[i] << ", not " << expected;
    break;
  }
  EXPECT_EQ(run.records.size(), kLaunches);
  for (const LaunchRecord& record : run.records) expect_sums(record);
}

/// Watched and unwatched, the launches take the same time and do the same.
void expect_unchanged(const CombinedRun& watched, const CombinedRun& unwatched) {
  ASSERT_EQ(watched.records.size(), unwatched.records.size());
  for (std::size_t i = 0; i < watched.records.size(); ++i) {
    const LaunchRecord& with = watched.records[i];
    const LaunchRecord& without = unwatched.records[i];
    EXPECT_EQ(with.started, without.started);
    EXPECT_EQ(with.ended, without.ended);
    for (const Statistic& statistic : without.statistics)
      EXPECT_EQ(value(with, statistic.name), value(without, statistic.name)) << statistic.name;
  }
}

/// Whether a choice of some dimension sets the policy of the kind, of the GPU or of a unit.
bool has_kind(std::string_view kind) {
  const std::string setting = fmt::format("{}=", kind);
  for (const Dimension& dimension : dimensions()) {
    for (const Choice& choice : dimension.choices) {
      for (const std::string& word : choice.settings) {
        const std::size_t at = word.find(setting);
        if (at == 0 || (at != std::string::npos && word[at - 1] == '.')) return true;
      }
    }
  }
  return false;
}

TEST(Combinations, EveryKindOfPolicyIsInADimension) {
  policy::for_each_kind(
      []<typename Interface>() { EXPECT_TRUE(has_kind(Interface::kKind)) << Interface::kKind; });
}

TEST(Combinations, EveryTwoChoicesRunOrAreRefusedByName) {
  std::map<const Choice*, unsigned> runs;
  for (const Combination& combination : all_pairs()) {
    const testing::ScopedTrace trace(__FILE__, __LINE__, name_of(combination));
    const CombinedRun& run = run_of(combination);
    if (!run.refusal.empty()) {
      expect_named(combination, run.refusal);
      continue;
    }
    for (const Choice* const choice : combination) ++runs[choice];
    expect_right(run);
    Combination unwatched = combination;
    unwatched.front() = &dimensions().front().choices.front();
    if (unwatched != combination) expect_unchanged(run, run_of(unwatched));
  }
  for (const Dimension& dimension : dimensions())
    for (const Choice& choice : dimension.choices)
      EXPECT_NE(runs[&choice], 0u) << dimension.kind << " " << choice.name << " never ran";
}

/// Each choice by itself, and each two ways to preempt and to share, for a kernel with asynchronous
/// copies and matrix products.
TEST(Combinations, MatrixProductsRunOrAreRefusedByName) {
  constexpr std::size_t kPreemptions = 3;
  std::map<std::size_t, unsigned> runs;
  const auto expect = [&](const Combination& combination, std::size_t dimension) {
    const testing::ScopedTrace trace(__FILE__, __LINE__, name_of(combination));
    const CombinedRun run = run_combined(combination, matrix_program());
    if (!run.refusal.empty()) return expect_named(combination, run.refusal);
    ++runs[dimension];
    expect_right(run, products_output);
  };
  Combination plain;
  for (const Dimension& dimension : dimensions()) plain.push_back(&dimension.choices.front());
  for (std::size_t i = 0; i < kMachine; ++i) {
    for (const Choice& choice : dimensions()[i].choices) {
      Combination one = plain;
      one[i] = &choice;
      expect(one, i);
      if (choice.name == "spatial of 8") {
        EXPECT_THAT(run_combined(one, matrix_program()).refusal,
                    HasSubstr("matrix instruction 'mma' needs all 32 threads of a warp"));
      }
      if (i != kPreemptions || choice.is_variant) continue;
      for (const Choice& sharing : dimensions()[kSharings].choices) {
        Combination two = one;
        two[kSharings] = &sharing;
        if (!sharing.is_variant) expect(two, i);
      }
    }
    // Matrix instructions need whole warps in lockstep, and no gangs.
    const bool has_others = i != kOrganisations && dimensions()[i].kind != "gang_scheduler";
    EXPECT_EQ(runs[i] > 1, has_others) << dimensions()[i].kind;
  }
}

/// Blocks do leave SMs in these runs, and come back.
TEST(Combinations, SmsArePreempted) {
  Combination combination;
  for (const Dimension& dimension : dimensions()) combination.push_back(&dimension.choices.front());
  for (const Choice& choice : dimensions()[3].choices)
    if (choice.name == "occup") combination[3] = &choice;
  double saved = 0, restored = 0;
  for (const LaunchRecord& record : run_of(combination).records) {
    saved += value(record, "context.blocks_saved");
    restored += value(record, "context.blocks_restored");
  }
  EXPECT_GT(saved, 0);
  EXPECT_EQ(restored, saved);
}

/// The runs of this test exchange contexts: some leave their slots, and others take the slots.
TEST(Combinations, ContextsTakeTurnsInTheSlots) {
  for (const Choice& residency : dimensions()[2].choices) {
    if (residency.name != "virtual_thread" && residency.name != "gpuduet") continue;
    Combination combination;
    for (const Dimension& dimension : dimensions())
      combination.push_back(&dimension.choices.front());
    combination[2] = &residency;
    double exchanges = 0;
    for (const LaunchRecord& record : run_of(combination).records)
      exchanges += value(record, "residency.exchanges");
    EXPECT_GT(exchanges, 0) << residency.name;
  }
}

/// The observers that do not run beside an organisation that forms warps are those whose counts
/// would need the warp of each access, or threads that wait for each other; no others.
TEST(Combinations, FormedWarpsRefuseWhatNeedsLastingOnes) {
  const std::set<std::string> by_warp = {"hit_classes", "l1_replay", "l1_stream", "loads",
                                         "lost_locality"};
  for (const Choice& organisation : dimensions()[1].choices) {
    if (organisation.is_variant) continue;
    for (const Choice& observer : dimensions()[0].choices) {
      const testing::ScopedTrace trace(__FILE__, __LINE__, organisation.name + " " + observer.name);
      Combination pair;
      for (const Dimension& dimension : dimensions()) pair.push_back(&dimension.choices.front());
      pair[0] = &observer;
      pair[1] = &organisation;
      const bool forms = organisation.name == "tbc" || organisation.name == "dwf";
      const bool is_refused = (forms && by_warp.contains(observer.name)) ||
                              (organisation.name == "dwf" && observer.name == "check_scalars");
      const std::string& refusal = run_of(pair).refusal;
      if (!is_refused) {
        EXPECT_EQ(refusal, "");
        continue;
      }
      EXPECT_THAT(refusal, HasSubstr("run." + observer.name));
      EXPECT_THAT(refusal, HasSubstr("organisation " + organisation.name));
      EXPECT_THAT(refusal, HasSubstr("--set organisation=spatial"));
    }
  }
}

}  // namespace
}  // namespace heddle::sim
