#include "heddle/memory/dram_channel.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "closed_form.hpp"
#include "dram_sheet.hpp"

namespace heddle::memory {
namespace {

using test::ClosedForm;

struct Rig {
  explicit Rig(const DramSpec& spec = kSpec) : channel(spec, 1000) {}
  DramChannel channel;
  std::vector<DramCompletion> done;

  void read(Addr address, std::uint32_t cookie, std::uint8_t sectors = 4, Cycle now = 0) {
    channel.enqueue(to_ticks(now), {.address = address, .cookie = cookie, .sectors = sectors});
  }
  void write(Addr address, std::uint8_t sectors = 4, Cycle now = 0) {
    channel.enqueue(to_ticks(now), {.address = address, .sectors = sectors, .write = true});
  }
  /// Keeps the queue full of what `next` makes until `count` are done; returns the cycles from the
  /// first completion to the last.
  template <typename Next>
  Cycle stream(std::uint32_t count, Next&& next) {
    Cycle now = 0;
    for (std::uint32_t i = 0; i < count;) {
      while (i < count && channel.has_room(1, 1)) channel.enqueue(to_ticks(now), next(i++));
      channel.run(to_ticks(++now), done);
    }
    run();
    return to_cycle(done.back().when - done.front().when);
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

// Another row of an open bank costs a precharge, an activate and a column access, when it comes so
// late that nothing else holds it.
TEST(DramChannel, ARowConflictCostsAPrechargeToo) {
  const ClosedForm conflict{"cycles of a read of another row, long after the first",
                            "tRP + tRCD + tCL + burst"};
  const ClosedForm hit{"cycles of a read of an open row", "tCL + burst"};
  for (const std::uint32_t t_rp : {13u, 20u}) {
    DramSpec spec = kSpec;
    spec.t_rp = t_rp;
    Rig rig(spec);
    rig.read(0, 1);
    rig.run();
    rig.read(1024 * 7, 2, 4, 500);
    rig.run();
    const std::string with = fmt::format("tRP {}", t_rp);
    conflict.expect(with, t_rp + 12 + 11 + 4, rig.finish_of(2) - 500);
    rig.read(1024 * 7 + 128, 3, 4, 1000);
    rig.run();
    hit.expect(with, 11 + 4, rig.finish_of(3) - 1000);
  }
}

// What a row that is open, one that is not and another row's cost, each with each of its parameters
// changed.
TEST(DramChannel, ARowHitAMissAndAConflictCostTheirParameters) {
  struct Change {
    const char* name;
    void (*set)(DramSpec&);
  };
  const ClosedForm closed{"cycles of a read of a closed row, by parameter", "tRCD + tCL + burst"};
  const ClosedForm open{"cycles of a read of an open row, by parameter", "tCL + burst"};
  const ClosedForm other{"cycles of a read of another row, by parameter",
                         "tRP + tRCD + tCL + burst"};
  for (const Change& change :
       {Change{"as it is", [](DramSpec&) {}},
        Change{"tRCD 21", [](DramSpec& spec) { spec.t_rcd = 21; }},
        Change{"tCL 17", [](DramSpec& spec) { spec.t_cl = 17; }},
        Change{"tRP 25", [](DramSpec& spec) { spec.t_rp = 25; }},
        Change{"16 B a cycle", [](DramSpec& spec) { spec.bytes_per_cycle = 16; }}}) {
    DramSpec spec = kSpec;
    change.set(spec);
    const Cycle hit = spec.t_cl + 128 / spec.bytes_per_cycle;
    Rig rig(spec);
    rig.read(0, 1);
    rig.run();
    closed.expect(change.name, spec.t_rcd + hit, rig.finish_of(1));
    rig.read(128, 2, 4, 500);
    rig.run();
    open.expect(change.name, hit, rig.finish_of(2) - 500);
    rig.read(1024 * 7, 3, 4, 1000);  // row number 7: row 1 of bank 0
    rig.run();
    other.expect(change.name, spec.t_rp + spec.t_rcd + hit, rig.finish_of(3) - 1000);
  }
}

TEST(DramChannel, ARowClosesATimeAfterItsLastReadCommand) {
  const ClosedForm form{"cycles of a read and one of another row, at once",
                        "tRCD + tRTP + tRP + tRCD + tCL + burst"};
  for (const std::uint32_t t_rtp : {2u, 60u}) {
    DramSpec spec = kSpec;
    spec.t_rtp = t_rtp;
    spec.t_ras = spec.t_rc = 1;
    Rig rig(spec);
    rig.read(0, 1, 2);  // one burst: its command is the activate's tRCD later
    rig.read(1024 * 7, 2, 2);
    rig.run();
    form.expect(fmt::format("tRTP {}", t_rtp), 12 + t_rtp + 13 + 12 + 11 + 2, rig.finish_of(2));
  }
}

TEST(DramChannel, ABurstIsTheLeastThatIsMoved) {
  const ClosedForm form{"cycles between reads of a sector", "burst / bytes a cycle"};
  for (const std::uint32_t burst : {32u, 64u, 128u}) {
    DramSpec spec = kSpec;
    spec.burst_bytes = burst;
    spec.t_ccd = 1;
    Rig rig(spec);
    rig.read(0, 1, 1);
    rig.read(128, 2, 1);
    rig.run();
    form.expect(fmt::format("bursts of {} B", burst), burst / 32,
                rig.finish_of(2) - rig.finish_of(1));
  }
  DramSpec spec = kSpec;
  spec.burst_per_sector = true;
  Rig rig(spec);
  rig.read(0, 1, 4);
  rig.run();
  EXPECT_EQ(rig.finish_of(1), Cycle{12 + 11 + 4 * 2});
}

TEST(DramChannel, InOrderServiceStartsARowOnlyForTheOldest) {
  DramSpec spec = kSpec;
  spec.scheduler = DramScheduler::fcfs;
  Rig rig(spec);
  rig.read(0, 1);
  rig.read(1024 * 7, 2);  // bank 0, other row
  rig.read(128, 3);       // bank 0, row of the first: in order it must be opened again
  rig.run();
  EXPECT_EQ(rig.finish_of(2), Cycle{41 + 12 + 11 + 4});
  EXPECT_EQ(rig.finish_of(3), Cycle{2 * 41 + 12 + 11 + 4});
  EXPECT_EQ(rig.channel.counters(0).activates, 3u);
}

DramRequest at(Addr address, bool write = false) {
  return {.address = address, .sectors = 4, .write = write};
}

TEST(DramChannel, StreamsReadAtTheRateOfTheBus) {
  const ClosedForm form{"cycles of 2000 reads one after another", "bytes / bytes a cycle", 0.02};
  for (const std::uint32_t width : {16u, 32u}) {
    DramSpec spec = kSpec;
    spec.bytes_per_cycle = width;
    spec.row_bytes = 2048;
    Rig rig(spec);
    const Cycle cycles = rig.stream(2001, [](std::uint32_t i) { return at(i * Addr{128}); });
    form.expect(fmt::format("{} B a cycle", width), 2000.0 * 128 / width, cycles);
  }
}

// Each access in a row of its own: one bank gives one a row cycle, all banks one each tRRD.
TEST(DramChannel, RowsThatChangeEachTimeGiveARowCycleOrAnActivateEach) {
  const ClosedForm row_cycle{"cycles of 200 reads, each of another row of one bank", "200 x tRC"};
  const ClosedForm activates{"cycles of 2000 reads, each of another row, 16 banks", "2000 x tRRD",
                             0.02};
  for (const std::uint32_t t_rc : {41u, 60u}) {
    DramSpec spec = kSpec;
    spec.t_rc = t_rc;
    spec.banks = 1;
    Rig one(spec);
    row_cycle.expect(fmt::format("tRC {}", t_rc), 200 * t_rc,
                     one.stream(201, [](std::uint32_t i) { return at(i * Addr{1024}); }));
  }
  for (const std::uint32_t t_rrd : {6u, 9u}) {
    DramSpec spec = kSpec;
    spec.t_rrd = t_rrd;
    spec.banks = 16;
    Rig all(spec);
    const Cycle cycles = all.stream(2001, [](std::uint32_t i) { return at(i * Addr{1024}); });
    activates.expect(fmt::format("tRRD {}", t_rrd), 2000 * t_rrd, cycles);
  }
}

// Reads and writes of open rows, half each. A batch of n reads and n writes takes the bus for 2 n
// bursts and turns it twice: from reads to writes bus_turnaround, from the end of the write data to
// that of the first read's tCDLR + tCL.
TEST(DramChannel, WritesGoInBatches) {
  const ClosedForm form{"cycles of 20000 reads and as many writes, by batch",
                        "bursts + batches x (turnaround + tCDLR + tCL)", 0.02};
  DramSpec spec = kSpec;
  spec.queue_entries = 64;
  spec.write_queue_entries = 64;
  for (const std::uint32_t batch : {4u, 16u, 32u}) {
    spec.write_high = 48;
    spec.write_low = 48 - batch;
    spec.row_bytes = 65536;
    Rig rig(spec);
    const Cycle cycles = rig.stream(
        40'000, [](std::uint32_t i) { return at(i / 2 * Addr{128} + i % 2 * 65536, i % 2 == 1); });
    const double turns = 20'000.0 / batch;
    const double expected = 40'000.0 * 4 + turns * (spec.bus_turnaround + spec.t_cdlr + spec.t_cl);
    form.expect(fmt::format("batches of {}", batch), expected, cycles);
  }
}

TEST(DramChannel, OneQueueTurnsTheBusOnlyWhenItsReadsOrWritesRunOut) {
  Rig rig;
  for (std::uint32_t i = 0; i < 4; ++i) {
    rig.read(i * 128, i);
    rig.write(512 + i * 128);
  }
  rig.run();
  // In order of age each read but the first would wait for a write's turnaround.
  EXPECT_EQ(rig.finish_of(3), Cycle{12 + 11 + 4 * 4});
}

TEST(DramChannel, RefreshTakesItsShareOfTheTime) {
  const ClosedForm share{"cycles of 8000 reads with refresh",
                         "bursts / (1 - (tRFC + tRP + tRCD + tCL) / tREFI)", 0.02};
  const ClosedForm closes{"cycles of a read of a row that a refresh closes",
                          "tRP + tRFC + tRCD + tCL + burst"};
  for (const std::uint32_t t_rfc : {100u, 300u}) {
    DramSpec spec = kSpec;
    spec.t_refi = 2000;
    spec.t_rfc = t_rfc;
    spec.row_bytes = 4096;
    Rig rig(spec);
    const Cycle cycles = rig.stream(8001, [](std::uint32_t i) { return at(i * Addr{128}); });
    // All banks are closed, and after the refresh one is opened before data comes.
    const double lost = t_rfc + spec.t_rp + spec.t_rcd + spec.t_cl;
    const double expected = 8000.0 * 4 / (1 - lost / spec.t_refi);
    share.expect(fmt::format("tRFC {}", t_rfc), expected, cycles);
  }
  // A row that was open is closed by it.
  DramSpec spec = kSpec;
  spec.t_refi = 2000;
  spec.t_rfc = 100;
  Rig rig(spec);
  rig.read(0, 1);
  rig.run();
  rig.read(128, 2, 4, 2000);
  rig.run();
  closes.expect("tRFC 100", 13 + 100 + 12 + 11 + 4, rig.finish_of(2) - 2000);
}

// From a refresh of closed banks it takes tRFC to the activate and tRCD to the column command,
// which has to go before the next refresh: that of one cycle less is always too late.
TEST(DramChannel, OneCycleForAColumnCommandBetweenRefreshesIsEnough) {
  constexpr std::uint32_t kRequests = 16;
  for (const auto scheduler : {DramScheduler::fr_fcfs, DramScheduler::fcfs}) {
    for (const std::uint32_t t_rfc : {0u, 1u, 20u, 100u}) {
      DramSpec spec = kSpec;
      spec.scheduler = scheduler;
      spec.t_rfc = t_rfc;
      const auto served = [&](std::uint32_t t_refi) {
        spec.t_refi = t_refi;
        Rig rig(spec);
        // Other rows of all banks, reads and writes, after the first refresh.
        for (std::uint32_t i = 0; i < kRequests; ++i)
          rig.channel.enqueue(to_ticks(1000), at(i * Addr{1024} * 5, i % 2 == 1));
        rig.run();
        return kRequests - rig.channel.queued();
      };
      EXPECT_EQ(served(DramChannel::least_refresh_interval(spec)), kRequests) << t_rfc;
      EXPECT_EQ(served(DramChannel::least_refresh_interval(spec) - 1), 0u) << t_rfc;
    }
  }
}

/// All reads take the latency of an open row and a burst, however many there are.
TEST(DramChannel, AnIdealOneServesAllAtOnce) {
  DramChannel channel(kSpec, 1000, 0, true);
  std::vector<DramCompletion> done;
  for (std::uint32_t i = 0; i < 100; ++i) {
    const Cycle now = i / 10;
    EXPECT_TRUE(channel.has_room(1, 1));
    channel.enqueue(to_ticks(now), {.address = Addr{4096} * i, .cookie = i, .sectors = 4});
    channel.enqueue(to_ticks(now), {.address = Addr{4096} * i, .sectors = 4, .write = true});
  }
  EXPECT_EQ(to_cycle(channel.next()), Cycle{11 + 2});
  channel.run(to_ticks(11 + 2), done);
  EXPECT_TRUE(done.empty());
  channel.run(to_ticks(11 + 2 + 5), done);
  EXPECT_EQ(done.size(), 50u);
  channel.run(to_ticks(1000), done);
  ASSERT_EQ(done.size(), 100u);
  for (std::uint32_t i = 0; i < 100; ++i) {
    EXPECT_EQ(done[i].cookie, i);
    EXPECT_EQ(to_cycle(done[i].when), Cycle{i / 10 + 11 + 2});
  }
  EXPECT_EQ(channel.next(), kNever);
  EXPECT_EQ(channel.counters(0).reads, 100u);
  EXPECT_EQ(channel.counters(0).writes, 100u);
  EXPECT_EQ(channel.counters(0).bytes, 200u * 128);
  EXPECT_EQ(channel.counters(0).activates, 0u);
}

}  // namespace
}  // namespace heddle::memory
