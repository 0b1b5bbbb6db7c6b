#include "study/live/grid_pace.hpp"

#include <gtest/gtest.h>

namespace heddle::study {
namespace {

using std::chrono::seconds;

class GridPaceTest : public testing::Test {
 protected:
  GridPace::Clock::time_point at(int second) const { return begin_ + seconds(second); }

  /// The run says at this second that so many blocks of its running kernel have ended.
  void told(int second, std::uint64_t launches, std::uint64_t done) {
    sum_.launches = sum_.reported_launches = launches;
    sum_.unfinished = 1;
    sum_.kernel = "k";
    sum_.blocks_done = done;
    sum_.blocks_total = 100;
    pace_.see(sum_, at(second));
  }
  /// Launches have begun, of which the run has said nothing yet.
  void began(int second, std::uint64_t launches) {
    sum_.launches = launches;
    sum_.unfinished = 1;
    pace_.see(sum_, at(second));
  }

  GridPace::Clock::time_point begin_;
  sim::JournalWatch::Sum sum_;
  GridPace pace_{begin_};
};

/// However late somebody asks, the time counts from the kernel's begin.
TEST_F(GridPaceTest, CountsFromTheKernelsBegin) {
  began(10, 1);
  told(50, 1, 25);
  EXPECT_DOUBLE_EQ(pace_.seconds_left(sum_, at(50)).value(), 120);  // a quarter took 40 s
  told(70, 1, 75);
  EXPECT_DOUBLE_EQ(pace_.seconds_left(sum_, at(70)).value(), 20);
}

TEST_F(GridPaceTest, KnowsNothingBeforeTheFirstBlockOfANewKernel) {
  began(0, 1);
  EXPECT_TRUE(pace_.is_unknown());
  told(1, 1, 0);
  EXPECT_FALSE(pace_.is_unknown());
  EXPECT_FALSE(pace_.seconds_left(sum_, at(1)).has_value());
}

/// A launch of 100 blocks took 50 s, so the next one takes as long.
TEST_F(GridPaceTest, TakesTheLastLaunchOfTheKernelBeforeItsFirstBlock) {
  began(0, 1);
  told(25, 1, 50);
  began(50, 2);
  EXPECT_FALSE(pace_.seconds_left(sum_, at(50)).has_value());  // these blocks are the first's
  told(60, 2, 0);
  EXPECT_DOUBLE_EQ(pace_.seconds_left(sum_, at(60)).value(), 40);
  told(120, 2, 0);
  EXPECT_FALSE(pace_.seconds_left(sum_, at(120)).has_value());  // it takes longer than that one
}

TEST_F(GridPaceTest, LearnsNothingOfLaunchesThatItDidNotSeeOneByOne) {
  began(0, 3);
  told(25, 3, 50);
  told(50, 4, 0);
  EXPECT_FALSE(pace_.seconds_left(sum_, at(60)).has_value());
}

}  // namespace
}  // namespace heddle::study
