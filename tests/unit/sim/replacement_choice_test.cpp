// Each cache chooses its replacement by its section of the machine's file: what is taken, saved and
// refused.
#include <bit>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/base/error.hpp"
#include "heddle/sim/settings/configuration.hpp"
#include "heddle/sim/settings/machine_files.hpp"
#include "heddle/sim/settings/policies.hpp"
#include "heddle/sim/settings/replacement_parameters.hpp"
#include "temporary_folder.hpp"

namespace heddle::sim {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

Configuration with(const std::vector<std::string>& assignments) {
  const MachineFolder machines;
  ConfigurationRequest request;
  request.assignments = assignments;
  return Configuration::resolve(request);
}

std::string refusal_of(const std::vector<std::string>& assignments) {
  try {
    with(assignments);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

constexpr const char* kKeys[] = {"fetch.replacement", "l1.replacement",
                                 "constant_cache.replacement", "texture_cache.replacement",
                                 "l2.replacement"};

TEST(ReplacementChoice, EachCacheHasItsOwn) {
  for (const char* const key : kKeys) {
    const Configuration one = with({fmt::format("{}=srrip", key)});
    for (const char* const other : kKeys)
      EXPECT_EQ(one.policies.chosen(other), std::string(key) == other ? "srrip" : "lru") << other;
    EXPECT_TRUE(one.asks(key));
  }
  const Configuration plain = with({});
  for (const char* const key : kKeys) EXPECT_FALSE(plain.asks(key));
  EXPECT_FALSE(plain.asks("replacement"));
}

TEST(ReplacementChoice, IsSavedWithItsParameters) {
  const std::string saved =
      with({"l1.replacement=srrip", "l2.replacement=brrip", "replacement.srrip.bits=3"}).to_toml();
  EXPECT_THAT(saved, AllOf(HasSubstr("replacement = \"srrip\""),
                           HasSubstr("replacement = \"brrip\""), HasSubstr("[replacement.srrip]"),
                           HasSubstr("bits = 3"), HasSubstr("[replacement.brrip]")));
  EXPECT_THAT(saved, Not(HasSubstr("[replacement.drrip]")));
}

TEST(ReplacementChoice, RefusesWhatNoCacheCanHave) {
  EXPECT_THAT(refusal_of({"l1.replacement=lruu"}),
              AllOf(HasSubstr("l1.replacement = \"lruu\": expected one of belady, brrip, "),
                    HasSubstr("did you mean 'lru'?")));
  EXPECT_THAT(refusal_of({"l2.replacement=belady"}),
              AllOf(HasSubstr("l2.replacement=belady: it has to know when lines are needed again"),
                    HasSubstr("heddle replay --replacement belady")));
  EXPECT_THAT(refusal_of({"l1.replacement=plru", "l1.associativity=6", "l1.bytes=24KiB"}),
              HasSubstr("l1.replacement=plru: a tree has a power of two of ways, and the cache has "
                        "6: give it 4 or 8"));
  EXPECT_THAT(refusal_of({"l1.replacement=drrip", "replacement.drrip.leader_sets=17"}),
              HasSubstr("the cache has 32 sets, half of which may lead for each policy: say "
                        "replacement.drrip.leader_sets=16 or less"));
  EXPECT_EQ(refusal_of({"l1.replacement=drrip", "replacement.drrip.leader_sets=16"}), "");
  EXPECT_THAT(
      refusal_of({"fetch.replacement=drrip", "fetch.cache_bytes=512", "fetch.associativity=4"}),
      HasSubstr("fetch.replacement=drrip: sets of two policies compete"));
}

/// The replacement of a machine's cache, with its defaults: the refusal, or "".
std::string refusal_on(const std::string& machine, const std::string& key,
                       const std::string& name) {
  ConfigurationRequest request;
  request.machine = machine;
  request.assignments = {fmt::format("{}={}", key, name)};
  try {
    Configuration::resolve(request);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

std::uint32_t ways_of(const std::string& machine, const std::string& key) {
  ConfigurationRequest request;
  request.machine = machine;
  const std::string wanted = key.substr(0, key.find('.')) + ".associativity";
  for (const ParameterRow& row : Configuration::resolve(request).rows())
    if (row.key == wanted) return static_cast<std::uint32_t>(std::get<std::int64_t>(row.value));
  return 0;
}

/// A tree needs a power of two of ways, and some caches have 24 or 56. Nothing else is refused.
TEST(ReplacementChoice, DefaultsServeEachCacheOfEachMachine) {
  const MachineFolder machines;
  std::set<std::string> trees_refused;
  for (const std::string& machine : machine_names()) {
    for (const char* const key : kKeys) {
      const std::uint32_t ways = ways_of(machine, key);
      for (const std::string& name : policy_names(*find_policy_kind("replacement"))) {
        const std::string refused = refusal_on(machine, key, name);
        if (name == "plru" && !std::has_single_bit(ways)) {
          EXPECT_THAT(refused, HasSubstr(fmt::format("has {}: give it {} or {} ways", ways,
                                                     std::bit_floor(ways), std::bit_ceil(ways))));
          trees_refused.insert(machine);
        } else if (name != "belady") {
          EXPECT_EQ(refused, "") << machine << " " << key << "=" << name;
        }
      }
    }
  }
  EXPECT_TRUE(trees_refused.contains("gtx480"));
}

TEST(ReplacementChoice, RefusesParametersWithoutEffect) {
  EXPECT_THAT(
      refusal_of({"replacement.srrip.bits=3"}),
      AllOf(HasSubstr("'replacement.srrip.bits' has no effect: none of fetch.replacement, "),
            HasSubstr("l1.replacement, "),
            HasSubstr("is 'srrip' (add for example --set fetch.replacement=srrip)")));
  EXPECT_EQ(refusal_of({"l2.replacement=srrip", "replacement.srrip.bits=3"}), "");
  EXPECT_THAT(refusal_of({"l2.replacement=srrip", "replacement.srrip.bits=9"}),
              HasSubstr("replacement.srrip.bits = 9: expected a whole number, 1 to 8 bits"));
  EXPECT_THAT(refusal_of({"l2.replacement=srrip", "replacement.srrip.bit=2"}),
              HasSubstr("unknown key 'replacement.srrip.bit'; did you mean"));
  EXPECT_THAT(refusal_of({"replacement=srrip"}), HasSubstr("unknown key 'replacement'"));
}

TEST(ReplacementChoice, OfAReplayRefusesParametersWithoutEffect) {
  const auto refused = [](const std::string& name, const std::string& assignment) -> std::string {
    try {
      replacements_of(name, {assignment});
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(refused("srrip", "replacement.brrip.bits=3"),
              HasSubstr("has no effect: it is a parameter of 'brrip' (add --replacement brrip)"));
  EXPECT_THAT(refused("", "replacement.srrip.bits=3"), HasSubstr("(add --replacement srrip)"));
  EXPECT_EQ(refused("srrip", "replacement.srrip.bits=3"), "");
  EXPECT_THAT(refused("srrip", "replacement.srrip.bit=3"), HasSubstr("unknown key"));
}

TEST(ReplacementChoice, OnlyBeladyNeedsToKnowTheFuture) {
  const PolicyKind& kind = *find_policy_kind("replacement");
  for (const std::string& name : policy_names(kind))
    EXPECT_EQ(kind.needs_future(name), name == "belady") << name;
  EXPECT_FALSE(find_policy_kind("warp_scheduler")->needs_future("gto"));
}

TEST(ReplacementChoice, IsAKindOfPolicy) {
  const PolicyKind* const kind = find_policy_kind("replacement");
  ASSERT_NE(kind, nullptr);
  EXPECT_TRUE(kind->chosen_by_units);
  EXPECT_THAT(policy_names(*kind), testing::ElementsAre("belady", "brrip", "drrip", "fifo", "lru",
                                                        "plru", "random", "srrip"));
}

}  // namespace
}  // namespace heddle::sim
