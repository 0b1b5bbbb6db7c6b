#include "heddle/exec/paths/path_order.hpp"

#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace heddle::exec {
namespace {

constexpr Pc kOuter = 90, kInner = 50;

/// Lanes 0-15 wait where the branch of all lanes meets (90), in a tree with two paths: lanes 0-7,
/// and an inner branch of lanes 8-15, which meets at 50. Lanes 16-31 are a path of the outer
/// branch.
PathList nested() {
  return {{.pc = kOuter, .lanes = 0xFFFFFFFF},
          {.pc = 10, .reconvergence = kOuter, .lanes = 0xFFFF0000},
          {.pc = 20, .reconvergence = kOuter, .lanes = 0x000000FF},
          {.pc = kInner, .reconvergence = kOuter, .lanes = 0x0000FF00},
          {.pc = 30, .reconvergence = kInner, .lanes = 0x00000F00},
          {.pc = 40, .reconvergence = kInner, .lanes = 0x0000F000}};
}

std::vector<LaneMask> lanes_of(const PathList& entries) {
  std::vector<LaneMask> lanes;
  for (const StackEntry& entry : entries) lanes.push_back(entry.lanes);
  return lanes;
}

/// Whether each entry with a reconvergence point is in the tree of an entry at this point.
void expect_trees(const PathList& entries) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].reconvergence == kNoPc) continue;
    std::size_t below = i;
    do {
      ASSERT_NE(below, 0u) << "entry " << i << " has no place to meet";
      --below;
    } while ((entries[i].lanes & ~entries[below].lanes) != 0);
    EXPECT_EQ(entries[below].pc, entries[i].reconvergence);
  }
}

TEST(PathOrder, OnlyEntriesWithoutATreeArePaths) {
  const PathList entries = nested();
  std::vector<bool> paths;
  for (std::size_t i = 0; i < entries.size(); ++i) paths.push_back(is_path(entries, i));
  EXPECT_EQ(paths, (std::vector<bool>{false, true, true, false, true, true}));
}

TEST(PathOrder, EachPathRunsIfEachGivesWay) {
  PathList entries = nested();
  std::vector<LaneMask> ran;
  for (unsigned turn = 0; turn < 12; ++turn) {
    ran.push_back(entries.back().lanes);
    give_way(entries);
    expect_trees(entries);
  }
  // The three paths of the outer branch take turns, and within one of them those of the inner.
  const std::vector<LaneMask> round = {0x0000F000, 0x000000FF, 0xFFFF0000,
                                       0x00000F00, 0x000000FF, 0xFFFF0000};
  for (std::size_t turn = 0; turn < ran.size(); ++turn) EXPECT_EQ(ran[turn], round[turn % 6]);
}

TEST(PathOrder, AChosenPathRunsAndTheOthersKeepTheirOrder) {
  PathList entries = nested();
  run_path(entries, 4);
  EXPECT_EQ(lanes_of(entries), (std::vector<LaneMask>{0xFFFFFFFF, 0xFFFF0000, 0x000000FF,
                                                      0x0000FF00, 0x0000F000, 0x00000F00}));
  run_path(entries, 1);
  EXPECT_EQ(lanes_of(entries), (std::vector<LaneMask>{0xFFFFFFFF, 0x000000FF, 0x0000FF00,
                                                      0x0000F000, 0x00000F00, 0xFFFF0000}));
  expect_trees(entries);
}

TEST(PathOrder, LanesThatHaveArrivedGoOnAlone) {
  PathList entries = nested();
  entries.pop_back();  // lanes 12-15 have arrived where the inner branch meets
  EXPECT_EQ(release_arrived(entries), 0x0000F000u);
  EXPECT_EQ(entries.back().lanes, 0x0000F000u);
  EXPECT_EQ(entries.back().pc, kInner);
  EXPECT_EQ(entries.back().reconvergence, kOuter);
  expect_trees(entries);
  EXPECT_EQ(release_arrived(entries), 0u);
  EXPECT_EQ(entries.size(), 6u);
}

