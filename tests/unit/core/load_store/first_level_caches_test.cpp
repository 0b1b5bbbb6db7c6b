#include "heddle/core/load_store/first_level_caches.hpp"

#include <gtest/gtest.h>

#include "access_rig.hpp"

namespace heddle::core {
namespace {

using namespace rig;
using Progress = FirstLevelCaches::Progress;
using model::RequestKind;

struct Caches {
  explicit Caches(const SmConfiguration& set = load_store_configuration())
      : configuration(set),
        gatherer(configuration, false, false, table),
        caches(configuration, 6, table, listeners, sharing) {
    caches.port().connect(credits);
  }

  std::uint32_t open(const exec::MemoryAccess& access) {
    const AccessMember member{.owner = 2, .pc = 7, .lanes = access.lanes()};
    return gatherer.gather(member, {access, 0, 0, 1 << 20}, &counters).id;
  }
  Progress work(Cycle now, std::uint32_t id) { return caches.work(now, id, counters); }
  /// The last request that left.
  const memory::Packet<model::MemoryRequest>& sent() { return caches.port().outbox().back(); }
  std::size_t sent_count() { return caches.port().outbox().size(); }
  void reply(const model::MemoryRequest& to, bool from_dram = false) {
    caches.receive(
        0, {.origin = to.origin, .line = to.line, .sectors = to.sectors, .from_dram = from_dram});
  }

