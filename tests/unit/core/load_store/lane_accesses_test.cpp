// The load-store unit where lanes make their addresses by themselves: eight lanes of one thread a
// cycle.

#include "heddle/core/load_store/lane_accesses.hpp"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "access_rig.hpp"
#include "heddle/core/load_store/load_store_unit.hpp"

namespace heddle::core {
namespace {

using namespace rig;

constexpr policy::Shape kLanes{.lane_groups = 8, .sequential_lanes = 1, .threads_per_pass = 1};

/// Room for eight lines and misses.
SmConfiguration roomy() {
  SmConfiguration made = load_store_configuration();
  made.l1.bytes = 4096;
  made.l1.mshr_entries = 32;
  return made;
}

struct LaneUnit {
  LaneUnit() : unit(roomy(), 0, kLanes, subscribers, sharing) { unit.port().connect(credits); }

  /// A load of `threads` words of one line, whose first address is made at `first`.
  void load(std::uint16_t lane, Addr line, unsigned threads, Cycle first) {
    issue(lane, global_words(line, 4), threads, first);
  }
  void issue(std::uint16_t lane, exec::MemoryAccess access, unsigned threads, Cycle first) {
    const auto lanes = static_cast<LaneMask>((std::uint64_t{1} << threads) - 1);
    access.global &= lanes;
    access.shared &= lanes;
    exec::Step step;
    step.access = access;
    unit.issue(lane, lanes, 0, {lane, 0, false, first, first + threads - 1}, step, 0, &counters);
  }
  /// Runs cycles [now, until). `freed`: the cycle in which each lane was found free.
  void run(Cycle until) {
    for (; now < until; ++now) {
      unit.begin_cycle(now);
      unit.deliver(now);
      unit.tick(now, &counters);
      for (const std::uint16_t lane : unit.freed_lanes()) freed.push_back({lane, now});
      unit.freed_lanes().clear();
    }
  }
  std::vector<Addr> requested() {
    std::vector<Addr> lines;
    for (const auto& packet : unit.port().outbox()) lines.push_back(packet.payload.line);
    return lines;
  }

  model::Subscribers subscribers;
  CorunPart sharing{0, {{policy::Corun::kKind, "leftover"}, nullptr}};
  LoadStoreUnit unit;
  RingQueue<Cycle> credits;
  KernelCounters counters{};
  Cycle now = 10;
  std::vector<std::pair<std::uint16_t, Cycle>> freed;
};

TEST(LaneAccesses, AShortLoadPassesALongOneOfAnotherLane) {
  LaneUnit sm;
  sm.load(3, 0x1000, 32, 10);
  sm.load(5, 0x2000, 1, 11);
  sm.run(60);
  EXPECT_THAT(sm.requested(), testing::ElementsAre(0x2000, 0x1000));
  EXPECT_THAT(sm.freed, testing::ElementsAre(testing::Pair(5, 11), testing::Pair(3, 41)));
}

TEST(LaneAccesses, EightLanesMakeAddressesAtOnceAndEnterInTurn) {
  LaneUnit sm;
  for (std::uint16_t lane = 0; lane < 8; ++lane) sm.load(lane, 0x1000 + 0x80 * lane, 32, 10);
  sm.run(80);
  EXPECT_EQ(sm.requested().size(), 8u);
  // All are ready in cycle 41, and one a cycle enters: the others hold their lanes.
  for (std::uint16_t lane = 0; lane < 8; ++lane)
    EXPECT_THAT(sm.freed[lane], testing::Pair(lane, 41 + lane));
}

TEST(LaneAccesses, SharedMemoryServesALaneWhileItMakesItsAddresses) {
  LaneUnit sm;
  sm.issue(2, shared_words(0, 64), 32, 10);
  sm.run(80);
  EXPECT_THAT(sm.freed, testing::ElementsAre(testing::Pair(2, 41)));
  EXPECT_EQ(sm.counters.shared.cycles, 32u);
  ASSERT_EQ(sm.unit.finished().size(), 1u);
}

TEST(LaneAccesses, AnAccessOfBothMemoriesHoldsItsLaneUntilBothHaveTakenIt) {
  LaneUnit sm;
  exec::MemoryAccess access = shared_words(0, 64);
  access.shared = 0xF;
  access.global = 0xFFF0;
  for (unsigned lane = 4; lane < 16; ++lane) access.address[lane] = 0x1000 + 4 * lane;
  sm.issue(2, access, 16, 10);
  sm.run(80);
  EXPECT_THAT(sm.freed, testing::ElementsAre(testing::Pair(2, 25)));
  EXPECT_THAT(sm.requested(), testing::ElementsAre(0x1000));
}

}  // namespace
}  // namespace heddle::core
