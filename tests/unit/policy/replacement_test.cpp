// Which line goes under each replacement: traces worked out by hand, and published counts.
#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/base/error.hpp"
#include "heddle/base/splitmix.hpp"
#include "replacement_sets.hpp"

namespace heddle::test {
namespace {

using Lines = std::vector<unsigned>;
using testing::HasSubstr;

/// L. A. Belady, R. A. Nelson and G. S. Shedler, "An Anomaly in Space-Time Characteristics of
/// Certain Programs Running in a Paging Machine", CACM 1969: under FIFO more room may miss more.
const Lines kAnomaly = {1, 2, 3, 4, 1, 2, 5, 1, 2, 3, 4, 5};

TEST(Replacement, FifoHasBeladysAnomaly) {
  EXPECT_EQ(misses("fifo", 3, kAnomaly), 9u);
  EXPECT_EQ(misses("fifo", 4, kAnomaly), 10u);
}

TEST(Replacement, LruAndBeladyOfTheSameStream) {
  EXPECT_EQ(misses("lru", 3, kAnomaly), 10u);
  EXPECT_EQ(misses("lru", 4, kAnomaly), 8u);
  EXPECT_EQ(misses("belady", 3, kAnomaly), 7u);
  EXPECT_EQ(misses("belady", 4, kAnomaly), 6u);
}

TEST(Replacement, HitsCountForLruAndNotForFifo) {
  ReplacementSets fifo("fifo", {.ways = 3}), lru("lru", {.ways = 3});
  EXPECT_EQ(displaced(fifo, {1, 2, 3, 1, 4, 5}), (Lines{1, 2}));
  EXPECT_EQ(displaced(lru, {1, 2, 3, 1, 4, 5}), (Lines{2, 3}));
}

/// The bits after the fills of ways 0 to 3: every node points to its first half. Line 1 is found,
/// which turns the root to lines 3 and 4: 3 goes, and not 2, which was used before it. Line 5
/// turns the root back: 2; line 6 turns it again: 4.
TEST(Replacement, PlruFollowsItsTree) {
  ReplacementSets plru("plru", {.ways = 4});
  EXPECT_EQ(displaced(plru, {1, 2, 3, 4, 1, 5, 6, 7}), (Lines{3, 2, 4}));
  ReplacementSets lru("lru", {.ways = 4});
  EXPECT_EQ(displaced(lru, {1, 2, 3, 4, 1, 5, 6, 7}), (Lines{2, 3, 4}));
}

/// After 1, 2, 3, 4, 1 the root points to ways 2 and 3, node 2 to way 1, node 3 to way 2.
TEST(Replacement, PlruTakesTheOtherHalfWhereLinesMustStay) {
  ReplacementSets plru("plru", {.ways = 4});
  displaced(plru, {1, 2, 3, 4, 1});
  EXPECT_EQ(plru.victim({0, 1, 2, 3}), 3u);
  EXPECT_EQ(plru.victim({0, 1, 3}), 4u);
  EXPECT_EQ(plru.victim({0, 1}), 2u);
  EXPECT_EQ(plru.victim({0}), 1u);
}

TEST(Replacement, PlruOfTwoWaysIsLru) {
  const Lines accesses = {1, 2, 1, 3, 1, 4, 2, 2, 5, 4, 1, 5, 3};
  EXPECT_EQ(misses("plru", 2, accesses), misses("lru", 2, accesses));
}

/// The example of the paper's figure 2: two lines are used twice, four once, and the two again.
/// SRRIP of two bits: the two are at 0, the first lines of the scan at 2. The third ages all by 1
/// and takes the first one's place, the fourth the second one's. LRU has lost both lines.
const Lines kScan = {1, 2, 2, 1, 11, 12, 13, 14, 1, 2};

TEST(Replacement, SrripOutlivesAScan) {
  ReplacementSets srrip("srrip", {.ways = 4}), lru("lru", {.ways = 4});
  EXPECT_EQ(displaced(srrip, kScan), (Lines{11, 12}));
  EXPECT_EQ(displaced(lru, kScan), (Lines{2, 1, 11, 12}));
}

/// With one bit a new line is at 0 as one that was found: NRU. The third line of the scan ages all
/// to 1 and takes line 1's place, the fourth line 2's; 1 takes 11's place and 2 that of 12.
TEST(Replacement, SrripOfOneBitIsNotRecentlyUsed) {
  ReplacementSets nru("srrip", {.ways = 4}, {{"bits", 1}});
  EXPECT_EQ(displaced(nru, kScan), (Lines{1, 2, 11, 12}));
}

/// Of two ways one has a line that was found. The first line of a scan fills the other way, at
/// 2^M - 2; each further one takes that way and ages the set by 1, so that n of them leave the line
/// at n - 1. At 2^M - 2 it is the first of two, and the next one takes its place.
TEST(Replacement, SrripOfMoreBitsAgesLonger) {
  const auto survives = [](unsigned bits, unsigned scan) {
    ReplacementSets sets("srrip", {.ways = 2}, {{"bits", bits}});
    sets.access(1);
    sets.access(1);
    for (unsigned line = 0; line < scan; ++line) sets.access(100 + line);
    return sets.access(1);
  };
  EXPECT_TRUE(survives(2, 3));
  EXPECT_FALSE(survives(2, 4));
  EXPECT_TRUE(survives(3, 7));
  EXPECT_FALSE(survives(3, 8));
}

/// Lines 1 and 2 come at 3, as 3 does in the place of the first of these. The fourth fill is at 2:
/// it stays while 5 and 6 go through the other way, is found, and outlives 7 and 8, of which 8 is
/// the eighth fill. 9 finds nobody at 3: both age by one, and 8 goes.
TEST(Replacement, BrripKeepsOneOfSoMany) {
  ReplacementSets brrip("brrip", {.ways = 2}, {{"long_of", 4}});
  EXPECT_EQ(displaced(brrip, {1, 2, 3, 4, 5, 6, 4, 7, 8, 9}), (Lines{1, 3, 2, 5, 6, 7, 8}));
}

/// A cycle of five lines through four ways: LRU and SRRIP never hit; BRRIP keeps three of them.
TEST(Replacement, BrripKeepsAPartOfWhatHasNoRoom) {
  Lines cycle;
  for (unsigned i = 0; i < 500; ++i) cycle.push_back(i % 5);
  EXPECT_EQ(misses("lru", 4, cycle), 500u);
  EXPECT_EQ(misses("srrip", 4, cycle), 500u);
  EXPECT_LT(misses("brrip", 4, cycle), 300u);
}

/// Four sets: 0 leads for SRRIP, 3 for BRRIP. Of a set that follows, the second of two lines that
/// come to full ways tells who is followed: SRRIP puts it in the other way (the older line), BRRIP
/// in the place of the one before.
struct Duel {
  Duel()
      : sets("drrip", {.sets = 4, .ways = 2},
             {{"leader_sets", 1}, {"psel_bits", 2}, {"long_of", 1000}}) {}

