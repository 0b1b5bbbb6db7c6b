// What contexts ask of memory, beside what warps do: it is all counted, all of it arrives, and with
// low priority warps wait for it less.

#include <bit>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "memory_path.hpp"
#include "parameter_setter.hpp"
#include "statistics.hpp"
#include "taken_sm.hpp"

namespace heddle::test {
namespace {

using core::ContextPriority;

/// Each warp loads one line after the other, of 1 MiB that all blocks share, so many times.
std::string loading_lines(unsigned loads) {
  return kernel(fmt::format(R"(
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %ctaid.x;
  mad.lo.u32 %r3, %r2, 256, %r1;
  shl.b32 %r4, %r3, 2;
  mov.u32 %r5, 0;
  mov.u32 %r8, 0;
LOOP:
  and.b32 %r6, %r4, 1048575;
  cvt.u64.u32 %rd2, %r6;
  add.u64 %rd3, %rd1, %rd2;
  ld.global.u32 %r7, [%rd3];
  add.u32 %r8, %r8, %r7;
  add.u32 %r4, %r4, 41088;
  add.u32 %r5, %r5, 1;
  setp.lt.u32 %p1, %r5, {};
  @%p1 bra LOOP;
  st.shared.u32 [s], %r8;
)",
                            loads));
}

/// Four SMs before one partition, which they keep busy; every 1500 cycles one of them is to be
/// freed and all of its blocks are saved.
gpu::MachineSpec contended(ContextPriority priority, std::uint32_t age_limit = 0) {
  auto machine = one_slice();
  machine.sm.count = 4;
  machine.sm.blocks = 4;
  machine.context_switch.priority = priority;
  machine.context_switch.age_limit = age_limit;
  return machine;
}

struct HeardTraffic {
  std::uint64_t segments = 0, saved = 0;  ///< of contexts that left
  std::uint64_t accesses = 0;             ///< that slices took
  std::uint64_t bytes = 0;                ///< that DRAM moved
};

/// What the dispatcher and the partition tell of.
class TrafficWatch final : public probe::Probe {
 public:
  void describe(ParameterVisitor& /*visit*/) override {}
  bool is_on() const override { return true; }
  probe::UnitProbe* on_dispatcher() override { return &signals_; }
  probe::UnitProbe* on_partition(const probe::PartitionFacts& /*partition*/) override {
    return &memory_;
  }
  HeardTraffic heard() const {
    return {signals_.segments, signals_.saved, memory_.accesses, memory_.bytes};
  }

 private:
  struct Signals final : probe::UnitHears<model::SmPreempted> {
    void on(const model::SmPreempted& event) override {
      segments += event.segments;
      saved += event.saved;
    }
    std::uint64_t segments = 0, saved = 0;
  };
  struct Memory final : probe::UnitHears<model::L2Access, model::DramAccess> {
    void on(const model::L2Access& /*event*/) override { ++accesses; }
    void on(const model::DramAccess& event) override { bytes += event.bytes; }
    std::uint64_t accesses = 0, bytes = 0;
  };
  Signals signals_;
  Memory memory_;
};

struct Streamed {
  gpu::GridCounters grid;
  std::vector<memory::MemoryCounters> by_slot;  ///< of kernels, then of contexts
  HeardTraffic heard;

