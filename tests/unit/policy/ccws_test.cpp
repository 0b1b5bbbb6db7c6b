// Victim tags, scores and gates of CCWS; the numbers are worked out by the rules of Rogers'
// dissertation, chapter 3.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ccws_sm.hpp"
#include "heddle/base/error.hpp"
#include "heddle/policy/throttle/ccws/scores.hpp"
#include "heddle/policy/throttle/throttle.hpp"
#include "heddle/policy/throttle/victim_tags.hpp"

namespace heddle::test {
namespace {

using policy::CutoffRule;
using policy::LocalityScores;
using policy::VictimTags;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

TEST(VictimTags, EachWarpHasItsOwnAndTheOldestGoesFirst) {
  VictimTags tags;
  tags.start(2, 2, 2, 128);
  tags.insert(0, 0x000);
  tags.insert(0, 0x080);
  tags.insert(0, 0x000);  // is there, and stays the oldest
  EXPECT_FALSE(tags.has(1, 0x000));
  tags.insert(0, 0x100);
  EXPECT_FALSE(tags.has(0, 0x000));
  EXPECT_TRUE(tags.has(0, 0x080));
  EXPECT_TRUE(tags.has(0, 0x100));
}

TEST(VictimTags, SetsAreByLine) {
  VictimTags tags;
  tags.start(1, 4, 2, 128);  // two sets
  for (const Addr line : {0x000, 0x100, 0x200, 0x080}) tags.insert(0, line);
  EXPECT_FALSE(tags.has(0, 0x000));
  EXPECT_TRUE(tags.has(0, 0x100));
  EXPECT_TRUE(tags.has(0, 0x200));
  EXPECT_TRUE(tags.has(0, 0x080));
}

TEST(VictimTags, AStoreTakesTheTagFromAllWarps) {
  VictimTags tags;
  tags.start(2, 2, 2, 128);
  tags.insert(0, 0x80);
  tags.insert(1, 0x80);
  tags.insert(1, 0x100);
  tags.remove(0x80);
  EXPECT_FALSE(tags.has(0, 0x80));
  EXPECT_FALSE(tags.has(1, 0x80));
  EXPECT_TRUE(tags.has(1, 0x100));
}

TEST(VictimTags, TheNextTagTakesThePlaceOfOneThatWasTakenAway) {
  VictimTags tags;
  tags.start(1, 2, 2, 128);
  tags.insert(0, 0x080);
  tags.insert(0, 0x100);
  tags.remove(0x100);
  tags.insert(0, 0x180);
  EXPECT_TRUE(tags.has(0, 0x080));
  EXPECT_TRUE(tags.has(0, 0x180));
}

LocalityScores scores_of(unsigned warps, CutoffRule rule = CutoffRule::start,
                         std::uint64_t decay = 1) {
  LocalityScores scores;
  scores.start(warps, 100, rule, decay);
  for (unsigned warp = 0; warp < warps; ++warp) scores.launched(warp);
  return scores;
}

TEST(LocalityScores, AllMayLoadAtRest) {
  for (const CutoffRule rule : {CutoffRule::start, CutoffRule::end}) {
    LocalityScores scores = scores_of(3, rule);
    EXPECT_EQ(scores.cutoff(), 300u);
    EXPECT_THAT(scores.stack(5).may_load, ElementsAre(0, 1, 2));
    EXPECT_EQ(scores.stack(5).valid_until, kNever);
  }
}

TEST(LocalityScores, ScoresMeltByOneACycleToTheBase) {
  LocalityScores scores = scores_of(2);
  scores.raise(1, 130, 1000);
  EXPECT_EQ(scores.score(1, 1000), 130u);
  EXPECT_EQ(scores.score(1, 1029), 101u);
  EXPECT_EQ(scores.score(1, 1500), 100u);
  scores.raise(0, 40, 1000);  // never below
  EXPECT_EQ(scores.score(0, 1000), 100u);
}

TEST(LocalityScores, ScoresMeltFasterIfSaid) {
  LocalityScores scores = scores_of(2, CutoffRule::start, 4);
  scores.raise(1, 130, 1000);
  EXPECT_EQ(scores.score(1, 1007), 102u);
  EXPECT_EQ(scores.score(1, 1008), 100u);
  scores.raise(0, 230, 2000);  // the other starts at 230, 30 above the cutoff
  EXPECT_THAT(scores.stack(2000).may_load, ElementsAre(0));
  EXPECT_EQ(scores.stack(2000).valid_until, 2008u);
  EXPECT_THAT(scores.stack(2007).may_load, ElementsAre(0));
  EXPECT_THAT(scores.stack(2008).may_load, ElementsAre(0, 1));
}

/// Of 32 warps that all have score S, the first ceil(3200 / S) may load.
TEST(LocalityScores, HighScoresLeaveFewLoaders) {
  for (const auto& [score, loaders] :
       {std::pair{200u, 16u}, {320u, 10u}, {457u, 8u}, {640u, 5u}, {800u, 4u}}) {
    LocalityScores scores = scores_of(32);
    for (unsigned warp = 0; warp < 32; ++warp) scores.raise(warp, score, 0);
    EXPECT_EQ(scores.stack(0).may_load.size(), loaders) << score;
  }
}

/// The story of Figure 3.7 with four warps, whose lost locality scores twice the base.
TEST(LocalityScores, FigureOfTheDissertation) {
  LocalityScores scores = scores_of(4);
  scores.raise(2, 250, 100);
  EXPECT_THAT(scores.stack(100).may_load, ElementsAre(2, 0, 1));  // 250, 350: 3 starts at 450
  scores.raise(0, 250, 110);
  EXPECT_THAT(scores.stack(110).may_load, ElementsAre(0, 2));  // 250, 490: 1 would start there
  EXPECT_THAT(scores.stack(500).may_load, ElementsAre(0, 1, 2, 3));
  scores.exited(2);
  scores.raise(0, 250, 600);
  EXPECT_EQ(scores.cutoff(), 300u);
  EXPECT_THAT(scores.stack(600).may_load, ElementsAre(0, 1));  // 3 would start at 350
}

/// By the other rule a warp may load whose score ends below the cutoff.
TEST(LocalityScores, ByItsEndAnyRaisedScoreKeepsOneOut) {
  LocalityScores scores = scores_of(4, CutoffRule::end);
  scores.raise(2, 101, 0);
  EXPECT_THAT(scores.stack(0).may_load, ElementsAre(2, 0, 1));
  EXPECT_EQ(scores.stack(0).valid_until, 1u);
  EXPECT_EQ(scores.stack(1).may_load.size(), 4u);
}

/// One score is more than the whole stack of four: its warp alone may load, until there is room for
/// the next.
TEST(LocalityScores, TheFirstMayLoadInAnyCase) {
  LocalityScores scores = scores_of(4, CutoffRule::end);
  scores.raise(2, 1000, 0);
  EXPECT_THAT(scores.stack(0).may_load, ElementsAre(2));
  EXPECT_EQ(scores.stack(0).valid_until, 700u);  // 300 and 100: the cutoff
  EXPECT_THAT(scores.stack(700).may_load, ElementsAre(2, 0));
}

/// Until the cycle that it names, the stack of each cycle lets the same warps load.
TEST(LocalityScores, TheStackHoldsAsLongAsItSays) {
  std::uint32_t random = 1;
  const auto below = [&](unsigned limit) {
    random = random * 1664525u + 1013904223u;
    return (random >> 8) % limit;
  };
  for (unsigned round = 0; round < 300; ++round) {
    LocalityScores scores =
        scores_of(6, round % 2 == 0 ? CutoffRule::start : CutoffRule::end, round % 3 == 0 ? 7 : 1);
    for (unsigned warp = 0; warp < 6; ++warp)
      scores.raise(warp, below(round % 2 == 0 ? 400 : 900), 0);
    Cycle valid_until = 0;
    std::vector<unsigned> may_load;
    for (Cycle now = 0; now < 900; ++now) {
      const LocalityScores::Stack& stack = scores.stack(now);
      std::vector<unsigned> sorted = stack.may_load;
      std::ranges::sort(sorted);
      if (now >= valid_until) {
        may_load = sorted;
        valid_until = stack.valid_until;
      }
      ASSERT_EQ(sorted, may_load) << "round " << round << " cycle " << now;
    }
    EXPECT_EQ(may_load.size(), 6u);
  }
}

/// One event in 100 instructions: 0.01 x 8 x 3200 = 256, and 256 + 30 x 100 < 3200.
TEST_F(Ccws, LostLocalityRaisesTheScore) {
  start(32);
  sm_->warp(0).warp_instructions = 60;
  sm_->warp(9).warp_instructions = 40;
  miss(7, 0x1000);
  EXPECT_EQ(loaders(), 32u);
  evict(0x1000);
  miss(7, 0x1000);
  EXPECT_TRUE(throttle_->stale());
  EXPECT_EQ(loaders(), 31u);
  sm_->at(155);  // 256 - 155 = 101: 101 + 30 x 100 is 3101
  EXPECT_EQ(loaders(), 32u);
}

TEST_F(Ccws, NotesEachEventWithItsScore) {
  start(32);
  NotesTaken notes;
  throttle_->note_to(notes.subscribers, "ccws");
  sm_->grids[0] = 3;
  sm_->warp(0).warp_instructions = 100;
  sm_->at(40);
  miss(7, 0x1000);
  evict(0x1000);
  miss(7, 0x1000);
  EXPECT_THAT(notes.lines, ElementsAre("3 40 ccws: warp 7 lost locality, score 256"));
}

TEST_F(Ccws, OnlyTheOwnersTagsCount) {
  start(4);
  sm_->warp(0).warp_instructions = 4;
  miss(1, 0x1000);
  evict(0x1000);
  miss(2, 0x1000);
  EXPECT_EQ(loaders(), 4u);
  evict(0x1000);  // it was warp 2's
  miss(1, 0x1000);
  EXPECT_LT(loaders(), 4u);  // in its own tags it still stands
}

TEST_F(Ccws, HitsMergesAndStoresAreNoLostLocality) {
  start(4);
  sm_->warp(0).warp_instructions = 4;
  miss(1, 0x1000);
  evict(0x1000);
  for (const auto outcome : {model::L1Outcome::hit, model::L1Outcome::merged})
    l1().on(model::L1Access{.line = 0x1000, .entity = 1, .outcome = outcome});
  l1().on(model::L1Access{.line = 0x1000, .entity = 3, .outcome = model::L1Outcome::written});
  miss(1, 0x1000);  // the store took the tag away
  EXPECT_EQ(loaders(), 4u);
}

TEST_F(Ccws, ALineThatAStoreTookAwayWasNotLost) {
  start(4);
  sm_->warp(0).warp_instructions = 4;
  miss(1, 0x1000);
  l1().on(model::L1Evicted{.line = 0x1000, .written = true});
  l1().on(model::L1Access{.line = 0x1000, .entity = 3, .outcome = model::L1Outcome::written});
  miss(1, 0x1000);
  EXPECT_EQ(loaders(), 4u);
}

/// A line that a kept store to local memory brings is the warp's, as one that a miss brings.
TEST_F(Ccws, ALineOfLocalMemoryIsItsWarps) {
  start(4);
  sm_->warp(0).warp_instructions = 4;
  l1().on(model::L1Access{.line = 0x1000,
                          .entity = 1,
                          .new_sectors = 1,
                          .kind = model::L1Kind::local_store,
                          .outcome = model::L1Outcome::written});
  evict(0x1000);
  miss(1, 0x1000);
  EXPECT_LT(loaders(), 4u);
}

/// 1 event in 8 instructions is 1 / 8 x 8 x 400 = 400: the next starts at the cutoff. At cycle 20
/// it has melted to 380, below the cutoff one more starts; with 16 instructions an event would make
/// it 200, before which two do.
TEST_F(Ccws, ScoresMayFollowTheRateInEachCycle) {
  for (const bool reclamp : {false, true}) {
    start(4, reclamp ? "reclamp = true" : "");
    sm_->at(0);
    sm_->warp(0).warp_instructions = 8;
    miss(1, 0x1000);
    evict(0x1000);
    miss(1, 0x1000);
    EXPECT_EQ(loaders(), 1u);
    sm_->at(20);
    sm_->warp(0).warp_instructions = 16;
    EXPECT_EQ(loaders(), reclamp ? 3u : 2u);
  }
}

/// Both halves of a warp issue each of its instructions: 16 of a warp are 32 of its halves.
TEST_F(Ccws, AWarpInPartsHasTheRateOfAWholeOne) {
  for (const unsigned parts : {1u, 2u}) {
    sm_ = std::make_unique<FakeSm>(4, 8, 1, parts);
    throttle_ = policy::Registry<policy::Throttle>::instance().make("ccws");
    throttle_->attach(sm_->view());
    NotesTaken notes;
    throttle_->note_to(notes.subscribers, "ccws");
    for (unsigned entity = 0; entity < 4 * parts; ++entity) {
      sm_->launch(entity, 0, entity / parts);
      throttle_->warp_launched(entity);
      if (sm_->view().names.warp_of(entity) == 0) sm_->warp(entity).warp_instructions = 16;
    }
    const unsigned entity = sm_->view().names.entity(1, 0);
    miss(entity, 0x1000);
    evict(0x1000);
    miss(entity, 0x1000);
    EXPECT_THAT(notes.lines, ElementsAre("0 0 ccws: warp 1 lost locality, score 200"));
  }
}

TEST_F(Ccws, AWarpThatEndsLowersTheCutoff) {
  start(4);
  sm_->warp(0).warp_instructions = 16;
  miss(1, 0x1000);
  evict(0x1000);
  miss(1, 0x1000);           // 1 / 16 x 8 x 400 = 200
  EXPECT_EQ(loaders(), 3u);  // 200, 300, 400
  throttle_->warp_exited(3);
  EXPECT_EQ(loaders(), 2u);  // 200, 300, of 300
}

TEST_F(Ccws, ThrottlesByItsParameters) {
  start(4, "k_throttle = 16\nscore_bits = 8\nbase_score = 50");
  sm_->warp(0).warp_instructions = 8;
  miss(1, 0x1000);
  evict(0x1000);
  miss(1, 0x1000);  // 1 / 8 x 16 x 200 = 400, but 255 is the most: over the cutoff of 200
  EXPECT_EQ(loaders(), 1u);
  sm_->at(55);  // 255 - 55 is the cutoff
  EXPECT_EQ(loaders(), 1u);
  sm_->at(56);
  EXPECT_EQ(loaders(), 2u);
}

TEST_F(Ccws, RefusesScoresThatCannotRise) {
  EXPECT_THROW(start(4, "score_bits = 7\nbase_score = 127"), Error);
  start(4, "score_bits = 7\nbase_score = 126");
}

}  // namespace
}  // namespace heddle::test
