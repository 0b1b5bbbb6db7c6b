// Which SMs the triggers that watch grids want, by situations made by hand.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "heddle/policy/preemption_trigger/preemption_trigger.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

/// SMs that an old grid has filled, and a grid that came later and needs some of them.
struct Taken {
  Taken(std::uint32_t sms, std::uint64_t waiting, std::uint64_t blocks_per_sm)
      : targets(sms, {.has_blocks = true, .grid = 1}),
        grids{{.priority = -1, .waiting_blocks = waiting, .blocks_per_sm = blocks_per_sm},
              {.priority = 0, .waiting_blocks = 100, .blocks_per_sm = blocks_per_sm, .sms = sms}} {
    for (SignalTarget& target : targets) target.most_urgent = 0;
  }

  /// Signals that the trigger sends until it has no more; none of the SMs is free yet.
  std::uint32_t signals(const char* trigger) {
    const auto made = Registry<PreemptionTrigger>::instance().make(trigger);
    made->attach(static_cast<std::uint32_t>(targets.size()));
    std::uint32_t sent = 0;
    while (const auto signal = made->fire({targets, grids})) {
      EXPECT_EQ(signal->grid, 0u);
      SignalTarget& target = targets[signal->sm];
      EXPECT_TRUE(target.takes_signal());
      target.is_closed = target.is_reserved = true;
      ++grids[0].reserved;
      ++grids[0].sms;
      grids[0].room += grids[0].blocks_per_sm;
      ++sent;
    }
    return sent;
  }

  std::vector<SignalTarget> targets;
  std::vector<WaitingGrid> grids;
};

/// Blocks of which four fill an SM need a quarter of their number of SMs, rounded up. Of 15 SMs and
/// two grids each has a share of seven.
TEST(ReclaimTriggerAlone, TakesNoMoreSmsThanTheBlocksNeedNorThanItsShare) {
  for (const auto& [blocks, sms] : {std::pair(1u, 1u),
                                    {4u, 1u},
                                    {13u, 4u},
                                    {16u, 4u},
                                    {17u, 5u},
                                    {28u, 7u},
                                    {29u, 7u},
                                    {100u, 7u}})
    EXPECT_EQ(Taken(15, blocks, 4).signals("reclaim"), sms) << blocks << " blocks";
}

TEST(PriorityTriggerAlone, TakesNoMoreSmsThanTheBlocksNeed) {
  for (const auto& [blocks, sms] :
       {std::pair(1u, 1u), {4u, 1u}, {13u, 4u}, {16u, 4u}, {29u, 8u}, {100u, 15u}})
    EXPECT_EQ(Taken(15, blocks, 4).signals("priority"), sms) << blocks << " blocks";
}

/// Three SMs are full of the grid's blocks, and 12 more wait: they need three other SMs. What the
/// grid has does not count, unless there is room on it.
TEST(PriorityTriggerAlone, WhatIsFullServesNobodyWhoWaits) {
  for (const auto& [room, sms] : {std::pair(0u, 3u), {4u, 2u}, {8u, 1u}, {12u, 0u}}) {
    for (const char* trigger : {"priority", "reclaim"}) {
      Taken taken(15, 12, 4);
      for (std::uint32_t sm = 0; sm < 3; ++sm)
        taken.targets[sm] = {.has_blocks = true, .is_reserved = true, .grid = 0, .most_urgent = -1};
      taken.grids[0].reserved = taken.grids[0].sms = 3;
      taken.grids[1].sms = 12;
      taken.grids[0].room = room;
      EXPECT_EQ(taken.signals(trigger), sms) << trigger << ", room for " << room;
    }
  }
}

}  // namespace
}  // namespace heddle::policy
