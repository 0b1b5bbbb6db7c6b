// Which warps a static limit lets issue, by hand.

#include <gtest/gtest.h>

#include "fake_sm.hpp"
#include "heddle/policy/throttle/throttle.hpp"

namespace heddle::test {
namespace {

using policy::LongWait;

class Swl : public testing::Test {
 protected:
  void SetUp() override {
    const sim::Settings settings = sim::parse_settings("limit = 2", "test");
    sim::SettingReader(settings).read("", *throttle_);
    throttle_->attach(sm_.view());
    for (const unsigned entity : {3u, 0u, 2u, 1u}) {  // by age
      sm_.launch(entity, 0, entity);
      throttle_->warp_launched(entity);
    }
  }
  model::EntityMask allowed() {
    EXPECT_TRUE(throttle_->stale());
    const policy::Gate& gate = throttle_->gate();
    EXPECT_EQ(gate.may_load, gate.may_issue);
    EXPECT_FALSE(throttle_->stale());
    return gate.may_issue;
  }

  FakeSm sm_{4, 1};
  std::unique_ptr<policy::Throttle> throttle_ =
      policy::Registry<policy::Throttle>::instance().make("swl");
};

TEST_F(Swl, TheOldestWarpsMayIssue) { EXPECT_EQ(allowed(), mask({3, 0})); }

TEST_F(Swl, WhenOneEndsTheNextOldestMay) {
  throttle_->warp_exited(3);
  EXPECT_EQ(allowed(), mask({0, 2}));
}

TEST_F(Swl, WarpsAtABarrierOrFenceAreNotCounted) {
  throttle_->waits(3, LongWait::peers);
  EXPECT_EQ(allowed(), mask({0, 2}));
  throttle_->waits(0, LongWait::fence);
  EXPECT_EQ(allowed(), mask({2, 1}));
  throttle_->waits(3, LongWait::none);
  EXPECT_EQ(allowed(), mask({3, 2}));
}

TEST_F(Swl, WarpsThatAreToLeaveAreNotCounted) {
  throttle_->waits(3, LongWait::leaving);
  EXPECT_EQ(allowed(), mask({0, 2}));
  throttle_->warp_exited(3);
  throttle_->warp_launched(3);
  EXPECT_EQ(allowed(), mask({3, 0}));
}

class SwlWithRelease : public Swl {
 protected:
  SwlWithRelease() {
    const sim::Settings settings = sim::parse_settings("force_release_after = 100", "test");
    sim::SettingReader(settings).read("", *throttle_);
    throttle_->note_to(notes_.subscribers, "swl");
  }
  /// The gate of the cycle, where these could issue.
  model::EntityMask allowed_of(Cycle now, const model::EntityMask& ready) {
    sm_.at(now);
    const model::EntityMask open = throttle_->gate().may_issue;
    throttle_->held(ready.without(open));
    return open;
  }

  NotesTaken notes_;
};

TEST_F(SwlWithRelease, WhoIsHeldForSoLongMayGoOnForAsLong) {
  EXPECT_EQ(allowed_of(10, mask({0, 1, 3})), mask({0, 3}));
  EXPECT_EQ(throttle_->valid_until(), Cycle{110});
  EXPECT_EQ(allowed_of(40, mask({0, 1, 2})), mask({0, 3}));  // now 2 can go, too
  EXPECT_EQ(throttle_->valid_until(), Cycle{110});
  EXPECT_TRUE(notes_.lines.empty());
  EXPECT_EQ(allowed_of(110, mask({0, 1, 2})), mask({0, 1, 3}));
  EXPECT_EQ(throttle_->valid_until(), Cycle{140});
  EXPECT_EQ(allowed_of(140, mask({1, 2})), mask({0, 1, 2, 3}));
  EXPECT_EQ(allowed_of(210, mask({1, 2})), mask({0, 2, 3}));  // held from here on
  EXPECT_EQ(allowed_of(240, mask({1, 2})), mask({0, 3}));
  EXPECT_EQ(throttle_->valid_until(), Cycle{310});
  EXPECT_EQ(notes_.lines,
            (std::vector<std::string>{
                "0 110 swl: warp 1 was ready and held for 100 cycles: let go for as many",
                "0 140 swl: warp 2 was ready and held for 100 cycles: let go for as many"}));
}

TEST_F(SwlWithRelease, WhoCouldNotGoMeanwhileBeginsAnew) {
  allowed_of(10, mask({1}));
  allowed_of(60, {});
  allowed_of(70, mask({1}));
  EXPECT_EQ(throttle_->valid_until(), Cycle{170});
  EXPECT_EQ(allowed_of(110, mask({1})), mask({0, 3}));
  EXPECT_EQ(allowed_of(170, mask({1})), mask({0, 1, 3}));
}

TEST_F(SwlWithRelease, AnotherWarpOfTheContextIsNotLetGo) {
  allowed_of(10, mask({1}));
  EXPECT_EQ(allowed_of(110, mask({1})), mask({0, 1, 3}));
  throttle_->warp_exited(1);
  sm_.launch(1, 0, 1);
  throttle_->warp_launched(1);
  EXPECT_EQ(allowed_of(120, mask({1})), mask({0, 3}));
}

TEST_F(Swl, AWaitForMemoryIsNoReason) {
  allowed();
  throttle_->waits(3, LongWait::memory);
  EXPECT_FALSE(throttle_->stale());
}

}  // namespace
}  // namespace heddle::test
