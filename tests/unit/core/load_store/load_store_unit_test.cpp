#include "heddle/core/load_store/load_store_unit.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "access_rig.hpp"
#include "heddle/core/eviction/context_engine.hpp"

namespace heddle::core {
namespace {

using namespace rig;

/// What the listener of the data cache was told, in words.
struct Heard : model::Hears<model::L1Access, model::L1Filled, model::L1Evicted, model::L1Flushed> {
  void on(const model::L1Access& event) override {
    events.push_back(event.outcome == model::L1Outcome::banks ? "banks" : "access");
    last = event;
  }
  void on(const model::L1Filled&) override { events.push_back("filled"); }
  void on(const model::L1Evicted&) override { events.push_back("evicted"); }
  void on(const model::L1Flushed&) override { events.push_back("flushed"); }
  std::vector<std::string> events;
  model::L1Access last;
};

struct Unit {
  explicit Unit(const SmConfiguration& configuration = load_store_configuration())
      : unit(configuration, 0, policy::Shape{}, subscribers, sharing) {
    unit.port().connect(credits);
  }
  std::uint32_t issue(const exec::MemoryAccess& access, Cycle ready) {
    exec::Step step;
    step.pc = 7;
    step.access = access;
    return unit.issue(2, access.lanes(), 0, {.first = ready, .last = ready}, step, 0, &counters);
  }
  void tick(Cycle now) {
    unit.begin_cycle(now);
    unit.deliver(now);
    unit.tick(now, &counters);
  }
  model::Subscribers subscribers;
  CorunPart sharing{0, {{policy::Corun::kKind, "leftover"}, nullptr}};
  LoadStoreUnit unit;
  RingQueue<Cycle> credits;
  KernelCounters counters{};
};

// Three lines three words apart miss, so each sends a request: in one cycle or in three.
TEST(LoadStoreUnit, LinesThatAreLookedUpTogetherTakeACycle) {
  for (const std::uint32_t lines : {1u, 4u}) {
    SmConfiguration configuration = load_store_configuration();
    configuration.l1.lines_per_cycle = lines;
    configuration.l1.mshr_entries = 4;
    configuration.l1.bytes = 1024;
    Unit sm(configuration);
    sm.tick(9);
    sm.issue(global_words(0x1000, 12), 10);
    std::vector<std::uint32_t> misses;
    for (Cycle now = 10; now < 13; ++now) {
      sm.tick(now);
      misses.push_back(static_cast<std::uint32_t>(sm.counters.l1.misses));
    }
    const std::vector<std::uint32_t> expected =
        lines == 1 ? std::vector<std::uint32_t>{1, 2, 3} : std::vector<std::uint32_t>{3, 3, 3};
    EXPECT_EQ(misses, expected);
  }
}

TEST(LoadStoreUnit, SharedAccessesTakeTurnsAtTheBanks) {
  Unit sm;
  sm.tick(9);
  sm.issue(shared_words(0, 8), 12);  // two cycles, from 12 on
  sm.issue(shared_words(0, 4), 12);  // one, from 14 on
  sm.tick(10);
  // The last word of an access that holds the banks for n cycles comes n - 1 after the first.
  EXPECT_EQ(sm.unit.next(10), 12 + kSharedLatency + 1);
  EXPECT_EQ(sm.unit.depths(10).load_store, 2u);
  sm.tick(12);
  EXPECT_EQ(sm.unit.depths(12).load_store, 1u);
  sm.unit.deliver(12 + kSharedLatency + 1);
  ASSERT_EQ(sm.unit.finished().size(), 1u);
  EXPECT_EQ(sm.unit.finished()[0].issued_at, 9u);
  EXPECT_EQ(sm.unit.next(33), 14 + kSharedLatency);
  sm.unit.deliver(14 + kSharedLatency);
  EXPECT_EQ(sm.unit.finished().size(), 2u);
  EXPECT_EQ(sm.unit.depths(0).in_flight, 0u);
}

/// Evicted lines go before the first access in the queue, also where its time was known.
TEST(LoadStoreUnit, ALineThatIsEvictedGoesBeforeAPlannedAccess) {
  SmConfiguration configuration = load_store_configuration();
  configuration.l1.local_write = LocalWrite::back;
  configuration.l1.allocation = Allocation::on_fill;
  Unit sm(configuration);
  for (const Addr line : {0, 128}) sm.issue(local_words(line), 1);
  sm.tick(1);
  sm.tick(2);
  sm.issue(global_words(0x1000, 4), 3);
  sm.tick(3);
  ASSERT_EQ(sm.unit.port().outbox().size(), 1u);
  const model::MemoryRequest load = sm.unit.port().outbox().front().payload;
  sm.tick(9);
  sm.issue(shared_words(0, 4), 12);
  sm.tick(10);
  sm.unit.deliver(12);
  // The load's line takes the place of a line with stores.
  sm.unit.receive({.origin = load.origin, .line = load.line, .sectors = load.sectors});
  sm.unit.tick(12, &sm.counters);
  EXPECT_EQ(sm.unit.port().outbox().size(), 2u);
  sm.tick(13);
  sm.tick(32);  // the stores' answers are due
  EXPECT_EQ(sm.unit.next(32), 13 + kSharedLatency);
}

TEST(LoadStoreUnit, TheQueueIsFullUntilItsHeadIsWorkedOff) {
  SmConfiguration configuration = load_store_configuration();
  configuration.load_store.queue_entries = 1;
  Unit sm(configuration);
  EXPECT_TRUE(sm.unit.has_room());
  sm.issue(global_words(0x1000, 8), 1);  // two lines
  EXPECT_FALSE(sm.unit.has_room());
  sm.tick(1);
  EXPECT_FALSE(sm.unit.has_room());
  EXPECT_EQ(sm.unit.depths(1).load_store, 1u);
  sm.tick(2);
  EXPECT_TRUE(sm.unit.has_room());
  EXPECT_EQ(sm.unit.depths(2).in_flight, 1u);
  EXPECT_EQ(sm.unit.depths(2).outstanding, 2u);
}

TEST(LoadStoreUnit, AHeadThatWaitsForALineSleepsUntilAReply) {
  Unit sm;  // two lines
  for (const Addr line : {0x1000, 0x1080, 0x1100}) sm.issue(global_words(line, 4), 1);
  for (Cycle now = 1; now <= 3; ++now) sm.tick(now);
  EXPECT_EQ(sm.unit.next(3), kNever);
  EXPECT_EQ(sm.counters.l1.failures.line, 1u);
  const model::MemoryRequest first = sm.unit.port().outbox().front().payload;
  sm.unit.receive({.origin = first.origin, .line = first.line, .sectors = first.sectors});
  EXPECT_EQ(sm.unit.finished().size(), 1u);
  EXPECT_EQ(sm.unit.next(50), 51u);
  sm.tick(51);
  EXPECT_EQ(sm.unit.depths(51).load_store, 0u);
}

TEST(LoadStoreUnit, AHeadThatWaitsForThePortGoesOnWithACredit) {
  SmConfiguration configuration = load_store_configuration();
  configuration.interconnect.credits = 1;
  configuration.load_store.injection_queue = 1;
  Unit sm(configuration);
  for (const Addr line : {0x1000, 0x1080, 0x1100})
    sm.issue(global_words(line, 4, exec::AccessKind::store), 1);
  for (Cycle now = 1; now <= 3; ++now) sm.tick(now);
  EXPECT_EQ(sm.unit.next(3), kNever);  // one has left, one waits at the port
  EXPECT_EQ(sm.unit.take_credits(), kNever);
  sm.credits.push(40);
  EXPECT_EQ(sm.unit.take_credits(), 40u);
  EXPECT_EQ(sm.unit.next(3), 40u);
  sm.tick(40);
  EXPECT_EQ(sm.unit.depths(40).load_store, 0u);
}

TEST(LoadStoreUnit, AHeadThatFindsThePortReservedGoesOnWithItsTurn) {
  Unit sm;
  for (const Addr line : {0x1000, 0x1080})
    sm.issue(global_words(line, 4, exec::AccessKind::store), 1);
  sm.unit.port().reserve(true);
  sm.tick(1);
  EXPECT_TRUE(sm.unit.port().outbox().empty());
  EXPECT_EQ(sm.unit.next(1), kNever);
  sm.unit.port().reserve(false);
  sm.unit.take_turn();
  EXPECT_EQ(sm.unit.next(1), 2u);
  sm.tick(2);
  EXPECT_EQ(sm.unit.port().outbox().size(), 1u);
}

/// Stores without end and a context that comes back, at a port that gets a place in every fifth
/// cycle: each has every other place. With `same` the load-store unit has them all.
TEST(LoadStoreUnit, PlacesOfAFullPortGoToAccessesAndContextsInTurn) {
  for (const auto priority : {ContextPriority::alternate, ContextPriority::same}) {
    SmConfiguration configuration = load_store_configuration();
    configuration.interconnect.credits = 1;
    configuration.load_store.injection_queue = 1;
    configuration.context_switch.priority = priority;
    Unit sm(configuration);
    ContextEngine engine(configuration.context_switch, 0, 2, sm.unit.port());
    engine.start({0, ContextPart::registers, false, 0x8000, std::vector<std::uint8_t>(10, 128)}, 0);
    for (Cycle now = 1; now <= 100; ++now) {
      if (now % 5 == 0) sm.credits.push(now);
      sm.unit.take_credits();
      if (sm.unit.has_room()) sm.issue(global_words(0x1000, 4, exec::AccessKind::store), now);
      const std::uint64_t flits = sm.unit.port().flits();
      sm.tick(now);
      const bool was_reserved = sm.unit.port().is_reserved();
      engine.tick(now, sm.unit.port().flits() != flits);
      if (was_reserved && !sm.unit.port().is_reserved()) sm.unit.take_turn();
    }
    // A credit, a place to wait, and twenty places: each has eleven.
    const auto loads =
        std::ranges::count_if(sm.unit.port().outbox(), [](const memory::RequestPacket& packet) {
          return packet.payload.kind == model::RequestKind::load;
        });
    const bool alternates = priority == ContextPriority::alternate;
    EXPECT_NEAR(static_cast<double>(loads), alternates ? 10 : 0, 1);
    EXPECT_EQ(sm.unit.port().outbox().size(), 21u);
  }
}

/// One access in a stream of random accesses.
struct Random {
  exec::MemoryAccess access;
  Cycle operands = 0;  ///< from its issue to its addresses
};

Random random_access(std::mt19937& random) {
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  const Addr line = 128 * below(6);
  const auto kind = below(3) == 0 ? exec::AccessKind::store : exec::AccessKind::load;
  Random made{shared_words(line, 4 << below(4)), below(7)};
  if (below(4) == 0) made.access = global_words(0x1000 + line, 4, kind);
  if (below(4) == 0) made.access = local_words(line);
  if (made.access.shared != 0) made.access.kind = kind;
  return made;
}

/// What a unit does with random accesses in `cycles` cycles, in words. Replies come after a while.
/// The unit sleeps where it says that it has nothing to do.
std::string history(Unit& sm, unsigned seed, Cycle cycles) {
  std::mt19937 random(seed);
  std::map<Cycle, std::vector<model::MemoryReply>> replies;
  std::string text;
  Cycle wake = 0;
  std::size_t sent = 0;
  for (Cycle now = 1; now < cycles; ++now) {
    const bool issues = random() % 3 == 0;
    const Random next = random_access(random);
    const Cycle latency = 10 + random() % 40;
    if (const Cycle credit = sm.unit.take_credits(); credit != kNever)
      wake = std::min(wake, credit);
    if (!issues && now < wake && !replies.contains(now)) continue;
    sm.unit.begin_cycle(now);
    sm.unit.deliver(now);
    for (const model::MemoryReply& reply : replies[now]) sm.unit.receive(reply);
    if (issues && sm.unit.has_room()) sm.issue(next.access, now + next.operands);
    if (issues) text += fmt::format("{} room {}\n", now, sm.unit.has_room());
    sm.unit.tick(now, &sm.counters);
    for (const FinishedAccess& done : sm.unit.finished()) {
      text += fmt::format("{} finished {} {}\n", now, done.issued_at, static_cast<int>(done.kind));
      sm.unit.release(done.id);
    }
    sm.unit.finished().clear();
    auto& outbox = sm.unit.port().outbox();
    for (; sent < outbox.size(); ++sent) {
      const model::MemoryRequest& request = outbox[sent].payload;
      text += fmt::format("{} sent {:x} {}\n", now, request.line, static_cast<int>(request.kind));
      sm.credits.push(now + 3);
      replies[now + latency].push_back({.origin = request.origin,
                                        .line = request.line,
                                        .sectors = request.sectors,
                                        .kind = request.kind});
    }
    wake = sm.unit.next(now);
  }
  return text + fmt::format("{} write-backs", sm.counters.l1.write_backs);
}

/// A unit whose listener hears of bank accesses plans none. It does the same in the same cycles.
TEST(LoadStoreUnit, PlannedAccessesTakeTheCyclesOfQueuedOnes) {
  std::uint64_t write_backs = 0;
  for (unsigned seed = 1; seed <= 100; ++seed) {
    SmConfiguration configuration = load_store_configuration();
    configuration.load_store.queue_entries = 1 + seed % 4;
    configuration.l1.local_write = LocalWrite::back;
    configuration.l1.allocation = seed % 2 == 0 ? Allocation::on_fill : Allocation::on_miss;
    Heard heard;
    Unit planned(configuration), queued(configuration);
    queued.subscribers.add(heard);
    EXPECT_EQ(history(planned, seed, 2000), history(queued, seed, 2000)) << "seed " << seed;
    write_backs += planned.counters.l1.write_backs;
  }
  EXPECT_GT(write_backs, 1000u);
}

TEST(LoadStoreUnit, ListenersHearOfTriesFillsAndEvictions) {
  Unit sm;
  Heard listener;
  sm.subscribers.add(listener);
  sm.issue(shared_words(0, 8), 1);
  sm.tick(1);
  EXPECT_EQ(listener.last.cycles, 2u);
  sm.issue(global_words(0x1000, 4), 3);
  sm.tick(3);
  EXPECT_EQ(listener.last.line, 0x1000u);
  EXPECT_EQ(listener.last.outcome, model::L1Outcome::miss);
  EXPECT_EQ(listener.last.new_sectors, 0xF);
  EXPECT_EQ(listener.last.threads, kWarpSize);
  EXPECT_EQ(listener.last.entity, 2u);
  const model::MemoryRequest miss = sm.unit.port().outbox().back().payload;
  sm.unit.receive({.origin = miss.origin, .line = miss.line, .sectors = miss.sectors});
  sm.issue(global_words(0x1000, 4, exec::AccessKind::store), 4);  // takes the line away
  sm.tick(4);
  EXPECT_EQ(listener.last.kind, model::L1Kind::store);
  sm.unit.invalidate_cache();
  const std::vector<std::string> expected = {"banks",   "access", "filled",
                                             "evicted", "access", "flushed"};
  EXPECT_EQ(listener.events, expected);
}

}  // namespace
}  // namespace heddle::core
