#include "heddle/core/terms/scoreboard.hpp"

#include <gtest/gtest.h>

namespace heddle::core {
namespace {

using From = Scoreboard::From;
using Wait = Scoreboard::Wait;

Dependencies rows(std::uint64_t bits) {
  Dependencies on;
  on.rows = bits;
  return on;
}

Dependencies predicates(std::uint64_t bits) {
  Dependencies on;
  on.predicates = bits;
  return on;
}

Dependencies beyond(const RowWord& word) {
  Dependencies on;
  on.more = {&word, 1};
  return on;
}

TEST(Scoreboard, AnInstructionWaitsForWhatItUsesAlone) {
  Scoreboard scoreboard;
  const Dependencies row = rows(0b0110), predicate = predicates(0b1);
  scoreboard.begin(row, From::compute);
  scoreboard.begin(predicate, From::compute);
  EXPECT_EQ(scoreboard.wait(rows(0b0100)), Wait::compute);
  EXPECT_EQ(scoreboard.wait(rows(0b1001)), Wait::none);
  Dependencies both = predicate;
  both.rows = 0b1;
  EXPECT_EQ(scoreboard.wait(both), Wait::compute);
  scoreboard.end(row, From::compute);
  EXPECT_EQ(scoreboard.wait(rows(0b0110)), Wait::none);
  EXPECT_EQ(scoreboard.wait(predicate), Wait::compute);
}

TEST(Scoreboard, TellsMemoryFromArithmeticAndFarFromNear) {
  Scoreboard scoreboard;
  const Dependencies add = rows(1), shared = rows(2), global = rows(4);
  scoreboard.begin(add, From::compute);
  scoreboard.begin(shared, From::near_memory);
  scoreboard.begin(global, From::far_memory);
  EXPECT_EQ(scoreboard.wait(add), Wait::compute);
  EXPECT_EQ(scoreboard.wait(shared), Wait::memory);
  EXPECT_FALSE(scoreboard.waits_for_far(shared));
  EXPECT_TRUE(scoreboard.waits_for_far(global));
  EXPECT_EQ(scoreboard.wait(rows(1 | 4)), Wait::memory);  // memory first
  scoreboard.end(global, From::far_memory);
  EXPECT_FALSE(scoreboard.waits_for_far(global));
  EXPECT_EQ(scoreboard.wait(global), Wait::none);
}

TEST(Scoreboard, RowsBeyondTheFirstWordHaveBitsOfTheirOwn) {
  Scoreboard scoreboard;
  const RowWord row_70{.word = 1, .bits = 1u << 6}, row_134{.word = 2, .bits = 1u << 6};
  const Dependencies far_row = beyond(row_70);
  scoreboard.begin(far_row, From::near_memory);
  EXPECT_EQ(scoreboard.wait(far_row), Wait::memory);
  EXPECT_EQ(scoreboard.wait(rows(1u << 6)), Wait::none);
  EXPECT_EQ(scoreboard.wait(beyond(row_134)), Wait::none);
  scoreboard.end(far_row, From::near_memory);
  EXPECT_EQ(scoreboard.wait(far_row), Wait::none);
}

}  // namespace
}  // namespace heddle::core
