// What DAWS learns of loads in loops, and what it predicts; by the rules of Rogers' dissertation,
// chapter 4.

#include <gtest/gtest.h>

#include "heddle/policy/throttle/daws/sampler.hpp"
#include "three_loops.hpp"

namespace heddle::test {
namespace {

using policy::LoopLoads;
using policy::LoopSampler;
using policy::RepetitionDetector;
using Finding = policy::LostLocality::Finding;

class Loads : public testing::Test {
 protected:
  void SetUp() override { loads_.start(program_); }
  /// The load is known, and goes to many lines, or to few.
  void know(Pc pc, bool diverged) {
    loads_.executed(pc);
    for (unsigned i = 0; i < 2; ++i) loads_.coalesced(pc, diverged ? 32 : 2);
  }

  isa::Annotations program_ = three_loops();
  LoopLoads loads_;
};

TEST_F(Loads, ALoopWithoutLocalityWantsNothing) {
  know(16, true);
  EXPECT_EQ(loads_.predict(1, 32), 0u);
  loads_.vote(1, true);
  EXPECT_EQ(loads_.predict(1, 32), 0u);  // nothing was known while it had none
  know(16, true);
  EXPECT_EQ(loads_.predict(1, 32), 32u);
  loads_.vote(1, false);
  EXPECT_EQ(loads_.predict(1, 32), 0u);
}

/// One line for one lane; else a line a lane of a diverged load, two of another.
TEST_F(Loads, PredictsByLanes) {
  loads_.vote(1, true);
  know(16, true);
  know(17, false);
  EXPECT_EQ(loads_.predict(1, 32), 34u);  // KMN: 32 + 2
  EXPECT_EQ(loads_.predict(1, 7), 9u);
  EXPECT_EQ(loads_.predict(1, 1), 2u);
  EXPECT_EQ(loads_.predict(0, 32), 0u);
}

TEST_F(Loads, ALoadIsDivergedThatIsSoMoreOftenThanNot) {
  loads_.vote(1, true);
  loads_.executed(16);
  loads_.coalesced(16, 3);
  EXPECT_EQ(loads_.predict(1, 8), 2u);
  loads_.coalesced(16, 3);
  EXPECT_EQ(loads_.predict(1, 8), 8u);
  loads_.coalesced(16, 2);
  EXPECT_EQ(loads_.predict(1, 8), 2u);
}

/// Counters have 8 bits: from the most it takes 127 votes against to come to 0.
TEST_F(Loads, CountersSaturate) {
  loads_.vote(1, true);
  know(16, true);
  for (unsigned i = 0; i < 200; ++i) loads_.vote(1, true);
  EXPECT_EQ(loads_.predict(1, 32), 32u);
  for (unsigned i = 0; i < 126; ++i) loads_.vote(1, false);
  EXPECT_EQ(loads_.predict(1, 32), 32u);
  loads_.vote(1, false);
  EXPECT_EQ(loads_.predict(1, 32), 0u);
}

TEST_F(Loads, KnowsAsManyAsItsTableHolds) {
  loads_.start(program_, {.classified_loads = 2});
  loads_.vote(1, true);
  for (const Pc pc : {16, 17, 16, 18}) know(pc, true);
  EXPECT_EQ(loads_.predict(1, 10), 20u);
}

TEST_F(Loads, CountsTheDivergenceOfAsManyAsItHasCounters) {
  loads_.start(program_, {.divergence_counters = 1});
  loads_.vote(1, true);
  know(16, true);
  know(17, true);
  EXPECT_EQ(loads_.predict(1, 10), 12u);
}

/// Three executions of 5 lines count for divergence where up to 4 are converged, which then is what
/// a converged load wants, but not more lines than lanes.
TEST_F(Loads, TheThresholdsCanBeSet) {
  loads_.start(program_, {.diverged_from = 3, .converged_lines = 4});
  loads_.vote(1, true);
  loads_.executed(16);
  loads_.coalesced(16, 5);
  loads_.coalesced(16, 5);
  EXPECT_EQ(loads_.predict(1, 10), 4u);
  EXPECT_EQ(loads_.predict(1, 3), 3u);
  loads_.coalesced(16, 5);
  EXPECT_EQ(loads_.predict(1, 10), 10u);
  loads_.coalesced(16, 4);
  EXPECT_EQ(loads_.predict(1, 10), 4u);
}

TEST_F(Loads, LoadsOfTheSameLinesCountOnce) {
  loads_.vote(1, true);
  know(16, true);
  know(17, false);
  know(18, true);
  EXPECT_EQ(loads_.predict(1, 10), 22u);
  loads_.join(18, 16);
  EXPECT_EQ(loads_.predict(1, 10), 12u);
  loads_.join(17, 18);
  EXPECT_EQ(loads_.predict(1, 10), 10u);
  loads_.join(12, 16);  // of another loop
  EXPECT_EQ(loads_.predict(1, 10), 10u);
}

TEST_F(Loads, TheNextLoopIsTheFirstBehindThatWantsSomething) {
  EXPECT_EQ(loads_.next_after(5, true), isa::kNoLoop);
  loads_.vote(2, true);
  know(41, true);
  EXPECT_EQ(loads_.next_after(5, true), 2u);
  loads_.vote(1, true);
  know(16, true);
  EXPECT_EQ(loads_.next_after(5, true), 1u);
  EXPECT_EQ(loads_.next_after(30, true), 2u);
  EXPECT_EQ(loads_.next_after(45, true), isa::kNoLoop);
}

TEST(Repetition, FindsTheOtherLoadOfALine) {
  RepetitionDetector repetition;
  EXPECT_FALSE(repetition.touched(3, 16, 0x1000));
  EXPECT_FALSE(repetition.touched(3, 16, 0x1000));
  EXPECT_EQ(repetition.touched(3, 17, 0x1000), Pc{16});
  EXPECT_FALSE(repetition.touched(4, 17, 0x1000));  // another warp
  repetition.clear(3);
  EXPECT_FALSE(repetition.touched(3, 17, 0x1000));
}

TEST(Repetition, ForgetsTheLeastRecentlyUsedOfASet) {
  RepetitionDetector repetition(128);
  const auto line = [](unsigned i) { return Addr{i} * 8 * 128; };  // all in one set
  for (unsigned i = 0; i < 8; ++i) repetition.touched(0, 16, line(i));
  repetition.touched(0, 16, line(0));
  repetition.touched(0, 16, line(8));  // in place of line 1
  EXPECT_EQ(repetition.touched(0, 17, line(0)), Pc{16});
  EXPECT_FALSE(repetition.touched(0, 17, line(1)));
}

TEST(Repetition, TakesThePlacesOfEndedTripsFirst) {
  RepetitionDetector repetition(128);
  const auto line = [](unsigned i) { return Addr{i} * 8 * 128; };
  for (unsigned i = 0; i < 7; ++i) repetition.touched(0, 16, line(i));
  repetition.touched(1, 16, line(7));
  repetition.clear(1);
  repetition.touched(2, 16, line(8));
  EXPECT_EQ(repetition.touched(0, 17, line(0)), Pc{16});
}

TEST(Repetition, OneSetOfTwo) {
  RepetitionDetector repetition(128, 2, 2);
  for (const Addr line : {0x000, 0x080, 0x100}) repetition.touched(0, 16, line);
  EXPECT_FALSE(repetition.touched(0, 17, 0x000));  // gone, and back in place of the second
  EXPECT_EQ(repetition.touched(0, 17, 0x100), Pc{16});
}

class Sampler : public Loads {
 protected:
  void SetUp() override {
    Loads::SetUp();
    sampler_.start(program_, loads_, 128);
  }
  /// A load of so many lanes that goes to that many lines; the last of them has the finding.
  void load(unsigned entity, Pc pc, Addr first, unsigned lines, Finding finding,
            unsigned lanes = 32) {
    for (unsigned i = 0; i < lines; ++i)
      access(entity, pc, first, i, lines, i + 1 == lines ? finding : Finding::none, lanes);
  }
  void access(unsigned entity, Pc pc, Addr first, unsigned index, unsigned count, Finding finding,
              unsigned lanes = 32) {
    sampler_.accessed({.line = first + Addr{index} * 128,
                       .pc = pc,
                       .entity = static_cast<std::uint16_t>(entity),
                       .index = static_cast<std::uint8_t>(index),
                       .count = static_cast<std::uint8_t>(count),
                       .threads = static_cast<std::uint8_t>(lanes)},
                      finding);
  }

