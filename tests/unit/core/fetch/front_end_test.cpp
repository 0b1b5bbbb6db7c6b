#include "heddle/core/fetch/front_end.hpp"

#include <gtest/gtest.h>

#include "unit_rig.hpp"

namespace heddle::core {
namespace {

SmConfiguration with_code_cache() {
  SmConfiguration configuration;
  configuration.fetch.latency = 3;
  configuration.fetch.cache_bytes = 1024;
  configuration.l1.miss_latency = 20;
  return configuration;
}

TEST(FrontEnd, AFetchTakesItsLatencyUnlessTheDelayHidesIt) {
  rig::UnitRig sm;  // latency 1, and all code is in the cache
  sm.residents.start_block(0, 0, 2, 5);
  sm.front_end.launch(0);
  sm.front_end.want(0, 5, 0);
  EXPECT_EQ(sm.events.next(), 6u);
  EXPECT_TRUE(sm.front_end.has_instruction(0));
  sm.front_end.launch(1);
  EXPECT_FALSE(sm.front_end.has_instruction(1));
  sm.events.deliver(6, [](const SmEvent&) {});
  sm.front_end.want(1, 6, 4);
  EXPECT_EQ(sm.events.next(), 10u);
}

TEST(FrontEnd, ABufferedInstructionIssuesAfterTheDelay) {
  rig::UnitRig sm;
  sm.start(0, 5);
  sm.front_end.want(0, 8, 4);
  EXPECT_EQ(sm.events.next(), 12u);
  EXPECT_EQ(sm.counters.kernels[0].fetch.fetches, 2u);  // when the block came, an entity each
}

TEST(FrontEnd, AMissingLineIsRequestedOnceAndServesAllThatWait) {
  rig::UnitRig sm(3, {.slots = 2}, with_code_cache());
  sm.residents.start_block(0, 0, 2, 5);
  sm.flow.start_launched(5);
  EXPECT_EQ(sm.events.next(), kNever);
  EXPECT_EQ(sm.front_end.next<GeneralShape>(4), 5u);
  sm.front_end.tick<GeneralShape>(5);
  const auto& sent = sm.load_store.port().outbox();
  ASSERT_EQ(sent.size(), 1u);
  EXPECT_EQ(sent[0].time, 25u);
  EXPECT_EQ(sent[0].payload.line, rig::UnitRig::kCodeBase);
  EXPECT_EQ(Origin(sent[0].payload.origin).owner(), Origin::Owner::code);
  EXPECT_EQ(sm.counters.kernels[0].request_flits, sm.load_store.port().flits());
  EXPECT_EQ(sm.front_end.next<GeneralShape>(5), kNever);
  sm.front_end.fill(rig::UnitRig::kCodeBase, 100);
  EXPECT_EQ(sm.events.next(), 103u);
  sm.deliver(103);
  EXPECT_EQ(sm.condition(0), Condition::ready);
  EXPECT_EQ(sm.condition(1), Condition::ready);
}

/// As a warp does that starts at the end of a cycle.
TEST(FrontEnd, ALineWantedBehindTickIsRequestedInTheNextCycle) {
  rig::UnitRig sm(3, {.slots = 2}, with_code_cache());
  sm.front_end.tick<GeneralShape>(5);
  sm.residents.start_block(0, 0, 2, 5);
  sm.flow.start_launched(5);
  EXPECT_EQ(sm.front_end.next<GeneralShape>(5), 6u);
  sm.front_end.tick<GeneralShape>(6);
  ASSERT_EQ(sm.load_store.port().outbox().size(), 1u);
  EXPECT_EQ(sm.load_store.port().outbox()[0].time, 26u);
}

}  // namespace
}  // namespace heddle::core