  const memory::MemoryCounters& contexts() const { return by_slot.back(); }
  double mean_load_latency() const {
    std::uint64_t sum = 0, number = 0;
    for (const auto& level : grid.kernel.load_latency) {
      sum += level.sum;
      number += level.number;
    }
    return static_cast<double>(sum) / static_cast<double>(number);
  }
};

Streamed stream(const gpu::MachineSpec& machine, unsigned host_threads = 1) {
  auto choice = choice_of("periodic", "occup");
  choice.configure = set_of("preemption_trigger.periodic", {{"period", std::uint64_t{1500}}});
  Rig rig(machine, choice, host_threads);
  rig.annotate();
  TrafficWatch watch;
  rig.gpu().attach(watch);
  Streamed streamed;
  streamed.grid = rig.run(loading_lines(120), {24}, {256});
  for (unsigned slot = 0; slot < model::kTrafficSlots; ++slot)
    streamed.by_slot.push_back(rig.gpu().inspect().memory_counters(slot));
  streamed.heard = watch.heard();
  return streamed;
}

/// What has gone in comes out, of each slot; the slots together are all that the units tell of.
void expect_conserved(const Streamed& streamed) {
  memory::MemoryCounters sum;
  for (const auto& slot : streamed.by_slot) {
    const std::uint64_t requests = slot.l2.loads + slot.l2.stores + slot.l2.atomics;
    EXPECT_EQ(slot.requests.packets, requests);
    EXPECT_EQ(slot.replies.packets, requests);
    EXPECT_EQ(slot.replies.flits, slot.l2.reply_flits);
    EXPECT_EQ(slot.l2.hits + slot.l2.misses + slot.l2.merges, requests);
    EXPECT_EQ(slot.dram.bytes, 32 * (slot.l2.sectors_filled + slot.l2.sectors_written_back));
    sum += slot;
  }
  EXPECT_EQ(sum.l2.loads + sum.l2.stores + sum.l2.atomics, streamed.heard.accesses);
  EXPECT_EQ(sum.dram.bytes, streamed.heard.bytes);
  EXPECT_EQ(sum.l2.loads, streamed.grid.l2.loads + streamed.contexts().l2.loads);
}

TEST(ContextTraffic, ItIsCountedApartAndAllOfItArrives) {
  for (const auto priority :
       {ContextPriority::same, ContextPriority::low, ContextPriority::alternate}) {
    for (const std::uint32_t age_limit : {0u, 200u}) {
      const Streamed streamed = stream(contended(priority, age_limit));
      EXPECT_GT(streamed.heard.saved, 20u);
      expect_conserved(streamed);
      // All that was saved was loaded again, but of what is on its way when the grid ends: nothing.
      EXPECT_EQ(streamed.contexts().l2.stores, streamed.heard.segments);
      EXPECT_EQ(streamed.contexts().l2.loads, streamed.heard.segments);
      EXPECT_EQ(streamed.contexts().l2.atomics, 0u);
    }
  }
}

TEST(ContextTraffic, WithLowPriorityWarpsWaitLess) {
  const double same = stream(contended(ContextPriority::same)).mean_load_latency();
  const double low = stream(contended(ContextPriority::low)).mean_load_latency();
  const double bounded = stream(contended(ContextPriority::low, 100)).mean_load_latency();
  RecordProperty("same", std::to_string(same));
  EXPECT_LT(low, 0.98 * same) << same;
  EXPECT_LT(low, bounded) << same;
}

/// The first warp of each block loads one word from the L2 after the other; seven more wait for it
/// with their registers. So few loads are under way that they hardly wait for each other.
const std::string kOneWarpLoads = kernel(R"(
  mov.u32 %r1, %tid.x;
  mov.u32 %r5, 0;
  mov.u32 %r6, 0;
  setp.ge.u32 %p1, %r1, 32;
  @%p1 bra MEET;
LOOP:
  mul.wide.u32 %rd2, %r6, 4;
  add.u64 %rd3, %rd1, %rd2;
  ld.global.u32 %r6, [%rd3];
  add.u32 %r5, %r5, 1;
  setp.lt.u32 %p2, %r5, 400;
  @%p2 bra LOOP;
MEET:
  bar.sync 0;
  st.shared.u32 [s], %r6;
)");

/// Loads of the L2 on an SM whose four blocks come back one after the other, that took so many
/// cycles or more, a power of two: those that are there load, while contexts of the others come.
std::uint64_t slow_loads_between_returns(std::uint32_t places, std::uint32_t cycles) {
  auto machine = one_slice();
  machine.sm.blocks = 4;
  machine.load_store.cache_global_loads = false;
  machine.context_switch.loads = places;
  auto choice = choice_of("periodic", "occup");
  choice.configure = set_of("preemption_trigger.periodic", {{"period", 3000}});
  Rig rig(machine, choice);
  const auto counters = rig.run(kOneWarpLoads, {4}, {256});
  std::uint64_t slow = 0;
  for (const auto& level : counters.kernel.load_latency)
    for (std::size_t i = std::countr_zero(cycles); i < level.counts.size(); ++i)
      slow += level.counts[i];
  return slow;
}

/// A load finds at most so many replies of contexts before it as the engine has places, and those
/// of the three other blocks. Without a bound it finds those of whole blocks.
TEST(ContextTraffic, LoadsWaitForNoMoreSegmentsThanThereArePlaces) {
  const auto machine = one_slice();
  for (const std::uint32_t places : {2u, 8u, 40u}) {
    const std::uint32_t longest = row_hit_latency(machine) + machine.dram.t_rcd +
                                  machine.dram.t_rp + (places + 3) * flits(machine, 128);
    EXPECT_EQ(slow_loads_between_returns(places, std::bit_ceil(longest)), 0u) << places;
  }
  EXPECT_GT(slow_loads_between_returns(4096, 512), 10u);
}

/// Cycles that blocks take to come back, each alone on its SM, while seven other SMs keep DRAM
/// busy.
struct Returns {
  double round = 0;   ///< of as many segments as an SM has places
  double demand = 0;  ///< of a load of a warp
};

Returns returns_under_load(std::uint32_t age_limit) {
  auto machine = contended(ContextPriority::low, age_limit);
  machine.sm.blocks = 1;
  machine.sm.count = 8;
  auto choice = choice_of("periodic", "occup");
  choice.configure = set_of("preemption_trigger.periodic", {{"period", 1500}});
  Rig rig(machine, choice);
  Decisions decisions;
  rig.gpu().attach(decisions);
  Streamed streamed;
  streamed.grid = rig.run(loading_lines(60), {16}, {1024});
  std::uint64_t cycles = 0, segments = 0;
  for (const model::BlockReturned& returned : decisions.returned()) {
    cycles += returned.restoring;
    segments += returned.segments;
  }
  const auto rounds =
      static_cast<double>(segments) / static_cast<double>(machine.context_switch.loads);
  return {static_cast<double>(cycles) / rounds, streamed.mean_load_latency()};
}

/// A request gives way for no longer than the limit in each of three places: the SM's input, the
/// slice and DRAM's queue. Then it is served as demand is. Without a limit it waits for the end of
/// the load.
TEST(ContextTraffic, WithAnAgeLimitBlocksComeBack) {
  const std::uint32_t limit = 320;
  const Returns limited = returns_under_load(limit), starved = returns_under_load(0);
  EXPECT_LE(limited.round, 3 * limit + limited.demand);
  EXPECT_GT(starved.round, 3 * limit + starved.demand);
}

TEST(ContextTraffic, HostThreadsAndTheQuantumDoNotShow) {
  for (const std::uint32_t age_limit : {0u, 300u}) {
    auto machine = contended(ContextPriority::low, age_limit);
    machine.control.quantum = machine.control.control_latency = 16;
    // Few places everywhere: whatever can wait does.
    machine.interconnect.credits = 4;
    machine.l2.queue_entries = 4;
    machine.l2.reply_entries = 2;
    machine.load_store.injection_queue = 2;
    const auto values = [&](unsigned threads, std::uint32_t quantum) {
      machine.control.quantum = quantum;
      const Streamed streamed = stream(machine, threads);
      std::vector<double> all{static_cast<double>(streamed.contexts().l2.hits),
                              static_cast<double>(streamed.contexts().dram.activates)};
      for (const auto& statistic : statistics_of(streamed.grid)) all.push_back(statistic.value);
      return all;
    };
    const auto alone = values(1, 16);
    EXPECT_EQ(values(2, 16), alone);
    EXPECT_EQ(values(4, 16), alone);
    for (const std::uint32_t quantum : {1u, 7u}) EXPECT_EQ(values(1, quantum), alone) << quantum;
  }
}

}  // namespace
}  // namespace heddle::test