  void miss(unsigned set) { sets.access(line_++, set); }
  bool follows_brrip(unsigned set) {
    while (filled_ < 2) ++filled_, miss(set);
    miss(set);
    const unsigned last = line_ - 1;
    miss(set);
    return sets.went() == last;
  }

  ReplacementSets sets;

 private:
  unsigned line_ = 0, filled_ = 0;
};

TEST(Replacement, DrripFollowsWhoMissesLess) {
  Duel duel;  // PSEL is at 1 of 0 to 3; the upper half is 2 and 3
  EXPECT_FALSE(duel.follows_brrip(1));
  duel.miss(0);  // 2
  EXPECT_TRUE(duel.follows_brrip(1));
  duel.miss(3);  // 1
  EXPECT_FALSE(duel.follows_brrip(1));
  for (int i = 0; i < 10; ++i) duel.miss(0);  // no further than 3
  EXPECT_TRUE(duel.follows_brrip(1));
  duel.miss(3);  // 2
  EXPECT_TRUE(duel.follows_brrip(1));
  duel.miss(3);  // 1
  EXPECT_FALSE(duel.follows_brrip(1));
}

TEST(Replacement, DrripsLeadersKeepToTheirPolicy) {
  for (const unsigned misses_of_srrip : {0u, 20u}) {
    ReplacementSets sets("drrip", {.sets = 8, .ways = 2},
                         {{"leader_sets", 2}, {"psel_bits", 3}, {"long_of", 1000}});
    for (unsigned line = 0; line < misses_of_srrip; ++line) sets.access(line, 0);
    // Sets 0 and 4 are the first of the two constituencies, 3 and 7 the last.
    EXPECT_EQ(displaced(sets, {101, 102, 103, 104}, 4), (Lines{101, 102}));
    EXPECT_EQ(displaced(sets, {101, 102, 103, 104}, 3), (Lines{101, 103}));
    EXPECT_EQ(displaced(sets, {101, 102, 103, 104}, 7), (Lines{101, 103}));
  }
}

/// How many sets lead for BRRIP. The sets get four lines each, the last set first: each leader of
/// BRRIP lowers PSEL before the leader of SRRIP of its constituency raises it as far, so that sets
/// that follow always follow SRRIP.
unsigned leaders_of_brrip(std::uint32_t number_of_sets) {
  ReplacementSets sets("drrip", {.sets = number_of_sets, .ways = 2}, {{"long_of", 100000}});
  unsigned leaders = 0;
  for (std::uint32_t set = number_of_sets; set-- > 0;)
    leaders += displaced(sets, {101, 102, 103, 104}, set) == Lines{101, 103} ? 1 : 0;
  return leaders;
}

/// An eighth of the sets, at least one, and no more than the papers' 32 leaders of 1024 or 2048.
TEST(Replacement, DrripsLeadersGrowWithTheCache) {
  for (const auto& [sets, leaders] : std::initializer_list<std::pair<std::uint32_t, unsigned>>{
           {2, 1}, {4, 1}, {24, 3}, {32, 4}, {64, 8}, {256, 32}, {1024, 32}, {2048, 32}})
    EXPECT_EQ(leaders_of_brrip(sets), leaders) << sets;
}

/// An empty way ages nobody, and its next line is new.
TEST(Replacement, RripForgetsALineThatIsTakenAway) {
  ReplacementSets srrip("srrip", {.ways = 2});
  displaced(srrip, {1, 1, 2, 2});  // both at 0
  srrip.remove(1);
  EXPECT_EQ(displaced(srrip, {3, 4}), Lines{3});  // 3 at 2: 2 is still at 0
}

TEST(Replacement, ALineThatMustStayIsPassedOver) {
  for (const char* name : {"lru", "fifo", "srrip", "brrip", "belady", "random"}) {
    ReplacementSets sets(name, {.ways = 4});
    displaced(sets, {1, 2, 3, 4});
    EXPECT_EQ(sets.victim({3}), 4u) << name;
    EXPECT_THAT(sets.victim({1, 3}), testing::Optional(testing::AnyOf(2u, 4u))) << name;
  }
}

/// The first numbers of splitmix64 from 1234567, as published with its implementations.
TEST(SplitMix, IsThePublishedGenerator) {
  SplitMix random(1234567);
  EXPECT_EQ(random(), 6457827717110365317u);
  EXPECT_EQ(random(), 3203168211198807973u);
  EXPECT_EQ(random(), 9817491932198370423u);
}

Lines drawn(std::uint64_t cache, unsigned seed, unsigned draws) {
  ReplacementSets sets("random", {.ways = 8, .seed = cache}, {{"seed", seed}});
  Lines accesses(draws + 8);
  for (unsigned i = 0; i < accesses.size(); ++i) accesses[i] = i;
  return displaced(sets, accesses);
}

TEST(Replacement, RandomDrawsTheSameForASeedAndAnotherForAnother) {
  EXPECT_EQ(drawn(1, 0, 100), drawn(1, 0, 100));
  EXPECT_NE(drawn(1, 0, 100), drawn(2, 0, 100));
  EXPECT_NE(drawn(1, 0, 100), drawn(1, 7, 100));
}

/// Asked again before a line has come, it names the same.
TEST(Replacement, RandomChangesItsMindWithALineOnly) {
  ReplacementSets sets("random", {.ways = 8, .seed = 3});
  displaced(sets, {0, 1, 2, 3, 4, 5, 6, 7});
  const std::vector<std::uint32_t> all = {0, 1, 2, 3, 4, 5, 6, 7};
  std::set<unsigned> named;
  for (unsigned line = 100; line < 200; ++line) {
    const auto victim = sets.victim(all);
    EXPECT_EQ(sets.victim(all), victim);
    sets.access(line);
    EXPECT_EQ(sets.went(), victim);
  }
}

/// Each way 1/8 of 8000 draws: the deviation of a count is sqrt(8000 * 1/8 * 7/8) = 30.
TEST(Replacement, RandomTakesEachWayAsOften) {
  const auto policy = replacement("random");
  policy->begin({.ways = 8, .seed = 5});
  std::vector<unsigned> count(8, 0);
  const std::vector<std::uint32_t> all = {0, 1, 2, 3, 4, 5, 6, 7};
  for (unsigned i = 0; i < 8000; ++i) {
    const std::uint32_t way = policy->victim(0, all);
    ++count[way];
    policy->filled(0, way);
  }
  for (const unsigned each : count) EXPECT_NEAR(each, 1000.0, 4 * 30.0);
}

/// What begin() refuses.
std::string refusal(const std::string& name, const policy::Replacement::Cache& cache,
                    const Values& values = {}) {
  try {
    replacement(name, values)->begin(cache);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Replacement, RefusesCachesThatItCannotServe) {
  EXPECT_THAT(refusal("plru", {.ways = 6}), HasSubstr("has 6: give it 4 or 8"));
  EXPECT_EQ(refusal("plru", {.ways = 1}), "");
  EXPECT_THAT(refusal("drrip", {.sets = 1, .ways = 8}), HasSubstr("take srrip or brrip"));
  EXPECT_THAT(refusal("drrip", {.sets = 6, .ways = 2}, {{"leader_sets", 4}}),
              HasSubstr("say replacement.drrip.leader_sets=3 or less"));
  EXPECT_EQ(refusal("drrip", {.sets = 6, .ways = 2}, {{"leader_sets", 3}}), "");
}

}  // namespace
}  // namespace heddle::test
