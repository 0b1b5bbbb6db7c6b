// Expected values: the orders of blocks of Fung, Aamodt, "Thread Block Compaction for Efficient
// SIMT Control Flow", HPCA 2011, worked out by hand.
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fake_sm.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/policy/warp_scheduler/warp_scheduler.hpp"

namespace heddle::test {
namespace {

using testing::ElementsAre;

/// Block slots 0, 1, 2 of two warps each; the block in slot 2 was launched first, that in 0 last.
struct Blocks {
  explicit Blocks(const std::string& order)
      : sm(6, 3),
        scheduler(policy::Registry<policy::WarpScheduler>::instance().make("block_priority")) {
    for (const unsigned block : {2u, 1u, 0u})
      for (unsigned warp = 0; warp < 2; ++warp) sm.launch(2 * block + warp, block, warp);
    const sim::Settings settings = sim::parse_settings("order = \"" + order + "\"", "test");
    sim::SettingReader reader(settings);
    reader.read("", *scheduler);
    scheduler->attach(sm.view());
  }
  /// Issues so many, all of these being ready in every cycle.
  std::vector<unsigned> issue(unsigned count, const model::EntityMask& ready) {
    std::vector<unsigned> issued;
    for (unsigned i = 0; i < count; ++i) {
      issued.push_back(scheduler->pick(0, ready));
      scheduler->issued(0, issued.back());
    }
    return issued;
  }

  FakeSm sm;
  std::unique_ptr<policy::WarpScheduler> scheduler;
};

TEST(BlockPriority, ByAgeTheOldestBlockIssuesWhileItCan) {
  Blocks blocks("age");
  EXPECT_THAT(blocks.issue(3, mask({0, 1, 2, 3, 4, 5})), ElementsAre(4, 5, 4));
  EXPECT_THAT(blocks.issue(3, mask({0, 1, 2, 3})), ElementsAre(2, 3, 2));
  EXPECT_THAT(blocks.issue(1, mask({0, 1, 2, 3, 4})), ElementsAre(4)) << "it can again";
}

TEST(BlockPriority, InTurnEachBlockIssuesOnce) {
  Blocks blocks("round_robin");
  EXPECT_THAT(blocks.issue(6, mask({0, 1, 2, 3, 4, 5})), ElementsAre(2, 4, 0, 3, 5, 1));
  EXPECT_THAT(blocks.issue(2, mask({0, 1, 4, 5})), ElementsAre(4, 0)) << "none of block 1";
}

TEST(BlockPriority, StickyTheSameBlockIssuesUntilItCannot) {
  Blocks blocks("sticky");
  EXPECT_THAT(blocks.issue(3, mask({0, 1, 2, 3, 4, 5})), ElementsAre(0, 1, 0));
  EXPECT_THAT(blocks.issue(2, mask({2, 3, 4, 5})), ElementsAre(2, 3));
  EXPECT_THAT(blocks.issue(2, mask({0, 1, 2, 3, 4, 5})), ElementsAre(2, 3)) << "still block 1";
}

}  // namespace
}  // namespace heddle::test
