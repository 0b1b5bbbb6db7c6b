#include "heddle/core/terms/result_times.hpp"

#include <gtest/gtest.h>

namespace heddle::core {
namespace {

Dependencies of(std::uint64_t rows, std::uint64_t predicates = 0) {
  Dependencies on;
  on.rows = rows;
  on.predicates = predicates;
  return on;
}

TEST(ResultTimes, AnInstructionWaitsForTheLatestOfItsOperands) {
  ResultTimes times;
  times.begin(of(0b001), 16, 1);
  times.begin(of(0b010), 12, 2);
  times.begin(of(0, 0b100), 14, 3);
  EXPECT_EQ(times.ready(of(0b001), 10), 16u);
  EXPECT_EQ(times.ready(of(0b011), 10), 16u);
  EXPECT_EQ(times.ready(of(0b010, 0b100), 10), 14u);
  EXPECT_EQ(times.ready(of(0b100, 0b011), 10), 10u);  // nobody writes these
  EXPECT_EQ(times.ready(of(0b010), 12), 12u);
  EXPECT_EQ(times.ready(of(0b011), 40), 40u);
}

TEST(ResultTimes, ARowThatIsWrittenAgainHasItsNewTime) {
  ResultTimes times;
  times.begin(of(1), 16, 1);
  EXPECT_EQ(times.ready(of(1), 16), 16u);
  times.begin(of(1), 24, 2);
  EXPECT_EQ(times.ready(of(1), 17), 24u);
}

TEST(ResultTimes, KnowsWhichInstructionEndsLast) {
  ResultTimes times;
  EXPECT_EQ(times.last(), 0u);
  times.begin(of(1), 30, 5);
  times.begin(of(2), 20, 6);
  EXPECT_EQ(times.last(), 30u);
  EXPECT_EQ(times.last_number(), 5u);
  times.begin(of(4), 30, 7);  // of two in one cycle, the one that has issued later
  EXPECT_EQ(times.last_number(), 7u);
}

TEST(ResultTimes, AResultThatIsHeardHasNoTimeUntilItEnds) {
  ResultTimes times;
  times.begin_heard(of(0b11));
  EXPECT_EQ(times.ready(of(0b01), 10), kNever);
  EXPECT_EQ(times.last(), 0u);
  times.end(of(0b11));
  EXPECT_EQ(times.ready(of(0b11), 11), 11u);
}

TEST(ResultTimes, RowsBeyondTheFirstWordHaveTimesOfTheirOwn) {
  ResultTimes times;
  const RowWord row_70{.word = 1, .bits = 1u << 6}, row_134{.word = 2, .bits = 1u << 6};
  Dependencies far_row = of(0b1), other = of(0);
  far_row.more = {&row_70, 1};
  other.more = {&row_134, 1};
  EXPECT_EQ(times.ready(far_row, 3), 3u);
  times.begin(far_row, 9, 1);
  EXPECT_EQ(times.ready(far_row, 4), 9u);
  EXPECT_EQ(times.ready(other, 4), 4u);
  EXPECT_EQ(times.ready(of(1u << 6), 4), 4u);
  EXPECT_EQ(times.ready(far_row, 9), 9u);
  times.begin_heard(other);
  EXPECT_EQ(times.ready(other, 20), kNever);
  times.end(other);
  EXPECT_EQ(times.ready(other, 20), 20u);
}

}  // namespace
}  // namespace heddle::core
