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

TEST_F(Swl, AWaitForMemoryIsNoReason) {
  allowed();
  throttle_->waits(3, LongWait::memory);
  EXPECT_FALSE(throttle_->stale());
}

}  // namespace
}  // namespace heddle::test
