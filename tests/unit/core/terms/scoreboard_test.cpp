#include "heddle/core/terms/scoreboard.hpp"

#include <gtest/gtest.h>

namespace heddle::core {
namespace {

using From = Scoreboard::From;

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
  scoreboard.begin(row, From::near_memory);
  scoreboard.begin(predicate, From::near_memory);
  EXPECT_TRUE(scoreboard.waits(rows(0b0100)));
  EXPECT_FALSE(scoreboard.waits(rows(0b1001)));
  Dependencies both = predicate;
  both.rows = 0b1;
  EXPECT_TRUE(scoreboard.waits(both));
  scoreboard.end(row);
  EXPECT_FALSE(scoreboard.waits(rows(0b0110)));
  EXPECT_TRUE(scoreboard.waits(predicate));
}

TEST(Scoreboard, TellsFarFromNear) {
  Scoreboard scoreboard;
  const Dependencies shared = rows(2), global = rows(4);
  scoreboard.begin(shared, From::near_memory);
  scoreboard.begin(global, From::far_memory);
  EXPECT_FALSE(scoreboard.waits_for_far(shared));
  EXPECT_TRUE(scoreboard.waits_for_far(global));
  EXPECT_TRUE(scoreboard.waits(rows(1 | 4)));
  scoreboard.end(global);
  EXPECT_FALSE(scoreboard.waits_for_far(global));
  EXPECT_FALSE(scoreboard.waits(global));
}

TEST(Scoreboard, RowsBeyondTheFirstWordHaveBitsOfTheirOwn) {
  Scoreboard scoreboard;
  const RowWord row_70{.word = 1, .bits = 1u << 6}, row_134{.word = 2, .bits = 1u << 6};
  const Dependencies far_row = beyond(row_70);
  scoreboard.begin(far_row, From::near_memory);
  EXPECT_TRUE(scoreboard.waits(far_row));
  EXPECT_FALSE(scoreboard.waits(rows(1u << 6)));
  EXPECT_FALSE(scoreboard.waits(beyond(row_134)));
  scoreboard.end(far_row);
  EXPECT_FALSE(scoreboard.waits(far_row));
}

}  // namespace
}  // namespace heddle::core
