#include "heddle/memory/tag_array.hpp"

#include <gtest/gtest.h>

namespace heddle::memory {
namespace {

const CacheSpec kTwoWays{.bytes = 4 * 2 * 128, .line_bytes = 128, .associativity = 2};  // 4 sets

TEST(TagArray, EvictsTheLeastRecentlyUsedLineOfTheSet) {
  TagArray tags(kTwoWays);
  for (Addr line : {0, 4, 8}) {
    if (line == 8) {
      TagArray::Line* const first = tags.find(0, 0);
      ASSERT_NE(first, nullptr);
      tags.touch(*first);  // line 0 is now used later than line 4
    }
    TagArray::Line* const place = tags.victim(line);
    ASSERT_NE(place, nullptr);
    if (line == 8) {
      EXPECT_EQ(place->address, Addr{4 * 128});
    }
    *place = {.address = line * 128, .valid = 0xF};
    tags.touch(*place);
  }
  EXPECT_NE(tags.find(0, 0), nullptr);
  EXPECT_EQ(tags.find(4 * 128, 4), nullptr);
  EXPECT_NE(tags.find(8 * 128, 8), nullptr);
}

TEST(TagArray, KeepsLinesThatAreOnTheirWay) {
  TagArray tags(kTwoWays);
  for (Addr line : {0, 4}) *tags.victim(line) = {.address = line * 128, .pending = 1};
  EXPECT_EQ(tags.victim(0), nullptr);
  EXPECT_NE(tags.victim(1), nullptr) << "another set is not affected";
  tags.find(0, 0)->pending = 0;
  EXPECT_EQ(tags.victim(0)->address, Addr{0});
}

/// Lines a power of two apart share a set by the remainder, and not by Fermi's index.
TEST(TagArray, PutsLinesIntoTheSetsOfItsIndex) {
  const auto kept = [](SetIndex index) {
    TagArray tags({.bytes = 32 * 128, .line_bytes = 128, .associativity = 1, .set_index = index});
    for (Addr line : {0, 64}) *tags.victim(line) = {.address = line * 128, .valid = 0xF};
    return (tags.find(0, 0) != nullptr) + (tags.find(64 * 128, 64) != nullptr);
  };
  EXPECT_EQ(kept(SetIndex::linear), 1);
  EXPECT_EQ(kept(SetIndex::fermi), 2);
}

TEST(TagArray, IsEmptyAfterClear) {
  TagArray tags(kTwoWays);
  *tags.victim(0) = {.address = 0, .valid = 1};
  tags.clear();
  EXPECT_EQ(tags.find(0, 0), nullptr);
}

}  // namespace
}  // namespace heddle::memory
