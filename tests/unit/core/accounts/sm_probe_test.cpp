#include "heddle/core/accounts/sm_probe.hpp"

#include <gtest/gtest.h>

#include "sm_rig.hpp"

namespace heddle::core {
namespace {

/// Keeps what a test asks of.
struct HeardStates final : model::Hears<model::BlockDispatched, model::WarpStateChanged,
                                        model::SlotStalled, model::QueueDepths> {
  void on(const model::BlockDispatched&) override { ++blocks; }
  void on(const model::WarpStateChanged& event) override { states.push_back(event); }
  void on(const model::SlotStalled& event) override { stalls.push_back(event); }
  void on(const model::QueueDepths& event) override { depths.push_back(event); }

  unsigned blocks = 0;
  std::vector<model::WarpStateChanged> states;
  std::vector<model::SlotStalled> stalls;
  std::vector<model::QueueDepths> depths;
};

TEST(SmProbe, TellsOfAnEntityOnlyWhenItsStateChanges) {
  rig::SmRig sm;
  HeardStates heard;
  sm.probe.subscribers().add(heard);
  sm.set(1, Condition::ready);
  sm.set(2, Condition::ready);
  sm.probe.show_states(rig::mask_of({2}), 4);
  sm.probe.show_states(rig::mask_of({2}), 5);
  sm.probe.show_states(rig::mask_of({1, 2}), 6);
  ASSERT_EQ(heard.states.size(), 3u);  // absent entities are empty from the start
  EXPECT_EQ(heard.states[0].entity, 1u);
  EXPECT_EQ(heard.states[0].state, model::Stall::pipeline);
  EXPECT_EQ(heard.states[1].entity, 2u);
  EXPECT_EQ(heard.states[1].state, model::Stall::issued);
  EXPECT_EQ(heard.states[2].cycle, 6u);
  EXPECT_EQ(heard.states[2].entity, 1u);
  EXPECT_EQ(heard.states[2].state, model::Stall::issued);
}

TEST(SmProbe, TellsANewSubscriberEverythingAnew) {
  rig::SmRig sm;
  HeardStates first, second;
  sm.set(3, Condition::fetch);
  for (HeardStates* const heard : {&first, &second}) {
    sm.probe.subscribers().add(*heard);
    sm.probe.tell_anew();
    sm.probe.show_states({}, 1);
    sm.probe.show_depths({.cycle = 1, .load_store = 2});
    sm.probe.show_depths({.cycle = 2, .load_store = 2});
  }
  EXPECT_EQ(second.states.size(), 1u);
  ASSERT_EQ(second.depths.size(), 1u);  // depths that stay as they are are told once
  EXPECT_EQ(second.depths[0].load_store, 2u);
}

TEST(SmProbe, TellsWhatIsHeardAlone) {
  rig::SmRig sm;
  HeardStates heard;
  EXPECT_FALSE((sm.probe.tells<model::WarpStateChanged, model::SlotStalled>()));
  sm.probe.show_stall(1, model::Stall::fetch, 10, 3);
  sm.probe.subscribers().add(heard);
  EXPECT_TRUE((sm.probe.tells<model::WarpStateChanged, model::InstructionIssued>()));
  EXPECT_FALSE(sm.probe.tells<model::InstructionIssued>());
  sm.probe.show_stall(1, model::Stall::fetch, 7, 3);
  sm.probe.show_block(model::BlockDispatched{});
  ASSERT_EQ(heard.stalls.size(), 1u);
  EXPECT_EQ(heard.stalls[0].cycle, 7u);
  EXPECT_EQ(heard.stalls[0].cycles, 3u);
  EXPECT_EQ(heard.stalls[0].slot, 1u);
  EXPECT_EQ(heard.blocks, 1u);
}

TEST(SmProbe, TellsWhomTheGateHeldIfItHeldAny) {
  struct Held final : model::Hears<model::ThrottleHeld> {
    void on(const model::ThrottleHeld& event) override { masks.push_back(event.entities); }
    std::vector<model::EntityMask> masks;
  } held;
  rig::SmRig sm;
  sm.probe.subscribers().add(held);
  sm.probe.show_held({});
  sm.probe.show_held(rig::mask_of({1, 3}));
  ASSERT_EQ(held.masks.size(), 1u);
  EXPECT_EQ(held.masks[0], rig::mask_of({1, 3}));
}

}  // namespace
}  // namespace heddle::core
