#include "heddle/sim/nested/launch_tree.hpp"

#include <string>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::sim {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Order = NodePlace::Order;

constexpr std::uint64_t kHost = 1'000'000;  ///< a launch of the host

class LaunchTreeTest : public testing::Test {
 protected:
  std::vector<std::string> take() { return std::exchange(told_, {}); }
  static NodePlace in_stream(std::uint64_t parent, std::uint64_t handle = 0,
                             std::uint64_t block = 0) {
    StreamName stream{.handle = handle};
    if (handle == 0) stream = {.handle = 0, .grid = parent, .block = block};
    return {parent, block, Order::in_stream, stream};
  }
  static NodePlace at(std::uint64_t parent, Order order) { return {parent, 0, order, {}}; }

  std::vector<std::string> told_;
  LaunchTree tree_{
      {.begin = [this](std::uint64_t id,
                       Cycle when) { told_.push_back(fmt::format("{} at {}", id, when)); },
       .block_free =
           [this](std::uint64_t grid, std::uint64_t block, Cycle when) {
             told_.push_back(fmt::format("free {}.{} at {}", grid, block, when));
           },
       .complete =
           [this](std::uint64_t id, Cycle when) {
             told_.push_back(fmt::format("complete {} at {}", id, when));
           }}};
};

TEST_F(LaunchTreeTest, ALaunchOfAStreamBeginsWhenTheOneBeforeIsComplete) {
  tree_.add(1, in_stream(kHost), 10);
  tree_.add(2, in_stream(kHost), 11);
  EXPECT_THAT(take(), ElementsAre("1 at 10"));
  EXPECT_EQ(tree_.waiting(), 1u);
  tree_.end_own_work(1, 30);
  EXPECT_THAT(take(), ElementsAre("2 at 30"));
  tree_.end_own_work(2, 40);
  EXPECT_THAT(take(), ElementsAre("free 1000000.0 at 40"));
  EXPECT_TRUE(tree_.is_open(kHost));
  tree_.end_own_work(kHost, 35);  // its own blocks ended earlier than what they launched
  EXPECT_THAT(take(), ElementsAre("complete 1000000 at 40"));
  EXPECT_TRUE(tree_.empty());
}

TEST_F(LaunchTreeTest, BlocksAndNamedStreamsDoNotWaitForEachOther) {
  tree_.add(1, in_stream(kHost, 0, 0), 10);
  tree_.add(2, in_stream(kHost, 0, 1), 10);    // the null stream of another block
  tree_.add(3, in_stream(kHost, 700, 0), 10);  // a named stream
  tree_.add(4, in_stream(kHost, 700, 1), 10);  // the same named stream, from another block
  tree_.add(5, at(kHost, Order::at_once), 10);
  EXPECT_THAT(take(), ElementsAre("1 at 10", "2 at 10", "3 at 10", "5 at 10"));
  EXPECT_EQ(tree_.open_of(kHost, 0), 3u);
  EXPECT_EQ(tree_.open_of(kHost, 1), 2u);
}

TEST_F(LaunchTreeTest, AChildIsCompleteWithItsOwnChildren) {
  tree_.add(1, in_stream(kHost), 10);
  tree_.add(2, in_stream(kHost), 10);
  tree_.add(3, in_stream(1), 20);
  tree_.end_own_work(1, 25);
  EXPECT_THAT(take(), ElementsAre("1 at 10", "3 at 20"));
  tree_.end_own_work(3, 60);
  EXPECT_THAT(take(), ElementsAre("free 1.0 at 60", "2 at 60"));
}

TEST_F(LaunchTreeTest, TailLaunchesFollowEverythingElseOneByOne) {
  tree_.add(8, at(kHost, Order::after_parent), 5);
  tree_.add(9, at(kHost, Order::after_parent), 6);
  tree_.add(1, at(kHost, Order::at_once), 10);
  tree_.end_own_work(kHost, 20);
  EXPECT_THAT(take(), ElementsAre("1 at 10"));
  EXPECT_EQ(tree_.open_of(kHost, 0), 1u);  // nobody waits for tail launches
  tree_.end_own_work(1, 30);
  EXPECT_THAT(take(), ElementsAre("free 1000000.0 at 30", "8 at 30"));
  tree_.add(10, at(8, Order::after_parent), 32);  // follows 8, and comes before 9
  tree_.end_own_work(8, 40);
  EXPECT_THAT(take(), ElementsAre("10 at 40"));
  tree_.end_own_work(10, 50);
  EXPECT_THAT(take(), ElementsAre("9 at 50"));
  tree_.end_own_work(9, 60);
  EXPECT_THAT(take(), ElementsAre("complete 1000000 at 60"));
}

TEST_F(LaunchTreeTest, ChainsOfTailLaunchesKeepTheirPlaceInTheStream) {
  tree_.add(1, in_stream(kHost), 0);
  tree_.add(2, in_stream(kHost), 0);
  for (std::uint64_t link = 10; link < 100'010; ++link) {
    tree_.add(link, at(link == 10 ? 1 : link - 1, Order::after_parent), link);
    tree_.end_own_work(link == 10 ? 1 : link - 1, link);
  }
  EXPECT_EQ(take().back(), "100009 at 100009");
  tree_.end_own_work(100'009, 200'000);
  EXPECT_THAT(take(), ElementsAre("2 at 200000"));
}

TEST_F(LaunchTreeTest, AnOperationEndsWithAnotherOne) {
  tree_.add(1, in_stream(kHost, 700), 0);
  tree_.add(2, in_stream(kHost, 700), 0);  // records an event
  tree_.add(3, in_stream(kHost, 800), 0);  // waits for it
  tree_.add(4, in_stream(kHost, 800), 0);
  EXPECT_TRUE(tree_.end_with(3, 2));
  take();
  tree_.end_own_work(1, 50);
  EXPECT_THAT(take(), ElementsAre("2 at 50"));
  tree_.end_own_work(2, 50);
  EXPECT_THAT(take(), ElementsAre("4 at 50"));
  EXPECT_FALSE(tree_.end_with(4, 2));  // the event has happened
}

TEST_F(LaunchTreeTest, KnowsNothingOfLaunchesThatAskForNothing) {
  tree_.end_own_work(kHost, 10);
  EXPECT_FALSE(tree_.is_open(kHost));
  EXPECT_THAT(take(), IsEmpty());
}

}  // namespace
}  // namespace heddle::sim
