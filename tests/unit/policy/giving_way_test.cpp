#include "heddle/policy/preemption/giving_way.hpp"

#include <algorithm>
#include <bit>
#include <random>

#include <gtest/gtest.h>

namespace heddle::policy {
namespace {

using model::Extent;
using Pieces = std::vector<Extent>;

std::size_t count(const std::vector<bool>& victims) {
  return static_cast<std::size_t>(std::ranges::count(victims, true));
}

model::Space space_with(std::uint64_t size, const Pieces& pieces) {
  model::Space space(size);
  for (const Extent& piece : pieces) space.take(piece);
  return space;
}

/// Figure 2.4 of the source: 1024 vector registers with three blocks of 300, for two of 200. The
/// source has two blocks give way; one is enough, since 124 registers are free beside the last.
TEST(GivingWay, OfTheSourcesExample) {
  const Pieces registers = {{0, 300}, {300, 300}, {600, 300}};
  const model::Space space = space_with(1024, registers);
  EXPECT_EQ(choose_victims(space, registers, 200, 2, Victims::min_count),
            (std::vector<bool>{false, false, true}));
  EXPECT_EQ(choose_victims(space, registers, 200, 2, Victims::lowest_address),
            (std::vector<bool>{true, true, false}));
  const Pieces shared = {{0, 8192}, {8192, 8192}, {16384, 8192}};
  for (const Victims rule : {Victims::min_count, Victims::lowest_address})
    EXPECT_EQ(count(choose_victims(space_with(49152, shared), shared, 10240, 2, rule)), 0u);
  // 10 warps of 22 registers: 424 free beside the last block are not enough for 440; of 18: 360.
  EXPECT_EQ(count(choose_victims(space, registers, 220, 2, Victims::min_count)), 2u);
  EXPECT_EQ(count(choose_victims(space, registers, 180, 2, Victims::min_count)), 1u);
}

TEST(GivingWay, KnowsWhetherAnyoneElseHasAPiece) {
  const Pieces pieces = {{0, 30}, {60, 30}};
  EXPECT_TRUE(holds_only(space_with(100, pieces), pieces));
  EXPECT_TRUE(holds_only(model::Space(100), {}));
  EXPECT_FALSE(holds_only(space_with(100, {{0, 30}, {40, 10}, {60, 30}}), pieces));
}

TEST(GivingWay, TakesAllWhereEvenThatIsNotEnough) {
  const Pieces pieces = {{0, 30}, {60, 30}};
  Pieces with_other = pieces;
  with_other.push_back({40, 10});  // stays, whoever has it
  const model::Space space = space_with(100, with_other);
  for (const Victims rule : {Victims::min_count, Victims::lowest_address}) {
    EXPECT_EQ(count(choose_victims(space, pieces, 51, 1, rule)), 2u);
    EXPECT_EQ(count(choose_victims(space, pieces, 0, 4, rule)), 0u);
    EXPECT_EQ(count(choose_victims(space, pieces, 50, 0, rule)), 0u);
  }
}

/// Against all subsets.
TEST(GivingWay, TakesAsFewAsPossible) {
  std::mt19937 random(7);
  const auto up_to = [&](unsigned most) { return static_cast<unsigned>(random() % (most + 1)); };
  for (unsigned trial = 0; trial < 2000; ++trial) {
    Pieces all, may_leave;
    std::uint64_t end = 0;
    for (unsigned i = 0; i < 9; ++i) {
      end += up_to(1) * up_to(20);
      const Extent piece{end, 1 + up_to(15)};
      end = piece.end();
      all.push_back(piece);
      if (up_to(3) != 0) may_leave.push_back(piece);
    }
    const model::Space space = space_with(end + up_to(20), all);
    const std::uint64_t size = 1 + up_to(30), wanted = 1 + up_to(4);
    std::size_t fewest = may_leave.size();
    for (unsigned leave = 0; leave < 1u << may_leave.size(); ++leave) {
      model::Space left = space;
      for (std::size_t i = 0; i < may_leave.size(); ++i)
        if ((leave >> i & 1) != 0) left.give_back(may_leave[i]);
      if (left.room_for(size) >= wanted)
        fewest = std::min(fewest, static_cast<std::size_t>(std::popcount(leave)));
    }
    const auto victims = choose_victims(space, may_leave, size, wanted, Victims::min_count);
    ASSERT_EQ(count(victims), fewest) << trial;
    model::Space left = space;
    for (std::size_t i = 0; i < may_leave.size(); ++i)
      if (victims[i]) left.give_back(may_leave[i]);
    if (fewest < may_leave.size()) {
      ASSERT_GE(left.room_for(size), wanted) << trial;
    }
  }
}

}  // namespace
}  // namespace heddle::policy
