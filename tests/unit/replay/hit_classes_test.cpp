#include "heddle/replay/hit_classes.hpp"

#include <gtest/gtest.h>

namespace heddle::replay {
namespace {

using model::FirstLevel;
using model::L1Outcome;

/// One warp, in entity 0.
struct Fixture {
  Fixture() : classes(2) { classes.on(model::WarpLaunched{0, 0, 0, 0, 7, 3}); }

  void access(Addr line, L1Outcome outcome, std::uint8_t new_sectors = 0,
              FirstLevel cache = FirstLevel::data) {
    classes.on(model::L1Access{.line = line,
                               .lanes = 1,
                               .kernel = 1,
                               .sectors = 1,
                               .new_sectors = new_sectors,
                               .cache = cache,
                               .outcome = outcome});
  }
  std::uint64_t hits() const { return classes.counts(1).hits[0]; }

  HitClasses classes;
};

TEST(HitClasses, KnowsOnlyLinesThatAreThereOrOnTheirWay) {
  Fixture one;
  for (Addr line = 0; line < 100; ++line) {
    one.access(line * 128, L1Outcome::miss, 15);
    one.classes.on(model::L1Filled{0, line * 128, 15});
    if (line >= 2) one.classes.on(model::L1Evicted{0, (line - 2) * 128});
  }
  EXPECT_EQ(one.classes.lines(), 2u);
  one.access(0x10000, L1Outcome::miss, 15);
  one.classes.on(model::L1Flushed{});
  EXPECT_EQ(one.classes.lines(), 1u);  // of this one a reply is still to come
  one.access(0x10000, L1Outcome::merged);
  EXPECT_EQ(one.classes.counts(1).merges[0], 1u);
  one.classes.on(model::L1Filled{0, 0x10000, 15});
  one.access(0x10000, L1Outcome::hit);
  EXPECT_EQ(one.hits(), 1u);
  one.classes.on(model::L1Flushed{});
  EXPECT_EQ(one.classes.lines(), 0u);
}

TEST(HitClasses, CountsTheDataCacheAndTheKernelSlotOnly) {
  Fixture one;
  one.access(0, L1Outcome::miss, 15, FirstLevel::textures);
  one.access(0, L1Outcome::hit, 0, FirstLevel::textures);
  EXPECT_EQ(one.classes.lines(), 0u);
  one.access(0, L1Outcome::miss, 1);
  one.access(0, L1Outcome::blocked);
  one.access(0, L1Outcome::hit);
  EXPECT_EQ(one.hits(), 1u);
  EXPECT_EQ(one.classes.counts(0).hits[0], 0u);
}

}  // namespace
}  // namespace heddle::replay
