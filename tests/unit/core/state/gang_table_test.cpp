#include "heddle/core/state/gang_table.hpp"

#include <algorithm>
#include <bit>
#include <random>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::core {
namespace {

using exec::PartMask;
using testing::ElementsAre;
using testing::UnorderedElementsAreArray;

constexpr unsigned kParts = 8;

std::vector<unsigned> gangs_of(const GangTable& table, unsigned context) {
  std::vector<unsigned> gangs;
  for (unsigned way = 0; way < GangTable::kWays; ++way)
    if (table.way(context, way) != 0) gangs.push_back(table.way(context, way));
  return gangs;
}

TEST(GangTable, HasNoGangsWithoutContexts) {
  const GangTable table(0, model::EntityNames(1));
  EXPECT_FALSE(table.exists());
  EXPECT_EQ(table.gang_of(3), 0);
}

// Worked example 1 of the study's rules: next places A A A B B C D D.
TEST(GangTable, PartsAtOnePlaceStayTogether) {
  GangTable table(2, model::EntityNames(kParts));
  table.form(1, 0xFF);
  table.split(1, {0, 0, 0, 1, 1, 2, 3, 3});
  EXPECT_THAT(gangs_of(table, 1), ElementsAre(0b111u, 0b11000u, 0b11000000u));
  EXPECT_EQ(table.gang_of(kParts + 5), 0) << "part 5 issues alone";
  EXPECT_EQ(table.gang_of(kParts + 4), 0b11000);
  EXPECT_TRUE(table.leaders().test(kParts + 3));
  EXPECT_FALSE(table.leaders().test(kParts + 4));
  EXPECT_FALSE(table.ganged().test(kParts + 5));
  EXPECT_THAT(gangs_of(table, 0), testing::IsEmpty());
}

TEST(GangTable, TheLargestKeepsTheWayAndOfEqualsTheOneWithTheLowestPart) {
  GangTable table(1, model::EntityNames(kParts));
  table.form(0, 0xFF);
  table.split(0, {0, 0, 1, 1, 1, 2, 2, 3});
  EXPECT_THAT(gangs_of(table, 0), ElementsAre(0b11100u, 0b11u, 0b1100000u));
  table.form(0, 0xFF);
  table.split(0, {0, 1, 0, 1, 2, 2, 3, 3});
  EXPECT_THAT(gangs_of(table, 0), ElementsAre(0b101u, 0b1010u, 0b110000u, 0b11000000u));
}

TEST(GangTable, PartsLeaveAndAreMerged) {
  GangTable table(1, model::EntityNames(kParts));
  table.form(0, 0x0F);
  table.drop(0, 0b0001);
  EXPECT_THAT(gangs_of(table, 0), ElementsAre(0b1110u));
  table.drop(0, 0b0110);
  EXPECT_THAT(gangs_of(table, 0), testing::IsEmpty()) << "a gang has two parts or more";
  table.merge(0, 0b1001);
  EXPECT_THAT(gangs_of(table, 0), ElementsAre(0b1001u));
  table.merge(0, 0b11001);
  EXPECT_THAT(gangs_of(table, 0), ElementsAre(0b11001u));
}

TEST(GangTable, AWarpTakesItsGangsToAnotherContext) {
  GangTable table(2, model::EntityNames(kParts));
  table.form(0, 0xFF);
  table.split(0, {0, 0, 0, 1, 1, 2, 3, 3});
  const GangTable::Ways taken = table.take(0);
  EXPECT_THAT(gangs_of(table, 0), testing::IsEmpty());
  EXPECT_TRUE(table.ganged().none());
  table.restore(1, taken);
  EXPECT_THAT(gangs_of(table, 1), ElementsAre(0b111u, 0b11000u, 0b11000000u));
  EXPECT_EQ(table.gang_of(kParts + 4), 0b11000);
  EXPECT_EQ(table.gang_of(kParts + 5), 0);
  EXPECT_TRUE(table.leaders().test(kParts + 3));
}

/// The same by definition: of each gang, the parts of every place that two or more of them share.
std::vector<unsigned> split_by_definition(const std::vector<unsigned>& gangs,
                                          const PartPlaces& places) {
  std::vector<unsigned> split;
  for (const unsigned gang : gangs) {
    for (unsigned place = 0; place < kParts; ++place) {
      unsigned here = 0;
      for (unsigned part = 0; part < kParts; ++part)
        if ((gang >> part & 1) != 0 && places[part] == place) here |= 1u << part;
      if (std::popcount(here) >= 2) split.push_back(here);
    }
  }
  return split;
}

TEST(GangTable, SplitsRandomPlacesAsTheDefinitionDoes) {
  std::mt19937 random(1);
  GangTable table(1, model::EntityNames(kParts));
  for (unsigned round = 0; round < 1000; ++round) {
    table.form(0, static_cast<PartMask>(random()));
    for (unsigned step = 0; step < 4; ++step) {
      PartPlaces places{};
      for (auto& place : places) place = static_cast<std::uint8_t>(random() % 4);
      const auto expected = split_by_definition(gangs_of(table, 0), places);
      table.split(0, places);
      ASSERT_THAT(gangs_of(table, 0), UnorderedElementsAreArray(expected));
    }
  }
}

}  // namespace
}  // namespace heddle::core
