#include "heddle/base/line_map.hpp"

#include <map>
#include <random>

#include <gtest/gtest.h>

namespace heddle {
namespace {

// Against the standard library's map: lines of few sets, so that probes meet, and as many as make
// it grow.
TEST(LineMap, IsAMap) {
  std::mt19937 random(7);
  for (const std::uint64_t lines : {3u, 40u, 3000u}) {
    LineMap<unsigned> map;
    std::map<Addr, unsigned> expected;
    for (unsigned step = 0; step < 20000; ++step) {
      const Addr line = random() % lines * 128;
      const unsigned what = random() % 100;
      if (what < 50) {
        map[line] = step;
        expected[line] = step;
      } else if (what < 98) {
        map.erase(line);
        expected.erase(line);
      } else if (what == 98) {
        const auto odd = [](unsigned value) { return value % 2 != 0; };
        map.erase_if(odd);
        std::erase_if(expected, [&](const auto& entry) { return odd(entry.second); });
      } else if (step % 8 == 0) {
        map.clear();
        expected.clear();
      }
      ASSERT_EQ(map.size(), expected.size());
      const Addr other = random() % lines * 128;
      const auto found = expected.find(other);
      ASSERT_EQ(map.find(other) != nullptr, found != expected.end());
      if (found != expected.end()) {
        ASSERT_EQ(*map.find(other), found->second);
      }
    }
    for (const auto& [line, value] : expected) EXPECT_EQ(*map.find(line), value);
  }
}

TEST(LineMap, BeginsANewLineWithAnEmptyValue) {
  LineMap<unsigned> map;
  EXPECT_EQ(map.find(0), nullptr);
  map.erase(0);
  map[128] = 5;
  map.erase(128);
  EXPECT_EQ(map[128], 0u);
}

// Room once made is enough: values stay where they are.
TEST(LineMap, DoesNotGrowWithinItsRoom) {
  LineMap<unsigned> map;
  map.reserve(256);
  const unsigned* const first = &map[0];
  for (Addr line = 1; line < 256; ++line) map[line * 128] = 1;
  EXPECT_EQ(map.find(0), first);
}

}  // namespace
}  // namespace heddle
