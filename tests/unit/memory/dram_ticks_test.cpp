#include "heddle/memory/dram_ticks.hpp"

#include <gtest/gtest.h>

#include "dram_sheet.hpp"

namespace heddle::memory {
namespace {

// A DRAM cycle at half the core's clock is two core cycles.
TEST(DramTicks, AreTheTimesOfTheSheetInTicks) {
  const DramTicks ticks(kSpec, 2000);
  EXPECT_EQ(ticks.cycle, to_ticks(2));
  EXPECT_EQ(ticks.rp, to_ticks(2 * 13));
  EXPECT_EQ(ticks.rcd, to_ticks(2 * 12));
  EXPECT_EQ(ticks.ras, to_ticks(2 * 28));
  EXPECT_EQ(ticks.rc, to_ticks(2 * 41));
  EXPECT_EQ(ticks.rrd, to_ticks(2 * 6));
  EXPECT_EQ(ticks.cdlr, to_ticks(2 * 5));
  EXPECT_EQ(ticks.wr, to_ticks(2 * 14));
  EXPECT_EQ(ticks.lead[0], to_ticks(2 * 11));
  EXPECT_EQ(ticks.lead[1], to_ticks(2 * 4));
  EXPECT_EQ(ticks.refi, 0u);
}

TEST(DramTicks, CommandsAreApartByTheirBusAndByTheirData) {
  DramSpec spec = kSpec;
  spec.burst_bytes = 65;  // 3 cycles at 32 bytes a cycle
  EXPECT_EQ(DramTicks(spec, 1000).burst, to_ticks(3));
  EXPECT_EQ(DramTicks(spec, 1000).spacing, to_ticks(3));
  EXPECT_EQ(DramTicks(spec, 1000).command_spacing, to_ticks(2));
  spec.t_ccd = 5;
  EXPECT_EQ(DramTicks(spec, 1000).spacing, to_ticks(5));
  EXPECT_EQ(DramTicks(spec, 1000).command_spacing, to_ticks(5));
  spec.t_ccd = 0;
  EXPECT_EQ(DramTicks(spec, 1000).command_spacing, to_ticks(1));  // the bus takes one a cycle
}

}  // namespace
}  // namespace heddle::memory
