// Listeners and samples: they see everything once, and change nothing.

#include <map>
#include <numeric>
#include <tuple>

#include <gtest/gtest.h>

#include "heddle/probe/timeline/sm_timeline.hpp"
#include "mixed_program.hpp"
#include "rig.hpp"
#include "sampled.hpp"
#include "statistics.hpp"

namespace heddle::test {
namespace {

using model::Stall;

gpu::MachineSpec machine_of(std::uint32_t sms, std::uint32_t quantum) {
  auto machine = small_machine();
  machine.sm.count = sms;
  machine.control.quantum = quantum;
  machine.control.control_latency = 16;
  return machine;
}

std::vector<std::uint64_t> plain(const probe::Sample& sample) {
  std::vector<std::uint64_t> values{sample.begin,
                                    sample.end,
                                    sample.counts.warp_instructions,
                                    sample.counts.thread_instructions,
                                    sample.counts.l1_loads,
                                    sample.counts.l1_hits,
                                    sample.counts.l2_requests,
                                    sample.counts.l2_hits,
                                    sample.counts.request_flits,
                                    sample.counts.reply_flits,
                                    sample.levels.warps,
                                    sample.levels.load_store_queue,
                                    sample.levels.l1_outstanding};
  const auto& slots = sample.counts.slot_cycles;
  values.insert(values.end(), slots.begin(), slots.end());
  return values;
}

std::vector<std::vector<std::uint64_t>> samples_of(const Sampled& sampled) {
  std::vector<std::vector<std::uint64_t>> samples;
  for (const auto& sample : sampled.samples()) samples.push_back(plain(sample));
  return samples;
}

TEST(Samples, TileTheTimeInWhichAGridRuns) {
  const auto machine = machine_of(4, 16);
  Rig rig(machine);
  Sampled sampled(100);
  rig.gpu().attach(sampled);
  const auto counters = rig.run_body(kMixed, {20}, {128});
  probe::MachineCounts sum;
  Cycle at = counters.started;
  for (const auto& sample : sampled.samples()) {
    EXPECT_EQ(sample.begin, at);
    EXPECT_TRUE(sample.end % 100 == 0 || sample.end == counters.ended);
    EXPECT_LE(sample.end - sample.begin, 100u);
    at = sample.end;
    const auto& slots = sample.counts.slot_cycles;
    EXPECT_EQ(std::accumulate(slots.begin(), slots.end(), std::uint64_t{0}),
              (sample.end - sample.begin) * machine.sm.count * machine.sm.schedulers);
    sum += sample.counts;
  }
  EXPECT_EQ(at, counters.ended);
  EXPECT_EQ(sum.warp_instructions, counters.kernel.warp_instructions);
  EXPECT_EQ(sum.thread_instructions, counters.kernel.thread_instructions());
  EXPECT_EQ(sum.slot_cycles, counters.stalls.cycles);
  EXPECT_EQ(sum.l1_hits, counters.kernel.l1.hits);
  EXPECT_EQ(sum.l2_requests, counters.l2.loads + counters.l2.stores + counters.l2.atomics);
  EXPECT_EQ(sum.request_flits, counters.kernel.request_flits);
}

TEST(Samples, NeitherQuantumNorHostThreadsShow) {
  const auto taken = [](std::uint32_t quantum, unsigned threads, Cycle interval) {
    Rig rig(machine_of(4, quantum), {}, threads);
    Sampled sampled(interval);
    rig.gpu().attach(sampled);
    rig.run_body(kMixed, {8}, {64});
    rig.run_body(kMixed, {2}, {64});
    return samples_of(sampled);
  };
  for (const Cycle interval : {7u, 100u}) {
    const auto reference = taken(16, 1, interval);
    EXPECT_GT(reference.size(), 5u);
    for (const unsigned threads : {2u, 3u, 4u}) EXPECT_EQ(taken(16, threads, interval), reference);
  }
}

TEST(Samples, TheQuantumDoesNotShow) {
  const auto taken = [](std::uint32_t quantum) {
    Rig rig(machine_of(1, quantum));
    Sampled sampled(7);
    rig.gpu().attach(sampled);
    rig.run_body(kMixed, {8}, {64});
    return samples_of(sampled);
  };
  EXPECT_EQ(taken(1), taken(16));
  EXPECT_EQ(taken(4), taken(16));
}

TEST(Observation, ChangesNothing) {
  Rig plain_rig(machine_of(2, 16)), watched(machine_of(2, 16));
  probe::SmTimeline first({}), second({});
  watched.gpu().listen(0, first);
  watched.gpu().listen(1, second);
  Sampled sampled(10);
  watched.gpu().attach(sampled);
  watched.gpu().count_each_sm();
  EXPECT_EQ(values_of(plain_rig.run_body(kMixed, {20}, {128})),
            values_of(watched.run_body(kMixed, {20}, {128})));
}

TEST(Observation, SmsAndSlotsAddUpToTheGrid) {
  const auto machine = machine_of(3, 16);
  Rig rig(machine);
  rig.gpu().count_each_sm();
  for (int launch = 0; launch < 2; ++launch) {
    const auto counters = rig.run_body(kMixed, {20}, {128});
    ASSERT_EQ(counters.each_sm.size(), 3u);
    core::KernelCounters sum;
    model::StallCounters stalls;
    for (const auto& sm : counters.each_sm) {
      sum += sm.kernel;
      ASSERT_EQ(sm.slots.size(), machine.sm.schedulers);
      for (const auto& slot : sm.slots) {
        EXPECT_EQ(slot.total(), duration(counters));
        stalls += slot;
      }
    }
    EXPECT_EQ(stalls.cycles, counters.stalls.cycles);
    EXPECT_EQ(sum.warp_instructions, counters.kernel.warp_instructions);
    EXPECT_EQ(sum.by_lanes, counters.kernel.by_lanes);
    EXPECT_EQ(sum.warp_lifetime.sum, counters.kernel.warp_lifetime.sum);
    EXPECT_EQ(sum.l1.hits, counters.kernel.l1.hits);
  }
}

TEST(Timeline, SlotsAndEntitiesTileTimeAsTheCountersSay) {
  const auto machine = machine_of(1, 16);
  Rig rig(machine);
  probe::SmTimeline timeline({});
  rig.gpu().listen(0, timeline);
  const auto counters = rig.run_body(kMixed, {4}, {128});
  EXPECT_EQ(timeline.issues().size(), counters.kernel.warp_instructions);
  model::StallCounters slots;
  for (std::uint8_t slot = 0; slot < machine.sm.schedulers; ++slot) {
    Cycle at = counters.started;
    for (const auto& segment : timeline.slot_segments(slot, at, counters.ended)) {
      EXPECT_EQ(segment.begin, at);
      at = segment.end;
      slots.add(segment.state, segment.end - segment.begin);
    }
    EXPECT_EQ(at, counters.ended);
  }
  EXPECT_EQ(slots.cycles, counters.stalls.cycles);
  std::uint64_t issued = 0, resident = 0;
  for (std::uint16_t entity = 0; entity < timeline.entities(); ++entity) {
    Cycle at = counters.started;
    for (const auto& segment : timeline.entity_segments(entity, at, counters.ended)) {
      EXPECT_EQ(segment.begin, at);
      at = segment.end;
      issued += segment.issue != nullptr ? 1 : 0;
      if (segment.state != Stall::empty) resident += segment.end - segment.begin;
    }
    EXPECT_EQ(at, counters.ended);
  }
  EXPECT_EQ(issued, counters.kernel.warp_instructions);
  // Each warp ends when its store is acknowledged, before the issue of its lifetime's last cycle.
  EXPECT_EQ(resident + counters.kernel.warps, counters.kernel.warp_lifetime.sum);
  EXPECT_EQ(timeline.blocks().size(), 4u);
}

TEST(Timeline, AWindowKeepsWhatTheWholeHasThere) {
  const auto run = [](probe::SmTimeline& timeline) {
    Rig rig(machine_of(1, 16));
    rig.gpu().listen(0, timeline);
    return rig.run_body(kMixed, {4}, {128});
  };
  probe::SmTimeline whole({}), part({.from = 300, .to = 400});
  run(whole);
  run(part);
  for (std::uint16_t entity = 0; entity < 16; ++entity) {
    const auto expected = whole.entity_segments(entity, 300, 400);
    const auto segments = part.entity_segments(entity, 300, 400);
    ASSERT_EQ(segments.size(), expected.size());
    for (std::size_t i = 0; i < segments.size(); ++i) {
      EXPECT_EQ(segments[i].begin, expected[i].begin);
      EXPECT_EQ(segments[i].state, expected[i].state);
    }
  }
  EXPECT_EQ(part.cut_at(), kNever);
  probe::SmTimeline bounded({.most_events = 50});
  run(bounded);
  EXPECT_LT(bounded.cut_at(), whole.end());
  EXPECT_LE(bounded.issues().size() + bounded.write_backs().size(), 50u);
}

}  // namespace
}  // namespace heddle::test
