#include "heddle/core/residents/warp_slots.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sm_rig.hpp"

namespace heddle::core {
namespace {

/// Does what the test says next.
class ScriptedResidency final : public policy::SmResidency {
 public:
  struct Script {
    std::uint32_t begins = 0;  ///< warps of the next block
    policy::Exchange exchange;
    std::vector<unsigned> misses;  ///< entities that it was told of
  };
  explicit ScriptedResidency(Script& script) : script_(script) {}
  std::uint32_t begin(unsigned /*block_slot*/, std::uint32_t /*warps*/,
                      std::uint32_t /*free*/) override {
    return script_.begins;
  }
  bool hears_waits() const override { return true; }
  void waits(unsigned /*entity*/, policy::LongWait /*wait*/) override { request_exchange(); }
  void misses(unsigned entity) override { script_.misses.push_back(entity); }
  policy::Exchange exchange(unsigned /*free*/) override {
    return std::exchange(script_.exchange, {});
  }

 private:
  Script& script_;
};

/// Slots for four warps and contexts for eight; two issue slots.
struct SlotsRig {
  explicit SlotsRig(std::uint32_t bytes_per_cycle = 128)
      : limits{.warps = 8, .blocks = 4, .bytes_per_cycle = bytes_per_cycle} {
    policies.attach(view, probe.subscribers());
  }

  /// The block comes with two warps, of which so many take slots, and whose contexts are these.
  void come(std::uint16_t block_slot, std::uint16_t first, std::uint32_t begins) {
    script.begins = begins;
    slots.arrive(block_slot, 2);
    for (const std::uint16_t context : {first, static_cast<std::uint16_t>(first + 1)}) {
      slots.claim(context);
      contexts.table.launch(context, 0, block_slot);
      contexts.table.set_condition(context, Condition::fetch);
      conditions.launch(context);
      slots.launched(context);
    }
  }
  void ask(const policy::Exchange& exchange, Cycle now) {
    script.exchange = exchange;
    slots.exchange(now);
  }
  unsigned issue_slot(unsigned entity) const { return contexts.places[entity].slot; }
  bool issues(unsigned entity) const {
    return contexts.slot_members[issue_slot(entity)].test(entity);
  }

