#include "heddle/core/load_store/l1_memory.hpp"

#include <gtest/gtest.h>

#include "access_rig.hpp"

namespace heddle::core {
namespace {

using namespace rig;

constexpr std::uint64_t kKiB = 1024;

/// 1 KiB of L1 beside 2 KiB of shared memory, which may also have 1 KiB or none.
SmConfiguration three_sizes() {
  SmConfiguration made = load_store_configuration();
  made.sm.shared_bytes = 2 * kKiB;
  made.sm.shared_sizes = "0 1 2";
  made.l1.bytes = kKiB;
  return made;
}

struct Sm {
  SmConfiguration configuration = three_sizes();
  AccessTable table;
  model::Subscribers subscribers;
  AccessListeners listeners{1, subscribers};
  CorunPart sharing{0, {{policy::Corun::kKind, "leftover"}, nullptr}};
  FirstLevelCaches caches{configuration, 0, table, listeners, sharing};
  L1Split split{configuration, caches};
};

TEST(L1Split, TheFirstBlockDecides) {
  Sm sm;
  ASSERT_TRUE(sm.split.exists());
  EXPECT_EQ(sm.split.l1_bytes(), 3 * kKiB);
  sm.split.block_arrived(0, kKiB, 100, true);
  EXPECT_EQ(sm.split.l1_bytes(), 2 * kKiB);
  sm.split.block_arrived(0, 0, 0, true);
  EXPECT_EQ(sm.split.l1_bytes(), 3 * kKiB);
}

TEST(L1Split, SharedMemoryGrowsBesideOtherBlocksAndDoesNotShrink) {
  Sm sm;
  sm.split.block_arrived(0, kKiB, 100, true);
  sm.split.block_arrived(0, 0, 100, false);
  EXPECT_EQ(sm.split.l1_bytes(), 2 * kKiB) << "the first block still holds 100 bytes";
  sm.split.block_arrived(0, kKiB, kKiB + 1, false);
  EXPECT_EQ(sm.split.l1_bytes(), kKiB) << "the blocks hold more than a KiB";
  sm.split.block_arrived(0, kKiB, kKiB, true);
  sm.split.block_arrived(0, 2 * kKiB, kKiB, false);
  EXPECT_EQ(sm.split.l1_bytes(), kKiB) << "the other kernel wants two";
}

TEST(L1Split, FixedSizesHaveNoSplit) {
  Sm fixed;
  fixed.configuration.sm.shared_sizes = "single";
  EXPECT_FALSE(L1Split(fixed.configuration, fixed.caches).exists());
}

}  // namespace
}  // namespace heddle::core
