#include <gtest/gtest.h>

#include "heddle/exec/step/cluster.hpp"
#include "heddle/exec/step/cluster_shape.hpp"

namespace heddle::exec {
namespace {

constexpr LaneMask kSome = 0xFF;  // the lanes of the last warps

ClusterBarrier started() {
  ClusterBarrier barrier;
  barrier.start(2, 2, kSome);
  return barrier;
}

TEST(ClusterBarrier, HoldsUntilAllThreadsHaveArrived) {
  ClusterBarrier barrier = started();
  EXPECT_EQ(barrier.missing(), 2 * (32 + 8));
  for (const unsigned rank : {0u, 1u}) barrier.arrive(rank, 0, kAllLanes);
  barrier.arrive(0, 1, kSome);
  EXPECT_TRUE(barrier.is_held(0, 0, kAllLanes));
  EXPECT_EQ(barrier.missing(), 8u);
  EXPECT_EQ(barrier.phases(), 0u);
  barrier.arrive(1, 1, kSome);
  EXPECT_FALSE(barrier.is_held(0, 0, kAllLanes));
  EXPECT_EQ(barrier.phases(), 1u);
  EXPECT_EQ(barrier.missing(), 80u);
}

TEST(ClusterBarrier, ThreadsThatHaveEndedDoNotCount) {
  ClusterBarrier barrier = started();
  barrier.exit(1, 0, kAllLanes);
  barrier.exit(1, 1, kSome);
  barrier.arrive(0, 1, kSome);
  barrier.arrive(0, 0, 0xFFFF);
  EXPECT_EQ(barrier.missing(), 16u);
  barrier.exit(0, 0, 0xFFFF0000);  // the last ones that were missing
  EXPECT_EQ(barrier.phases(), 1u);
  EXPECT_EQ(barrier.missing(), 16u + 8u);
  barrier.exit(0, 0, 0xFFFF0000);  // again: nothing changes
  EXPECT_EQ(barrier.missing(), 24u);
}

TEST(ClusterBarrier, AThreadThatEndsAfterItsArrivalHasArrived) {
  ClusterBarrier barrier = started();
  barrier.arrive(0, 0, kAllLanes);
  barrier.exit(0, 0, kAllLanes);
  EXPECT_EQ(barrier.missing(), 8u + 32u + 8u);
}

TEST(ClusterBarrier, KnowsWhoOwesAWait) {
  ClusterBarrier barrier = started();
  barrier.arrive(1, 0, 0xF);
  EXPECT_EQ(barrier.owe_wait(1, 0), 0xFu);
  barrier.wait(1, 0, 0x3);
  EXPECT_EQ(barrier.owe_wait(1, 0), 0xCu);
}

TEST(ClusterShape, EveryBlockBeginsOnceBesideItsCluster) {
  const Dim3 grid{4, 6, 4}, cluster{2, 3, 2};
  std::vector<unsigned> seen(grid.volume());
  for (std::uint64_t order = 0; order < grid.volume(); ++order) {
    const std::uint64_t block = block_in_order(order, grid, cluster);
    ++seen[block];
    const Dim3 index{static_cast<std::uint32_t>(block % 4),
                     static_cast<std::uint32_t>(block / 4 % 6),
                     static_cast<std::uint32_t>(block / 24)};
    EXPECT_EQ(rank_in_cluster(index, cluster), order % 12);
    const Dim3 of = cluster_of(index, cluster);
    EXPECT_EQ(of.x + 2 * (of.y + 2 * of.z), order / 12);
  }
  for (const unsigned times : seen) EXPECT_EQ(times, 1u);
}

}  // namespace
}  // namespace heddle::exec
