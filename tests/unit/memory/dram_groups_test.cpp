// Groups of banks: within one, column commands keep t_ccd_l from each other; those of different
// groups follow at the rate of the bus.
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "closed_form.hpp"
#include "dram_sheet.hpp"
#include "heddle/memory/dram_channel.hpp"

namespace heddle::memory {
namespace {

using test::ClosedForm;

constexpr Addr kRow = 65536;

/// A line of the first row of a bank: banks 0 and 1 take turns each 256 bytes, then 2 and 3.
Addr line_of(std::uint32_t bank, std::uint64_t line) {
  return bank / 2 * 2 * kRow + line / 2 * 512 + bank % 2 * 256 + line % 2 * 128;
}

/// Bursts of 32 bytes take the bus for two cycles: a line of 128 takes eight. Banks 0 and 1 are a
/// group, and 2 and 3.
DramSpec grouped(std::uint32_t t_ccd_l) {
  DramSpec spec = kSpec;
  spec.bytes_per_cycle = 16;
  spec.burst_bytes = 32;
  spec.row_bytes = kRow;
  spec.bank_groups = 2;
  spec.t_ccd_l = t_ccd_l;
  return spec;
}

/// Lines of open rows of these banks in turn, with as many in the queue as it holds: cycles from
/// the first line's end to the last's.
Cycle stream(const DramSpec& spec, const std::vector<std::uint32_t>& banks, std::uint32_t lines) {
  DramChannel channel(spec, 1000);
  std::vector<DramCompletion> done;
  Cycle now = 0;
  for (std::uint32_t i = 0; i < lines;) {
    while (i < lines && channel.has_room(1, 1)) {
      channel.enqueue(to_ticks(now), {.address = line_of(banks[i % banks.size()], i / banks.size()),
                                      .cookie = i,
                                      .sectors = 4});
      ++i;
    }
    channel.run(to_ticks(++now), done);
  }
  channel.run(to_ticks(now + 10'000), done);
  EXPECT_EQ(done.size(), lines);
  return to_cycle(done.back().when - done.front().when);
}

TEST(DramGroups, ALineTakesItsBurstsOneAfterTheOther) {
  const ClosedForm form{"cycles of a read of a closed row, by tCCD_L",
                        "tRCD + tCL + 3 tCCD_L + burst"};
  for (const std::uint32_t t_ccd_l : {2u, 3u, 5u}) {
    DramChannel channel(grouped(t_ccd_l), 1000);
    std::vector<DramCompletion> done;
    channel.enqueue(0, {.address = 0, .cookie = 7, .sectors = 4});
    channel.run(to_ticks(1000), done);
    ASSERT_EQ(done.size(), 1u);
    form.expect(fmt::format("tCCD_L {}", t_ccd_l), 12 + 11 + 3 * t_ccd_l + 2,
                to_cycle(done[0].when));
    EXPECT_EQ(channel.counters(0).reads, 1u);
    EXPECT_EQ(channel.counters(0).read_bursts, 4u);
    EXPECT_EQ(channel.counters(0).bytes, 128u);
  }
}

// With tCCD_L = 3 for bursts of two cycles, what stays in a group has 2/3 of the peak.
TEST(DramGroups, AStreamWithinAGroupKeepsTheGreaterDistance) {
  const ClosedForm one{"cycles of 500 lines of a row, by tCCD_L", "500 x 4 x tCCD_L", 0.01};
  const ClosedForm two{"cycles of 500 lines of two banks of a group", "500 x 4 x tCCD_L", 0.01};
  for (const std::uint32_t t_ccd_l : {2u, 3u, 4u}) {
    const std::string with = fmt::format("tCCD_L {}", t_ccd_l);
    one.expect(with, 500.0 * 4 * t_ccd_l, stream(grouped(t_ccd_l), {0}, 501));
    two.expect(with, 500.0 * 4 * t_ccd_l, stream(grouped(t_ccd_l), {2, 3}, 501));
  }
}

TEST(DramGroups, StreamsOfTwoGroupsFillTheBus) {
  const ClosedForm form{"cycles of 500 lines of two groups of banks", "500 x 4 x burst", 0.01};
  form.expect("tCCD_L 3", 500.0 * 4 * 2, stream(grouped(3), {0, 2}, 501));
  // A group that goes every other burst is never held up by up to two bursts.
  form.expect("tCCD_L 4", 500.0 * 4 * 2, stream(grouped(4), {1, 3}, 501));
}

// 2048 lines of addresses as they follow each other: two banks of a group have them, then the next
// two. With few in the queue no other group has work.
TEST(DramGroups, AStreamOfAddressesStaysInAGroup) {
  DramSpec spec = grouped(3);
  spec.queue_entries = 4;
  spec.row_bytes = 4096;
  DramChannel channel(spec, 1000);
  std::vector<DramCompletion> done;
  Cycle now = 0;
  for (std::uint32_t i = 0; i < 2048;) {
    while (i < 2048 && channel.has_room(1, 1)) {
      channel.enqueue(to_ticks(now), {.address = i * Addr{128}, .cookie = i, .sectors = 4});
      ++i;
    }
    channel.run(to_ticks(++now), done);
  }
  channel.run(to_ticks(now + 10'000), done);
  const ClosedForm form{"cycles of 2047 lines one after another", "lines x 4 x tCCD_L", 0.03};
  form.expect("tCCD_L 3", 2047.0 * 4 * 3, to_cycle(done.back().when - done.front().when));
  EXPECT_EQ(channel.counters(0).activates, 2048u * 128 / 4096);
}

TEST(DramGroups, WithoutGroupsTheGreaterDistanceDoesNotCount) {
  DramSpec spec = grouped(40);
  spec.bank_groups = 1;
  EXPECT_EQ(stream(spec, {0}, 501), Cycle{500 * 4 * 2});
}

}  // namespace
}  // namespace heddle::memory