TEST(PathOrder, LanesThatHaveArrivedAtTheEndOfATreeGoOnFromTheNextOne) {
  PathList entries = nested();
  entries.pop_back();
  entries[3].pc = kOuter;  // the inner branch meets where the outer one does
  entries[4].reconvergence = kOuter;
  EXPECT_EQ(release_arrived(entries), 0x0000F000u);
  EXPECT_EQ(entries.back().pc, kOuter);
  EXPECT_EQ(entries.back().reconvergence, kNoPc);
}

TEST(PathOrder, ADividedPathMeetsBehindItsInstruction) {
  PathList entries = nested();
  divide(entries, 5, 0x00003000);
  ASSERT_EQ(entries.size(), 8u);
  EXPECT_EQ(entries[5].pc, 41u);
  EXPECT_EQ(entries[5].lanes, 0x0000F000u);
  EXPECT_EQ(entries[6].lanes, 0x0000C000u);
  EXPECT_EQ(entries[7].lanes, 0x00003000u);
  EXPECT_EQ(entries[7].pc, 40u);
  EXPECT_EQ(entries[7].reconvergence, 41u);
  expect_trees(entries);
}

TEST(PathOrder, JoinedPathsEndWhereAllTheirLanesMeet) {
  PathList entries = nested();
  entries[1].pc = entries[5].pc = 77;
  ASSERT_TRUE(join(entries, 0xFFFFF000));
  EXPECT_EQ(lanes_of(entries),
            (std::vector<LaneMask>{0xFFFFFFFF, 0x000000FF, 0x00000F00, 0x00000F00, 0xFFFFF000}));
  EXPECT_EQ(entries.back().pc, 77u);
  EXPECT_EQ(entries.back().reconvergence, kOuter);
  expect_trees(entries);
}

TEST(PathOrder, PathsOfDifferentCallsDoNotJoin) {
  // Two paths have called one function from different places.
  PathList entries = {{.pc = kOuter, .lanes = 0xFF},
                      {.pc = 11, .reconvergence = kOuter, .lanes = 0x0F},
                      {.pc = 70, .lanes = 0x0F, .depth = 1},
                      {.pc = 21, .reconvergence = kOuter, .lanes = 0xF0},
                      {.pc = 70, .lanes = 0xF0, .depth = 1}};
  const PathList before = entries;
  EXPECT_FALSE(join(entries, 0xFF));
  EXPECT_EQ(entries, before);
}

TEST(PathOrder, PathsOfOneCallJoin) {
  PathList entries = {{.pc = 21, .lanes = 0xFF},
                      {.pc = 70, .lanes = 0x0F, .depth = 1},
                      {.pc = 70, .lanes = 0xF0, .depth = 1}};
  ASSERT_TRUE(join(entries, 0xFF));
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries.back().reconvergence, kNoPc);
  EXPECT_EQ(entries.back().lanes, 0xFFu);
}

// Lanes return from a function while another path of the caller is in a deeper one.
TEST(PathOrder, AReturnPassesPathsInDeeperFunctions) {
  SimtStack stack;
  stack.replace({{.pc = 21, .lanes = 0xFF},                                   // the caller
                 {.pc = 60, .lanes = 0xFF, .depth = 1},                       // meeting point
                 {.pc = 51, .reconvergence = 60, .lanes = 0x0F, .depth = 1},  // has called
                 {.pc = 80, .lanes = 0x0F, .depth = 2},                       // the callee
                 {.pc = 55, .reconvergence = 60, .lanes = 0xF0, .depth = 1}});
  stack.return_from(0xF0);
  EXPECT_EQ(stack.top().pc, 80u);
  EXPECT_EQ(stack.below()[1].lanes, 0x0Fu);  // only these lanes still come to the meeting point
  stack.return_from(0x0F);
  EXPECT_EQ(stack.top().pc, 51u);
  stack.return_from(0x0F);
  EXPECT_EQ(stack.top().pc, 21u);
  EXPECT_EQ(stack.top().lanes, 0xFFu);
}

}  // namespace
}  // namespace heddle::exec