  SmConfiguration configuration;
  KernelCounters counters{};
  AccessTable table;
  model::Subscribers subscribers;
  AccessListeners listeners{1, subscribers};
  CorunPart sharing{0, {{policy::Corun::kKind, "leftover"}, nullptr}};
  AccessGatherer gatherer;
  FirstLevelCaches caches;
  RingQueue<Cycle> credits;
};

TEST(FirstLevelCaches, AMissIsSentAndAnsweredAHitIsScheduled) {
  Caches sm;
  const std::uint32_t miss = sm.open(global_words(0x1000, 4));
  EXPECT_EQ(sm.work(100, miss), Progress::done);
  EXPECT_TRUE(sm.table[miss].is_worked_off());
  ASSERT_EQ(sm.sent_count(), 1u);
  EXPECT_EQ(sm.sent().time, 100 + kMissLatency);
  EXPECT_EQ(sm.sent().payload.line, 0x1000u);
  EXPECT_EQ(sm.sent().payload.sm, 6u);
  EXPECT_EQ(sm.sent().payload.kind, RequestKind::load);
  EXPECT_EQ(sm.counters.request_flits, sm.caches.port().flits());
  EXPECT_EQ(sm.caches.outstanding(), 1u);

  const std::uint32_t merged = sm.open(global_words(0x1000, 4));
  EXPECT_EQ(sm.work(101, merged), Progress::done);
  EXPECT_EQ(sm.sent_count(), 1u);
  sm.reply(sm.sent().payload, true);
  ASSERT_EQ(sm.table.finished().size(), 2u);
  EXPECT_EQ(sm.table.finished()[0].id, miss);
  EXPECT_EQ(sm.table.finished()[1].id, merged);
  EXPECT_EQ(sm.table.finished()[1].level, Level::dram);
  EXPECT_EQ(sm.caches.outstanding(), 0u);

  const std::uint32_t hit = sm.open(global_words(0x1000, 4));
  EXPECT_EQ(sm.work(200, hit), Progress::done);
  EXPECT_EQ(sm.table.next_answer(), 200 + kHitLatency);
  sm.table.deliver(200 + kHitLatency);
  ASSERT_EQ(sm.table.finished().size(), 3u);
  EXPECT_EQ(sm.table.finished()[2].level, Level::l1);
  EXPECT_EQ(sm.counters.l1.hits, 1u);
  EXPECT_EQ(sm.counters.l1.misses, 1u);
  EXPECT_EQ(sm.counters.l1.merges, 1u);
}

TEST(FirstLevelCaches, AnAccessOfTwoLinesTakesTwoTurns) {
  Caches sm;
  const std::uint32_t id = sm.open(global_words(0x1000, 8));
  EXPECT_EQ(sm.work(10, id), Progress::done);
  EXPECT_FALSE(sm.table[id].is_worked_off());
  EXPECT_EQ(sm.work(11, id), Progress::done);
  EXPECT_TRUE(sm.table[id].is_worked_off());
  EXPECT_EQ(sm.sent().payload.line, 0x1080u);
}

TEST(FirstLevelCaches, ALoadWaitsForALineWhenAllAreOnTheirWay) {
  Caches sm;  // of two lines
  EXPECT_EQ(sm.work(0, sm.open(global_words(0x1000, 4))), Progress::done);
  EXPECT_EQ(sm.work(1, sm.open(global_words(0x1080, 4))), Progress::done);
  const model::MemoryRequest second = sm.sent().payload;
  const std::uint32_t third = sm.open(global_words(0x1100, 4));
  EXPECT_EQ(sm.work(2, third), Progress::wait_for_fill);
  EXPECT_FALSE(sm.table[third].is_worked_off());
  sm.reply(second);
  EXPECT_EQ(sm.work(3, third), Progress::done);
}

TEST(FirstLevelCaches, WhatMustLeaveWaitsForThePort) {
  SmConfiguration configuration = load_store_configuration();
  configuration.interconnect.credits = 1;
  configuration.load_store.injection_queue = 0;
  Caches sm(configuration);
  const std::uint32_t store = sm.open(global_words(0x1000, 4, exec::AccessKind::store));
  EXPECT_EQ(sm.work(0, store), Progress::done);
  EXPECT_EQ(sm.sent().payload.kind, RequestKind::store);
  EXPECT_EQ(sm.work(1, sm.open(global_words(0x2000, 4))), Progress::wait_for_port);
  EXPECT_EQ(sm.work(1, sm.open(global_words(0x2000, 4, exec::AccessKind::store))),
            Progress::wait_for_port);
  EXPECT_EQ(sm.work(1, sm.open(global_words(0x2000, 4, exec::AccessKind::atomic))),
            Progress::wait_for_port);
  exec::MemoryAccess direct = global_words(0x2000, 4);
  direct.is_volatile = true;
  const std::uint32_t bypass = sm.open(direct);
  EXPECT_EQ(sm.work(1, bypass), Progress::wait_for_port);
  EXPECT_EQ(sm.counters.l1.failures.port, 4u);
  sm.credits.push(2);
  EXPECT_EQ(sm.work(2, bypass), Progress::done);
  EXPECT_EQ(sm.counters.l1.bypasses, 1u);
  sm.reply(sm.sent().payload);
  EXPECT_EQ(sm.table.finished().back().id, bypass);
  EXPECT_EQ(sm.table.finished().back().level, Level::l2);
}

TEST(FirstLevelCaches, LinesOfLocalMemoryLeaveWhenTheyAreEvicted) {
  SmConfiguration configuration = load_store_configuration();
  configuration.l1.local_write = LocalWrite::back;
  Caches sm(configuration);
  for (const Addr offset : {0, 4, 8}) {  // a line each, of which the L1 has two
    exec::MemoryAccess access = words_at(offset, 0, exec::AccessKind::store);
    access.local = kAllLanes;
    EXPECT_EQ(sm.work(offset, sm.open(access)), Progress::done);
  }
  EXPECT_EQ(sm.sent_count(), 0u);
  ASSERT_TRUE(sm.caches.has_write_backs());
  EXPECT_EQ(sm.caches.write_back(20, &sm.counters), Progress::done);
  EXPECT_FALSE(sm.caches.has_write_backs());
  EXPECT_EQ(sm.sent().payload.line, Addr{1} << 20);
  EXPECT_EQ(sm.sent().payload.kind, RequestKind::store);
  EXPECT_EQ(sm.sent().time, 20 + kMissLatency);
  EXPECT_EQ(sm.counters.l1.write_backs, 1u);
  sm.reply(sm.sent().payload);  // of which nobody is told
  EXPECT_TRUE(sm.table.finished().empty());
}

TEST(FirstLevelCaches, NothingIsLeftAfterAnInvalidation) {
  Caches sm;
  EXPECT_EQ(sm.work(0, sm.open(global_words(0x1000, 4))), Progress::done);
  sm.reply(sm.sent().payload);
  sm.caches.invalidate(5);
  EXPECT_EQ(sm.work(6, sm.open(global_words(0x1000, 4))), Progress::done);
  EXPECT_EQ(sm.counters.l1.misses, 2u);
}

}  // namespace
}  // namespace heddle::core