  LoopSampler sampler_;
};

TEST_F(Sampler, LearnsFromTheFirstWarpThatEntersWithTwoLanes) {
  sampler_.trip(1, 7, 1, true);  // too few
  sampler_.trip(1, 8, 2, true);
  sampler_.trip(1, 9, 32, true);
  for (const unsigned entity : {7u, 9u}) load(entity, 16, 0, 32, Finding::captured);
  EXPECT_EQ(loads_.predict(1, 32), 0u);
  for (unsigned i = 0; i < 2; ++i) load(8, 16, 0, 32, Finding::lost);
  EXPECT_EQ(loads_.predict(1, 32), 32u);
  sampler_.left(1, 8);
  sampler_.trip(1, 9, 32, false);  // it did not enter now
  load(9, 16, 0, 32, Finding::none);
  EXPECT_EQ(loads_.predict(1, 32), 32u);
}

TEST_F(Sampler, AWarpThatIsInTheLoopAlreadyIsNotWatched) {
  sampler_.trip(1, 9, 32, false);
  for (unsigned i = 0; i < 2; ++i) load(9, 16, 0, 32, Finding::lost);
  EXPECT_EQ(loads_.predict(1, 32), 0u);
}

/// Two executions of three lanes to three lines make a load diverged; one of two lanes to two lines
/// takes nothing from that, one of three to two does.
TEST_F(Sampler, MoreThanTwoLanesSayWhetherALoadIsDiverged) {
  sampler_.trip(1, 8, 32, true);
  for (unsigned i = 0; i < 2; ++i) load(8, 16, 0, 3, Finding::lost, 3);
  EXPECT_EQ(loads_.predict(1, 8), 8u);
  load(8, 16, 0, 2, Finding::lost, 2);
  EXPECT_EQ(loads_.predict(1, 8), 8u);
  load(8, 16, 0, 2, Finding::lost, 3);
  EXPECT_EQ(loads_.predict(1, 8), 2u);
}

TEST_F(Sampler, AnyOfALoadsAccessesIsEnoughForItsVote) {
  sampler_.trip(1, 8, 32, true);
  for (unsigned turn = 0; turn < 2; ++turn) {
    for (unsigned i = 0; i < 32; ++i)
      access(8, 16, 0, i, 32, i == 0 ? Finding::captured : Finding::none);
  }
  EXPECT_EQ(loads_.predict(1, 32), 32u);
}

TEST_F(Sampler, MayAskForMoreLanes) {
  sampler_.start(program_, loads_, 128, {.sampling_lanes = 3});
  sampler_.trip(1, 8, 2, true);
  sampler_.trip(1, 9, 3, true);
  for (unsigned i = 0; i < 2; ++i) load(8, 16, 0, 32, Finding::lost);
  EXPECT_EQ(loads_.predict(1, 32), 0u);
  for (unsigned i = 0; i < 2; ++i) load(9, 16, 0, 32, Finding::lost);
  EXPECT_EQ(loads_.predict(1, 32), 32u);
}

TEST_F(Sampler, WatchesAsManyLoopsAsItsTableHolds) {
  sampler_.start(program_, loads_, 128, {.watched_loops = 1});
  sampler_.trip(1, 8, 32, true);
  sampler_.left(1, 8);
  sampler_.trip(2, 9, 32, true);  // the place is the first loop's
  sampler_.trip(1, 9, 32, true);
  for (unsigned i = 0; i < 2; ++i) {
    load(9, 41, 0x100000, 32, Finding::lost);
    load(9, 16, 0, 32, Finding::lost);
  }
  EXPECT_EQ(loads_.predict(2, 32), 0u);
  EXPECT_EQ(loads_.predict(1, 32), 32u);
}

TEST_F(Sampler, ExecutionsOfFewLanesSayNothingOfDivergence) {
  sampler_.start(program_, loads_, 128, {.divergence_lanes = 32});
  sampler_.trip(1, 8, 32, true);
  for (unsigned i = 0; i < 2; ++i) load(8, 16, 0, 31, Finding::lost);  // all with 32 lanes
  EXPECT_EQ(loads_.predict(1, 8), 8u);
  loads_.start(program_, {.divergence_counters = 0});
  for (unsigned i = 0; i < 2; ++i) load(8, 16, 0, 31, Finding::lost);
  EXPECT_EQ(loads_.predict(1, 8), 2u);
}

TEST_F(Sampler, ALoadVotesOnce) {
  sampler_.trip(1, 8, 32, true);
  load(8, 16, 0, 32, Finding::captured);
  load(8, 17, 0x100000, 1, Finding::none);
  EXPECT_EQ(loads_.predict(1, 32), 0u);  // one for, one against
  load(8, 17, 0x100000, 1, Finding::lost);
  EXPECT_GT(loads_.predict(1, 32), 0u);
}

TEST_F(Sampler, JoinsLoadsOfOneTripOnly) {
  sampler_.trip(1, 8, 32, true);
  for (unsigned i = 0; i < 2; ++i) load(8, 16, 0, 32, Finding::captured);
  sampler_.trip(1, 8, 32, false);
  for (unsigned i = 0; i < 2; ++i) load(8, 17, 0, 32, Finding::captured);
  EXPECT_EQ(loads_.predict(1, 32), 64u);
  load(8, 16, 0, 32, Finding::captured);
  EXPECT_EQ(loads_.predict(1, 32), 32u);
}

}  // namespace
}  // namespace heddle::test
