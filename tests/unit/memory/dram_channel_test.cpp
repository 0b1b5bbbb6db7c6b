#include "heddle/memory/dram_channel.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace heddle::memory {
namespace {

// One DRAM cycle is one core cycle, so that times are sums of the data sheet's parameters.
const DramSpec kSpec{.clock_mhz = 1000,
                     .channels = 1,
                     .bytes_per_cycle = 32,
                     .banks = 4,
                     .row_bytes = 1024,
                     .queue_entries = 16,
                     .t_cl = 11,
                     .t_rp = 13,
                     .t_rcd = 12,
                     .t_ras = 28,
                     .t_rc = 41,
                     .t_rrd = 6,
                     .t_ccd = 2,
                     .t_wl = 4,
                     .t_cdlr = 5,
                     .t_wr = 14};

struct Rig {
  DramChannel channel{kSpec, 1000};
  std::vector<DramCompletion> done;

  void read(Addr address, std::uint32_t cookie, std::uint8_t sectors = 4, Cycle now = 0) {
    channel.enqueue(to_ticks(now), {.address = address, .cookie = cookie, .sectors = sectors});
  }
  Cycle finish_of(std::uint32_t cookie) const {
    for (const auto& each : done) {
      if (each.cookie == cookie) return to_cycle(each.when);
    }
    return kNever;
  }
  void run() { channel.run(to_ticks(100'000), done); }
};

TEST(DramChannel, ClosedRowCostsActivateColumnAndBurst) {
  Rig rig;
  rig.read(0, 1);
  rig.run();
  EXPECT_EQ(rig.finish_of(1), Cycle{12 + 11 + 4});
}

TEST(DramChannel, RowHitsFollowAtTheRateOfTheBus) {
  Rig rig;
  for (std::uint32_t i = 0; i < 4; ++i) rig.read(128 * i, i);
  rig.run();
  for (std::uint32_t i = 0; i < 4; ++i) EXPECT_EQ(rig.finish_of(i), Cycle{12 + 11 + 4 * (i + 1)});
  EXPECT_EQ(rig.channel.counters(0).activates, 1u);
}

TEST(DramChannel, SameBankOtherRowWaitsForTheRowCycle) {
  Rig rig;
  rig.read(0, 1);
  rig.read(1024 * 7, 2);  // row number 7: row 1, bank (7 + 1) mod 4 = 0
  rig.run();
  // The precharge comes as early as the row cycle allows: its activate follows the first one by
  // tRC.
  EXPECT_EQ(rig.finish_of(2), Cycle{41 + 12 + 11 + 4});
  EXPECT_EQ(rig.channel.counters(0).activates, 2u);
}

TEST(DramChannel, BanksOverlapTheirActivates) {
  Rig rig;
  rig.read(0, 1);     // bank 0
  rig.read(1024, 2);  // row number 1: bank 1
  rig.run();
  EXPECT_EQ(rig.finish_of(1), Cycle{27});
  EXPECT_EQ(rig.finish_of(2), Cycle{6 + 12 + 11 + 4});
}

TEST(DramChannel, ServesRowHitsBeforeOlderMisses) {
  Rig rig;
  rig.read(0, 1);
  rig.read(1024 * 7, 2);  // bank 0, other row, older
  rig.read(128, 3);       // bank 0, open row, younger
  rig.run();
  EXPECT_LT(rig.finish_of(3), rig.finish_of(2));
}

TEST(DramChannel, WriteDelaysAReadByTheTurnaround) {
  Rig rig;
  rig.channel.enqueue(0, {.address = 0, .cookie = 1, .sectors = 4, .write = true});
  rig.read(128, 2);
  rig.run();
  const Cycle write_end = 12 + 4 + 4;
  EXPECT_EQ(rig.finish_of(2), write_end + 5 + 11 + 4);
}

TEST(DramChannel, CountsBytes) {
  Rig rig;
  rig.read(0, 1, 1);
  rig.read(32, 2, 2);
  rig.run();
  EXPECT_EQ(rig.channel.counters(0).bytes, 96u);
  EXPECT_EQ(rig.channel.counters(0).reads, 2u);
}

}  // namespace
}  // namespace heddle::memory
