#include "heddle/exec/sync/thread_barriers.hpp"

#include <gtest/gtest.h>

namespace heddle::exec {
namespace {

BlockLanes lanes(LaneMask first, LaneMask second) {
  BlockLanes all;
  all.warp[0] = first;
  all.warp[1] = second;
  return all;
}

class ThreadBarriersTest : public testing::Test {
 protected:
  bool complete() { return barriers.complete(live, live, release); }

  BlockLanes live = lanes(kAllLanes, 0xFF);
  ThreadBarriers barriers;
  ThreadBarriers::Release release;
};

TEST_F(ThreadBarriersTest, OpensWhenTheLastThreadHasCome) {
  EXPECT_FALSE(complete());
  barriers.arrive(0, {.lanes = kAllLanes});
  barriers.arrive(1, {.lanes = 0x7F});
  EXPECT_FALSE(complete());
  barriers.arrive(1, {.lanes = 0x80});
  ASSERT_TRUE(complete());
  EXPECT_EQ(release.threads, live);
  EXPECT_FALSE(complete());
}

TEST_F(ThreadBarriersTest, EndedThreadsAreNotWaitedFor) {
  barriers.arrive(0, {.lanes = 0xFFFF});
  barriers.arrive(1, {.lanes = 0xFF});
  EXPECT_FALSE(complete());
  live.warp[0] = 0xFFFF;
  EXPECT_TRUE(complete());
}

TEST_F(ThreadBarriersTest, WhoOnlyArrivesCountsAndDoesNotWait) {
  barriers.arrive(0, {.kind = BarrierKind::arrive, .id = 3, .threads = 64, .lanes = kAllLanes});
  EXPECT_FALSE(complete());
  barriers.arrive(1, {.id = 3, .threads = 64, .lanes = 0xFF});  // all that the second warp has
  ASSERT_TRUE(complete());
  EXPECT_EQ(release.threads, lanes(0, 0xFF));
  EXPECT_EQ(release.barrier, 3u);
}

TEST_F(ThreadBarriersTest, ReducesOverThreads) {
  barriers.arrive(0, {.kind = BarrierKind::reduce_popc, .votes = 0b101, .lanes = kAllLanes});
  barriers.arrive(1, {.kind = BarrierKind::reduce_popc, .votes = 0b1, .lanes = 0x0F});
  barriers.arrive(1, {.kind = BarrierKind::reduce_popc, .votes = 0b10000, .lanes = 0xF0});
  ASSERT_TRUE(complete());
  EXPECT_EQ(release.value, 4u);
}

}  // namespace
}  // namespace heddle::exec
