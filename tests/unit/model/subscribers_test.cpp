#include "heddle/model/subscribers.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace heddle::model {
namespace {

using Told = std::vector<std::string>;

struct HearsBlocks final : Hears<BlockDispatched, BlockFinished> {
  HearsBlocks(std::string called, Told& notes) : name(std::move(called)), told(notes) {}
  void on(const BlockDispatched& event) override {
    told.push_back(name + " dispatched " + std::to_string(event.block));
  }
  void on(const BlockFinished& event) override {
    told.push_back(name + " finished " + std::to_string(event.block_slot));
  }
  std::string name;
  Told& told;
};

/// Overrides more than it asks for.
struct HearsLines final : Hears<L1Evicted> {
  explicit HearsLines(Told& notes) : told(notes) {}
  void on(const L1Evicted&) override { told.emplace_back("evicted"); }
  void on(const L1Filled&) override { told.emplace_back("filled"); }
  Told& told;
};

TEST(Subscribers, HearInTheOrderInWhichTheyCame) {
  Told told;
  HearsBlocks first("first", told), second("second", told);
  Subscribers subscribers;
  subscribers.add(first);
  subscribers.add(second);
  subscribers.tell(BlockDispatched{.block = 7});
  subscribers.tell(BlockFinished{.block_slot = 2});
  EXPECT_EQ(told, (Told{"first dispatched 7", "second dispatched 7", "first finished 2",
                        "second finished 2"}));
}

TEST(Subscribers, HearOnlyWhatTheirMaskSays) {
  Told told;
  HearsBlocks blocks("blocks", told);
  HearsLines lines(told);
  Subscribers subscribers;
  subscribers.add(blocks);
  subscribers.add(lines);
  subscribers.tell(L1Filled{});
  subscribers.tell(WarpExited{});
  EXPECT_TRUE(told.empty());
  subscribers.tell(L1Evicted{});
  EXPECT_EQ(told, Told{"evicted"});
}

TEST(Subscribers, KnowWhatIsHeard) {
  Told told;
  HearsLines lines(told);
  Subscribers subscribers;
  EXPECT_FALSE((subscribers.hear<L1Evicted, L1Filled>()));
  subscribers.add(lines);
  EXPECT_TRUE(subscribers.hear<L1Evicted>());
  EXPECT_TRUE((subscribers.hear<L1Filled, L1Evicted>()));
  EXPECT_FALSE((subscribers.hear<L1Filled, L1Access>()));
}

TEST(EventMasks, AreSets) {
  constexpr EventMask kBlocks = kMaskOf<BlockDispatched, BlockFinished>;
  static_assert(EventMask().none() && !kBlocks.none());
  static_assert(kBlocks.has(EventKind::block_finished) && !kBlocks.has(EventKind::l1_access));
  static_assert(kMaskOf<BlockFinished>.is_within(kBlocks) && !kBlocks.is_within(kMaskOf<L1Access>));
  static_assert((kMaskOf<BlockFinished> | kMaskOf<BlockDispatched>) == kBlocks);
  static_assert(EventMask(EventKind::block_sent).has(EventKind::block_sent));
}

}  // namespace
}  // namespace heddle::model
