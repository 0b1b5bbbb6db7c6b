#include "heddle/exec/sync/barrier.hpp"

#include <gtest/gtest.h>

namespace heddle::exec {
namespace {

BarrierArrival all(std::uint32_t id = 0) { return {.id = id, .lanes = kAllLanes}; }

TEST(BlockBarriers, ReleasesWhenAllHaveCome) {
  BlockBarriers barriers;
  barriers.start(3);
  EXPECT_FALSE(barriers.arrive(0, all()));
  EXPECT_FALSE(barriers.arrive(2, all()));
  EXPECT_EQ(barriers.waiting(), 0b101u);
  EXPECT_EQ(barriers.progress(2).arrived, 2u);
  EXPECT_EQ(barriers.progress(2).expected, 3u);
  EXPECT_TRUE(barriers.arrive(1, all()));
  EXPECT_EQ(barriers.released(), 0b111u);
  EXPECT_EQ(barriers.waiting(), 0u);
  EXPECT_FALSE(barriers.arrive(1, all())) << "a barrier can be used again";
}

TEST(BlockBarriers, AnExitCompletesABarrier) {
  BlockBarriers barriers;
  barriers.start(3);
  barriers.arrive(0, all());
  barriers.arrive(1, all());
  EXPECT_TRUE(barriers.exited(2));
  EXPECT_EQ(barriers.released(), 0b011u);
  EXPECT_FALSE(barriers.exited(2));
}

TEST(BlockBarriers, TheLastWarpLeftNeedsNoOther) {
  BlockBarriers barriers;
  barriers.start(3);
  EXPECT_FALSE(barriers.exited(1));
  EXPECT_FALSE(barriers.exited(2));
  EXPECT_TRUE(barriers.arrive(0, all()));
  EXPECT_EQ(barriers.released(), 0b001u);
  EXPECT_FALSE(barriers.exited(0));
  EXPECT_EQ(barriers.live(), 0u);
}

TEST(BlockBarriers, CountedBarrierTakesWarpsAsTheyCome) {
  BlockBarriers barriers;
  barriers.start(4);
  const BarrierArrival two{.id = 5, .threads = 64, .lanes = kAllLanes};
  EXPECT_FALSE(barriers.arrive(3, two));
  EXPECT_TRUE(barriers.arrive(0, two));
  EXPECT_EQ(barriers.released(), 0b1001u);
  EXPECT_EQ(barriers.waiting(), 0u);
}

TEST(BlockBarriers, ProducersArriveWithoutWaiting) {
  BlockBarriers barriers;
  barriers.start(2);
  const BarrierArrival produce{
      .kind = BarrierKind::arrive, .id = 1, .threads = 64, .lanes = kAllLanes};
  const BarrierArrival consume{.id = 1, .threads = 64, .lanes = kAllLanes};
  EXPECT_FALSE(barriers.arrive(0, produce));
  EXPECT_EQ(barriers.waiting(), 0u);
  EXPECT_TRUE(barriers.arrive(1, consume));
  EXPECT_EQ(barriers.released(), 0b10u);
}

TEST(BlockBarriers, BarriersAreIndependent) {
  BlockBarriers barriers;
  barriers.start(2);
  EXPECT_FALSE(barriers.arrive(0, all(1)));
  EXPECT_FALSE(barriers.arrive(1, all(2)));
  EXPECT_EQ(barriers.waiting(), 0b11u);
}

TEST(BlockBarriers, Reductions) {
  BlockBarriers barriers;
  barriers.start(2);
  const auto reduce = [&](BarrierKind kind, LaneMask first, LaneMask second, LaneMask lanes) {
    barriers.arrive(0, {.kind = kind, .votes = first, .lanes = kAllLanes});
    EXPECT_TRUE(barriers.arrive(1, {.kind = kind, .votes = second, .lanes = lanes}));
    return barriers.value();
  };
  EXPECT_EQ(reduce(BarrierKind::reduce_popc, 0xFF, 0x3, 0xF), 10u);
  EXPECT_EQ(reduce(BarrierKind::reduce_and, kAllLanes, 0xF, 0xF), 1u);
  EXPECT_EQ(reduce(BarrierKind::reduce_and, kAllLanes, 0x7, 0xF), 0u);
  EXPECT_EQ(reduce(BarrierKind::reduce_or, 0, 0x1, 0xF), 1u);
  EXPECT_EQ(reduce(BarrierKind::reduce_or, 0, 0, 0xF), 0u);
}

}  // namespace
}  // namespace heddle::exec