  policy::ContextLimits limits;
  SmSpec spec = rig::small_sm();
  ScriptedResidency::Script script;
  std::vector<std::string> told;
  PolicyBoundary policies{
      0,
      spec,
      {.organisation = {{policy::Organisation::kKind, "fixed"},
                        std::make_unique<rig::FixedOrganisation>(policy::Shape{.slots = 2})},
       .throttle = {{policy::Throttle::kKind, "set"}, std::make_unique<rig::SetThrottle>(nullptr)},
       .scheduler = {{policy::WarpScheduler::kKind, "noting"},
                     std::make_unique<rig::NotingScheduler>(told)},
       .residency = {{policy::Residency::kKind, "scripted"},
                     std::make_unique<ScriptedResidency>(script)}}};
  Contexts contexts{spec, policies.shape(), limits};
  IssueGate gate{policies, contexts.table, contexts.gangs};
  SmProbe probe{contexts, gate};
  model::SmView view{.warps = contexts.views.data(),
                     .entities = contexts.entities(),
                     .slots = 2,
                     .blocks = 4,
                     .places = contexts.places};
  EntityConditions conditions{contexts.table, contexts.entities(), policies};
  SmCounters counters;
  WarpSlots slots{spec, limits, contexts, conditions, policies, counters};
  std::vector<std::uint16_t> arrived;
};

TEST(WarpSlots, ThereAreMoreContextsThanSlots) {
  SlotsRig sm;
  EXPECT_EQ(sm.contexts.warps.size(), 8u);
  EXPECT_EQ(sm.contexts.blocks.size(), 4u);
  sm.come(0, 0, 2);
  sm.come(1, 2, 1);
  sm.come(2, 4, 0);
  for (const unsigned entity : {0u, 1u, 2u}) EXPECT_TRUE(sm.issues(entity)) << entity;
  EXPECT_EQ(sm.contexts.away, rig::mask_of({3, 4, 5}));
  for (const unsigned entity : {3u, 4u, 5u}) EXPECT_FALSE(sm.issues(entity)) << entity;
  // The issue slot is that of the warp slot: 0, 1, 0.
  EXPECT_EQ(sm.issue_slot(0), 0u);
  EXPECT_EQ(sm.issue_slot(1), 1u);
  EXPECT_EQ(sm.issue_slot(2), 0u);
}

// 20 registers of 128 bytes and 144 of a slot: 22 cycles out, then 22 in.
TEST(WarpSlots, AnExchangeTakesItsBytesOutThenIn) {
  SlotsRig sm;
  sm.come(0, 0, 2);
  sm.come(1, 2, 2);
  sm.come(2, 4, 0);
  sm.conditions.set(1, Condition::barrier);
  sm.conditions.set(5, Condition::ready);
  EXPECT_EQ(sm.contexts.table[5].condition, Condition::away);
  sm.ask({.out = rig::mask_of({1}),
          .in = rig::mask_of({5}),
          .bytes_out = 20 * 128 + 144,
          .bytes_in = 20 * 128 + 144},
         100);
  EXPECT_FALSE(sm.issues(1));  // at once
  EXPECT_EQ(sm.slots.next(), 122u);
  sm.slots.advance_exchange(121, sm.arrived);
  sm.slots.advance_exchange(122, sm.arrived);
  EXPECT_EQ(sm.slots.next(), 144u);
  EXPECT_FALSE(sm.issues(5));
  sm.slots.advance_exchange(144, sm.arrived);
  EXPECT_EQ(sm.slots.next(), kNever);
  EXPECT_TRUE(sm.issues(5));
  EXPECT_EQ(sm.issue_slot(5), 1u);  // that of the warp which left
  EXPECT_EQ(sm.contexts.table[5].condition, Condition::ready);
  EXPECT_EQ(sm.contexts.away, rig::mask_of({1, 4}));
  EXPECT_EQ(sm.counters.exchanges[0].exchanges, 1u);
  EXPECT_EQ(sm.counters.exchanges[0].bytes, 5408u);
  EXPECT_EQ(sm.counters.exchanges[0].cycles, 44u);
}

// A warp of 20 registers, and a block of three warps and 12 KiB of shared memory.
TEST(WarpSlots, ContextsMoveAtSoManyBytesACycle) {
  constexpr std::uint64_t kWarp = 20 * 128 + 144, kBlock = 3 * 144 + 12288;
  const auto cycles = [](std::uint32_t bytes_per_cycle, std::uint64_t bytes) {
    SlotsRig sm(bytes_per_cycle);
    sm.come(0, 0, 2);
    sm.conditions.set(0, Condition::barrier);
    sm.ask({.out = rig::mask_of({0}), .bytes_out = bytes}, 1000);
    return sm.slots.next() - 1000;
  };
  EXPECT_EQ(cycles(128, kWarp), 22u);
  EXPECT_EQ(cycles(64, kWarp), 43u);
  EXPECT_EQ(cycles(256, kWarp), 11u);
  EXPECT_EQ(cycles(128, kBlock), 100u);
  EXPECT_EQ(cycles(64, kBlock), 199u);
  EXPECT_EQ(cycles(256, kBlock), 50u);
}

TEST(WarpSlots, WhatAWarpWaitsForGoesOnWhileItIsAway) {
  SlotsRig sm;
  sm.come(0, 0, 2);
  sm.conditions.set(0, Condition::barrier);
  sm.ask({.out = rig::mask_of({0})}, 10);
  sm.slots.advance_exchange(11, sm.arrived);
  sm.conditions.set(0, Condition::ready);  // the barrier has opened
  EXPECT_EQ(sm.contexts.table[0].condition, Condition::away);
  sm.ask({.in = rig::mask_of({0})}, 20);
  sm.slots.advance_exchange(21, sm.arrived);
  EXPECT_TRUE(sm.issues(0));
  EXPECT_EQ(sm.contexts.table[0].condition, Condition::ready);
  EXPECT_TRUE(sm.arrived.empty());  // it has run before
}

TEST(WarpSlots, AWarpLeavesWhenItsResultsAreWritten) {
  SlotsRig sm;
  sm.come(0, 0, 2);
  sm.contexts.table[0].results = 1;
  sm.conditions.set(0, Condition::barrier);
  sm.ask({.out = rig::mask_of({0}), .bytes_out = 256}, 10);
  EXPECT_FALSE(sm.issues(0));
  EXPECT_EQ(sm.slots.next(), kNever);
  sm.contexts.table[0].results = 0;
  sm.slots.exchange(15);
  EXPECT_EQ(sm.slots.next(), 17u);
}

TEST(WarpSlots, DrainedWarpsGiveTheirSlotsBack) {
  SlotsRig sm;
  sm.come(0, 0, 2);
  sm.come(1, 2, 2);
  sm.slots.drain(1);
  sm.come(2, 4, 1);
  EXPECT_EQ(sm.issue_slot(4), 1u);  // the lowest free slot
  EXPECT_FALSE(sm.issues(1));
}

TEST(WarpSlots, WrongAnswersEndTheRun) {
  const auto refusal = [](const policy::Exchange& exchange) {
    SlotsRig sm;
    sm.come(0, 0, 2);
    sm.come(1, 2, 2);
    sm.come(2, 4, 0);
    sm.conditions.set(0, Condition::barrier);
    try {
      sm.ask(exchange, 5);
    } catch (const policy::PolicyError& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  using testing::HasSubstr;
  EXPECT_EQ(refusal({.out = rig::mask_of({0}), .in = rig::mask_of({4})}), "none");
  EXPECT_THAT(refusal({.out = rig::mask_of({1})}), HasSubstr("1 leave their slots"));
  EXPECT_THAT(refusal({.out = rig::mask_of({4})}), HasSubstr("4 leave their slots"));
  EXPECT_THAT(refusal({.in = rig::mask_of({1})}), HasSubstr("1 take slots"));
  EXPECT_THAT(refusal({.out = rig::mask_of({0}), .in = rig::mask_of({4, 5})}),
              HasSubstr("2 warps take slots"));
  SlotsRig sm;
  EXPECT_THROW(sm.come(0, 0, 3), policy::PolicyError);
}

TEST(WarpSlots, PoliciesHearWhoHasASlot) {
  SlotsRig sm;
  sm.come(0, 0, 1);
  sm.ask({.in = rig::mask_of({1})}, 5);
  EXPECT_EQ(sm.told, (std::vector<std::string>{"away 1"}));
  sm.conditions.set(0, Condition::barrier);  // something happens
  sm.ask({.in = rig::mask_of({1})}, 6);
  sm.slots.advance_exchange(7, sm.arrived);
  EXPECT_EQ(sm.told.back(), "present 1");
  EXPECT_EQ(sm.arrived, (std::vector<std::uint16_t>{1}));  // it begins
}

/// The entity's next instruction reads register 3.
TEST(EntityConditions, TellsWhichWaitsAreForMisses) {
  SlotsRig sm;
  sm.come(0, 0, 2);
  DecodedInstruction next;
  next.uses.rows = 1u << 3;
  sm.contexts.table.set_next(0, &next);
  const Dependencies third{.rows = 1u << 3, .more = {}}, fourth{.rows = 1u << 4, .more = {}};
  sm.contexts.table[0].scoreboard.begin(third, Scoreboard::From::far_memory);
  sm.conditions.set(0, Condition::scoreboard_memory);
  EXPECT_TRUE(sm.script.misses.empty());  // it may hit
  sm.conditions.miss(0, fourth);
  EXPECT_TRUE(sm.script.misses.empty());  // another register
  sm.conditions.miss(0, third);
  EXPECT_EQ(sm.script.misses, (std::vector<unsigned>{0}));
  sm.conditions.set(0, Condition::ready);
  sm.conditions.set(0, Condition::scoreboard_memory);
  EXPECT_EQ(sm.script.misses, (std::vector<unsigned>{0}));
}

}  // namespace
}  // namespace heddle::core
