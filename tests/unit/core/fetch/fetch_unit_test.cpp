#include "heddle/core/fetch/fetch_unit.hpp"

#include <gtest/gtest.h>

namespace heddle::core {
namespace {

/// Instructions of 8 bytes, 16 in a line of 128; a fetch brings 4.
FetchSpec four_at_once() {
  FetchSpec spec;
  spec.instructions = 4;
  spec.latency = 2;
  return spec;
}

TEST(FetchUnit, AFetchBringsItsInstructionsButNoneOfTheNextLine) {
  const auto places = model::places_in_turn(2, 1, 1);
  FetchUnit unit(four_at_once(), places, 1);
  FetchCounters counters;
  EXPECT_EQ(unit.fetch(0, 0, 10, counters), 12u);
  EXPECT_EQ(unit.buffered(0), 4u);
  EXPECT_EQ(unit.fetch(1, 14 * 8, 10, counters), 12u);
  EXPECT_EQ(unit.buffered(1), 2u);
  unit.issued(0, true);
  EXPECT_EQ(unit.buffered(0), 3u);
  unit.issued(0, false);
  EXPECT_EQ(unit.buffered(0), 0u);
  EXPECT_EQ(counters.fetches, 2u);
}

TEST(FetchUnit, FetchesOfACycleTakeTurnsAtThePort) {
  FetchSpec spec = four_at_once();
  spec.per_cycle = 1;
  const auto places = model::places_in_turn(3, 1, 1);
  FetchUnit unit(spec, places, 1);
  FetchCounters counters;
  for (unsigned entity = 0; entity < 3; ++entity)
    EXPECT_EQ(unit.fetch(entity, 0, 10, counters), 12u + entity);
}

TEST(FetchUnit, AMissingLineIsWantedOnceByTheFirstAndFillsAll) {
  FetchSpec spec = four_at_once();
  spec.cache_bytes = 256;
  spec.associativity = 2;
  const auto places = model::places_in_turn(3, 1, 1);
  FetchUnit unit(spec, places, 1);
  FetchCounters counters;
  EXPECT_EQ(unit.fetch(2, 8, 10, counters), kNever);
  EXPECT_EQ(unit.fetch(0, 16, 11, counters), kNever);
  EXPECT_EQ(unit.fetch(1, 128, 12, counters), kNever);
  ASSERT_EQ(unit.wanted_lines().size(), 2u);
  EXPECT_EQ(unit.wanted_lines()[0].line, 0u);
  EXPECT_EQ(unit.wanted_lines()[0].entity, 2u);
  EXPECT_EQ(unit.wanted_lines()[0].when, 10u);
  std::vector<unsigned> ready;
  unit.fill(0, [&](unsigned entity) { ready.push_back(entity); });
  EXPECT_EQ(ready, (std::vector<unsigned>{2, 0}));
  EXPECT_EQ(unit.buffered(0), 4u);
  EXPECT_EQ(unit.buffered(1), 0u);
  EXPECT_EQ(counters.misses, 3u);
  EXPECT_EQ(unit.fetch(2, 64, 20, counters), 22u);  // the line is there
}

/// Lines 0 and 1 come; 0 is used again at once, as long as it is the line used last. Under srrip it
/// then outlives line 1, which came later, when line 2 comes.
TEST(FetchUnit, ALineThatIsUsedInARowHasBeenFound) {
  FetchSpec spec = four_at_once();
  spec.cache_bytes = 256;
  spec.associativity = 2;
  spec.replacement = "srrip";
  const auto places = model::places_in_turn(1, 1, 1);
  FetchUnit unit(spec, places, 1);
  FetchCounters counters;
  const auto bring = [&](Addr line) {
    EXPECT_EQ(unit.fetch(0, line, 10, counters), kNever);
    unit.fill(line, [](unsigned) {});
  };
  bring(0);
  EXPECT_NE(unit.fetch(0, 32, 20, counters), kNever);
  bring(128);
  bring(256);
  EXPECT_NE(unit.fetch(0, 0, 30, counters), kNever);
  EXPECT_EQ(unit.fetch(0, 128, 30, counters), kNever);
}

TEST(FetchUnit, AnL0ServesItsLaneGroupWithoutThePort) {
  FetchSpec spec = four_at_once();
  spec.per_cycle = 1;
  spec.own_cache_bytes = 128;
  const auto places = model::places_in_turn(4, 1, 2);
  FetchUnit unit(spec, places, 2);  // entities 0 and 2 are of group 0
  FetchCounters counters;
  EXPECT_EQ(unit.fetch(0, 0, 10, counters), 12u);
  EXPECT_EQ(unit.fetch(2, 0, 10, counters), 12u);
  EXPECT_EQ(counters.own_hits, 1u);
  EXPECT_EQ(counters.fetches, 1u);
  EXPECT_EQ(unit.fetch(1, 0, 10, counters), 12u);  // the other group's L0 lacks the line
  EXPECT_EQ(counters.own_hits, 1u);
}

// An L0 of 32 B holds four instructions of 8 B; the fetch that misses there brings one, and its
// line.
TEST(FetchUnit, AnL0HoldsLinesOfItsOwnSize) {
  FetchSpec spec = four_at_once();
  spec.instructions = 1;
  spec.instruction_bytes = 8;
  spec.own_cache_bytes = spec.own_line_bytes = 32;
  const auto places = model::places_in_turn(1, 1, 1);
  FetchUnit unit(spec, places, 1);
  FetchCounters counters;
  const auto read = [&](Addr first, Addr last) {
    for (Addr address = first; address < last; address += 8) {
      EXPECT_NE(unit.fetch(0, address, 10, counters), kNever);
      EXPECT_EQ(unit.buffered(0), 1u);
    }
  };
  read(0, 32);
  EXPECT_EQ(counters.fetches, 1u);
  EXPECT_EQ(counters.own_hits, 3u);
  read(32, 64);  // takes the place of the line before
  EXPECT_TRUE(unit.own_has(0, 56));
  EXPECT_FALSE(unit.own_has(0, 0));
  read(0, 8);
  EXPECT_EQ(counters.fetches, 3u);
  EXPECT_EQ(counters.own_hits, 6u);
}

// A fetch of four instructions that begins at the last of an L0's line finds one there.
TEST(FetchUnit, AFetchFromAnL0EndsWithItsLine) {
  FetchSpec spec = four_at_once();
  spec.instruction_bytes = 8;
  spec.own_cache_bytes = spec.own_line_bytes = 32;
  const auto places = model::places_in_turn(1, 1, 1);
  FetchUnit unit(spec, places, 1);
  FetchCounters counters;
  EXPECT_NE(unit.fetch(0, 0, 10, counters), kNever);
  EXPECT_NE(unit.fetch(0, 24, 10, counters), kNever);
  EXPECT_EQ(counters.own_hits, 1u);
  EXPECT_EQ(unit.buffered(0), 1u);
}

}  // namespace
}  // namespace heddle::core
