// Shared memory between lanes: 16 banks of 4 bytes, lanes of one thread a cycle that begin one
// cycle apart, each of another block.

#include "heddle/core/load_store/shared_ports.hpp"

#include <map>

#include <gtest/gtest.h>

namespace heddle::core {
namespace {

constexpr Cycle kBegin = 100;

/// The lanes read words `stride` apart.
exec::MemoryAccess words_apart(unsigned stride, LaneMask lanes = kAllLanes, unsigned bytes = 4) {
  exec::MemoryAccess access;
  access.kind = exec::AccessKind::load;
  access.bytes = static_cast<std::uint8_t>(bytes);
  access.shared = lanes;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) access.address[lane] = Addr{4} * stride * lane;
  return access;
}

struct Ports {
  void begin(std::uint32_t id, std::uint16_t group, std::uint16_t block_slot,
             const exec::MemoryAccess& access, Cycle first) {
    ports.begin(id, {group, block_slot, access.shared}, access, first);
  }
  explicit Ports(unsigned groups, unsigned threads = 1, unsigned lanes = 1)
      : ports(16, groups, lanes, threads) {}

  /// Cycles until all that has begun is served; `ended`: by access, the cycle in which it was.
  Cycle run() {
    Cycle now = kBegin, last = kBegin;
    for (; ports.next(now - 1) != kNever; ++now) {
      ports.tick(now);
      for (const SharedPorts::Done& done : ports.done()) {
        ended[done.id] = now;
        cycles[done.id] = done.cycles;
        busy += done.cycles;
        waits += done.waits;
        last = now;
      }
      ports.done().clear();
    }
    return last - kBegin + 1;
  }

  SharedPorts ports;
  std::map<std::uint32_t, Cycle> ended;
  std::map<std::uint32_t, std::uint32_t> cycles;
  std::uint64_t busy = 0, waits = 0;  ///< of all accesses
};

TEST(SharedPorts, ThreadsOfOneWarpDoNotConflict) {
  for (const unsigned stride : {1u, 2u, 16u}) {
    Ports lanes(8);
    lanes.begin(7, 3, 0, words_apart(stride), kBegin);
    EXPECT_EQ(lanes.run(), 32u) << stride;
    EXPECT_EQ(lanes.cycles[7], 32u);
  }
}

TEST(SharedPorts, EightLanesAtStrideOneNeverMeet) {
  Ports lanes(8);
  for (std::uint16_t lane = 0; lane < 8; ++lane)
    lanes.begin(lane, lane, lane, words_apart(1), kBegin + lane);
  EXPECT_EQ(lanes.run(), 39u);  // the last begins 7 cycles after the first
  EXPECT_EQ(lanes.busy, 39u);
  EXPECT_EQ(lanes.waits, 0u);
}

TEST(SharedPorts, EightLanesInOneBankTakeTurns) {
  Ports lanes(8);
  for (std::uint16_t lane = 0; lane < 8; ++lane)
    lanes.begin(lane, lane, lane, words_apart(16), kBegin + lane);
  EXPECT_EQ(lanes.run(), 256u);  // words
  EXPECT_EQ(lanes.busy, 256u);
  std::uint64_t held = 0;  // cycles of the lanes: each of 32 words takes one to be served
  for (std::uint16_t lane = 0; lane < 8; ++lane) held += lanes.ended[lane] - (kBegin + lane) + 1;
  EXPECT_EQ(lanes.waits, held - 8 * 32);
  // None waits for all of another's: each ends within the last turns.
  for (std::uint16_t lane = 0; lane < 8; ++lane) EXPECT_GE(lanes.ended[lane], kBegin + 200) << lane;
}

TEST(SharedPorts, OneWordOfOneBlockServesAll) {
  Ports same(8), others(8);
  for (std::uint16_t lane = 0; lane < 8; ++lane) {
    same.begin(lane, lane, 2, words_apart(0), kBegin);
    others.begin(lane, lane, lane, words_apart(0), kBegin);
  }
  EXPECT_EQ(same.run(), 32u);
  EXPECT_EQ(same.busy, 32u) << "a cycle counts once, however many it serves";
  EXPECT_EQ(others.run(), 256u) << "word 0 of eight blocks";
}

TEST(SharedPorts, AGroupOfThreadsPresentsItsAddressesTogether) {
  Ports apart(2, 4), together(2, 4), half(2, 4);
  apart.begin(0, 0, 0, words_apart(1), kBegin);
  EXPECT_EQ(apart.run(), 8u);
  together.begin(0, 0, 0, words_apart(16), kBegin);
  EXPECT_EQ(together.run(), 32u);
  half.begin(0, 1, 0, words_apart(1, 0x000F'0F01), kBegin);
  EXPECT_EQ(half.run(), 3u) << "groups without an active thread take no time";
}

TEST(SharedPorts, AThreadPresentsAWordACycle) {
  Ports eight_bytes(8);
  eight_bytes.begin(0, 0, 0, words_apart(2, kAllLanes, 8), kBegin);
  EXPECT_EQ(eight_bytes.run(), 64u);
}

TEST(SharedPorts, LanesOfOneGroupHavePortsOfTheirOwn) {
  Ports unlocked(1, 1, 8);
  for (std::uint16_t lane = 0; lane < 8; ++lane)
    unlocked.begin(lane, 0, 0, words_apart(1), kBegin + lane);
  EXPECT_EQ(unlocked.run(), 39u);
}

}  // namespace
}  // namespace heddle::core
