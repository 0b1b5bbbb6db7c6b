#include "heddle/memory/tag_array.hpp"

#include <random>
#include <vector>

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
      EXPECT_EQ(tags.address(*place), Addr{4 * 128});
    }
    tags.put(*place, line * 128);
  }
  EXPECT_NE(tags.find(0, 0), nullptr);
  EXPECT_EQ(tags.find(4 * 128, 4), nullptr);
  EXPECT_NE(tags.find(8 * 128, 8), nullptr);
}

TEST(TagArray, KeepsLinesThatAreOnTheirWay) {
  TagArray tags(kTwoWays);
  for (Addr line : {0, 4}) {
    TagArray::Line* const place = tags.victim(line);
    tags.put(*place, line * 128);
    tags.expect(*place, 3);
  }
  EXPECT_EQ(tags.victim(0), nullptr);
  EXPECT_NE(tags.victim(1), nullptr) << "another set is not affected";
  tags.arrive(*tags.find(0, 0), 1);
  EXPECT_EQ(tags.victim(0), nullptr) << "a sector is still on its way";
  tags.arrive(*tags.find(0, 0), 2);
  EXPECT_EQ(tags.address(*tags.victim(0)), Addr{0});
}

/// Lines a power of two apart share a set by the remainder, and not by Fermi's index.
TEST(TagArray, PutsLinesIntoTheSetsOfItsIndex) {
  const auto kept = [](SetIndex index) {
    TagArray tags({.bytes = 32 * 128, .line_bytes = 128, .associativity = 1, .set_index = index});
    for (Addr line : {0, 64}) tags.put(*tags.victim(line), line * 128);
    return (tags.find(0, 0) != nullptr) + (tags.find(64 * 128, 64) != nullptr);
  };
  EXPECT_EQ(kept(SetIndex::linear), 1);
  EXPECT_EQ(kept(SetIndex::fermi), 2);
}

TEST(TagArray, IsEmptyAfterClear) {
  TagArray tags(kTwoWays);
  tags.put(*tags.victim(0), 0);
  tags.clear();
  EXPECT_EQ(tags.find(0, 0), nullptr);
}

/// The same by a search through all lines.
class ModelTags {
 public:
  struct Line {
    Addr address = TagArray::kNoLine;
    std::uint64_t used = 0;
    unsigned pending = 0;
  };
  ModelTags(std::size_t sets, std::size_t ways) : sets_(sets, std::vector<Line>(ways)) {}

  Line* find(Addr address, std::size_t set) {
    for (Line& line : sets_[set])
      if (line.address == address) return &line;
    return nullptr;
  }
  /// An empty place, or else the line that was used the longest ago and waits for nothing.
  Line* victim(std::size_t set) {
    Line* best = nullptr;
    for (Line& line : sets_[set]) {
      if (line.address == TagArray::kNoLine) return &line;
      if (line.pending == 0 && (best == nullptr || line.used < best->used)) best = &line;
    }
    return best;
  }

 private:
  std::vector<std::vector<Line>> sets_;
};

struct TagArrayOfWays : testing::TestWithParam<std::uint32_t> {};

TEST_P(TagArrayOfWays, DoesAsASearchThroughAllLines) {
  constexpr std::uint32_t kSets = 3;
  const std::uint32_t ways = GetParam();
  TagArray tags({.bytes = kSets * ways * 128, .line_bytes = 128, .associativity = ways});
  ModelTags model(kSets, ways);
  std::mt19937_64 random(ways);
  std::uint64_t uses = 0;
  for (unsigned step = 0; step < 20000; ++step) {
    const std::uint64_t index = random() % (kSets * ways * 2);
    const Addr address = index * 128;
    const std::size_t set = index % kSets;
    TagArray::Line* line = tags.find(address, index);
    ModelTags::Line* expected = model.find(address, set);
    ASSERT_EQ(line != nullptr, expected != nullptr);
    if (line == nullptr) {
      line = tags.victim(index);
      expected = model.victim(set);
      ASSERT_EQ(line != nullptr, expected != nullptr);
      if (line == nullptr) continue;
      ASSERT_EQ(tags.address(*line), expected->address);
      tags.put(*line, address);
      *expected = {.address = address, .used = ++uses};
      ASSERT_EQ(tags.find(address, index), line);
    }
    switch (random() % 5) {
      case 0:
        tags.touch(*line);
        expected->used = ++uses;
        break;
      case 1:
        tags.expect(*line, 5);
        expected->pending |= 5;
        break;
      case 2:
      case 3: {
        const auto sectors = static_cast<std::uint8_t>(random() % 8);
        tags.arrive(*line, sectors);
        expected->pending &= ~unsigned{sectors};
        break;
      }
      default:
        tags.remove(*line);
        *expected = {};
        ASSERT_EQ(tags.find(address, index), nullptr);
    }
    ASSERT_EQ(tags.pending(*line), expected->pending);
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, TagArrayOfWays,
                         testing::Values(1u, 2u, 4u, 7u, 8u, 9u, 24u, 64u, 300u));

TEST(TagArray, ClearsTheLinesOfAKernel) {
  TagArray tags(kTwoWays);
  for (const Addr line : {0, 1, 2}) {
    TagArray::Line* const place = tags.victim(line);
    tags.put(*place, line * 128, line == 1 ? 1 : 0);
    place->valid = line == 2 ? 0 : 1;
  }
  std::vector<Addr> gone;
  tags.clear_of(0, [&](Addr address) { gone.push_back(address); });
  EXPECT_EQ(gone, std::vector<Addr>{0});
  std::vector<Addr> left;
  tags.for_each([&](const TagArray::Line& line) { left.push_back(tags.address(line)); });
  EXPECT_EQ(left, std::vector<Addr>{128});
}

}  // namespace
}  // namespace heddle::memory
