// The stream of the L1s' accesses, and what other caches make of it while a kernel runs.

#include <deque>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "heddle/probe/l1_stream/stream_recorder.hpp"
#include "heddle/replay/file_replay.hpp"
#include "mixed_program.hpp"
#include "organisation.hpp"
#include "rig.hpp"

namespace heddle::test {
namespace {

using replay::Record;
using replay::ReplayCounts;

gpu::MachineSpec small_cache(bool sectored = false, bool update = false) {
  auto machine = small_machine();
  machine.sm.count = 3;
  machine.l1.bytes = 1024;
  machine.l1.sectored = sectored;
  machine.l1.allocation = core::Allocation::on_miss;
  machine.l1.write_allocate = update;
  machine.load_store.write_hit = update ? core::WriteHit::update : core::WriteHit::evict;
  return machine;
}

struct Streams {
  std::vector<std::vector<Record>> records;  ///< by SM
  gpu::GridCounters counters;
};

Streams recorded(const gpu::MachineSpec& machine, unsigned host_threads = 1,
                 const gpu::PolicyChoice& policies = {}, const std::string& body = kMixed) {
  Rig rig(machine, policies, host_threads);
  std::deque<probe::StreamRecorder> recorders;
  for (std::uint32_t sm = 0; sm < machine.sm.count; ++sm)
    rig.gpu().listen(sm, recorders.emplace_back(machine.l1.line_bytes));
  rig.attach("l1_replay");
  Streams streams;
  streams.counters = rig.run_body(body, {40}, {128});
  for (const probe::StreamRecorder& recorder : recorders)
    streams.records.push_back(recorder.records);
  return streams;
}

TEST(L1Stream, HasEveryAccessOfTheTimingModel) {
  for (const bool update : {false, true}) {
    for (const auto& [name, policies] : every_organisation()) {
      const Streams streams = recorded(small_cache(update, update), 1, policies);
      std::array<std::uint64_t, 4> loads{};  // by outcome
      std::uint64_t stores = 0, atomics = 0, warps = 0;
      for (const auto& records : streams.records) {
        for (const Record& record : records) {
          const replay::Access access = replay::access_of(record);
          if (access.is_load()) ++loads[static_cast<std::size_t>(access.outcome)];
          if (access.kind == replay::RecordKind::store) ++stores;
          if (access.kind == replay::RecordKind::atomic) ++atomics;
          if (access.kind == replay::RecordKind::warp) ++warps;
        }
      }
      const core::L1Counters& l1 = streams.counters.kernel.l1;
      EXPECT_EQ(loads, (std::array<std::uint64_t, 4>{l1.hits, l1.misses, l1.merges, l1.bypasses}))
          << name;
      EXPECT_EQ(stores, l1.stores) << name;
      EXPECT_EQ(atomics, l1.atomics) << name;
      EXPECT_GE(warps, 40u * 4) << name;
    }
  }
}

/// The program's second word of local memory is stored and loaded, the others are global.
TEST(L1Stream, TellsLocalMemoryApart) {
  auto machine = small_cache();
  machine.sm.count = 1;
  machine.l1.local_write = core::LocalWrite::back;
  Rig rig(machine);
  probe::StreamRecorder recorder(machine.l1.line_bytes);
  rig.gpu().listen(0, recorder);
  rig.run_body(
      "  .local .align 4 .b8 d[16];\n  mov.u32 %r1, %tid.x;\n  and.b32 %r2, %r1, 3;\n"
      "  shl.b32 %r4, %r2, 2;\n  mov.u32 %r3, d;\n  add.u32 %r3, %r3, %r4;\n"
      "  st.local.u32 [%r3], %r1;\n  ld.local.u32 %r9, [%r3];\n  st.global.u32 [%rd1], %r9;\n");
  std::vector<replay::RecordKind> kinds;
  for (const Record& record : recorder.records) kinds.push_back(replay::kind_of(record));
  const auto count = [&](replay::RecordKind kind) { return std::ranges::count(kinds, kind); };
  EXPECT_EQ(count(replay::RecordKind::local_store), 4);  // words of lanes 0 to 3, by lane
  EXPECT_EQ(count(replay::RecordKind::local_load), 4);
  EXPECT_EQ(count(replay::RecordKind::store), 1);
  EXPECT_EQ(count(replay::RecordKind::load), 0);
  EXPECT_EQ(count(replay::RecordKind::flush), 1);
}

TEST(L1Stream, HostThreadsDoNotShow) {
  const Streams one = recorded(small_cache());
  for (const unsigned threads : {2u, 3u}) {
    const Streams more = recorded(small_cache(), threads);
    EXPECT_EQ(more.records, one.records);
    EXPECT_EQ(counted<ReplayCounts>(more.counters).belady_misses,
              counted<ReplayCounts>(one.counters).belady_misses);
  }
}

/// Each cache draws its own victims, in the order of its own fills. Twelve lines go three times
/// through the eight places of an L1.
TEST(L1Stream, HostThreadsDoNotShowInRandomReplacement) {
  std::string body = "  mov.u32 %r1, 0;\n";
  for (unsigned i = 0; i < 36; ++i)
    body +=
        fmt::format("  ld.global.u32 %r2, [%rd1+{}];\n  add.u32 %r1, %r1, %r2;\n", i % 12 * 128);
  body += "  st.global.u32 [%rd1+65536], %r1;\n";
  auto machine = small_cache();
  const auto lru = recorded(machine, 1, {}, body).counters.kernel.l1;
  machine.l1.replacement = machine.l2.slice.replacement = machine.fetch.replacement = "random";
  const Streams one = recorded(machine, 1, {}, body);
  EXPECT_NE(one.counters.kernel.l1.misses, lru.misses);
  for (const unsigned threads : {2u, 3u}) {
    const Streams more = recorded(machine, threads, {}, body);
    EXPECT_TRUE(more.records == one.records);
    EXPECT_EQ(more.counters.ended, one.counters.ended);
  }
}

/// What is counted as it runs is what a replay of the stream counts.
TEST(L1Replay, IsThatOfTheStream) {
  for (const bool update : {false, true}) {
    const auto machine = small_cache(update, update);
    const Streams streams = recorded(machine);
    const replay::CacheShape shape = gpu::facts_of(machine, {}).l1;
    ReplayCounts sum;
    for (const auto& records : streams.records) {
      replay::Replayer replayer(shape, core::kKernelSlots);
      for (const Record& record : records) {
        const auto kind = replay::kind_of(record);
        if (kind == replay::RecordKind::warp)
          replayer.begin(replay::warp_of(record));
        else if (kind == replay::RecordKind::flush)
          replayer.flush();
        else
          replayer.access(replay::access_of(record));
      }
      replayer.replay_pending();
      sum += replayer.counts(0);
    }
    const ReplayCounts& live = counted<ReplayCounts>(streams.counters);
    EXPECT_EQ(live.accesses, sum.accesses);
    EXPECT_EQ(live.lru_misses, sum.lru_misses);
    EXPECT_EQ(live.belady_misses, sum.belady_misses);
    EXPECT_EQ(live.unbounded_misses, sum.unbounded_misses);
    EXPECT_EQ(live.unbounded_hits, sum.unbounded_hits);
  }
}

/// An L1 whose misses are filled at once hits when the replay's does, whatever the replacement.
TEST(L1Replay, ReplacesAsTheTimedCache) {
  core::L1Spec spec;
  spec.bytes = 8 * 4 * 128;
  for (const auto& info : policy::Registry<policy::Replacement>::instance().list()) {
    const std::string name(info.name);
    if (name == "belady") continue;
    const policy::Replacements replacements;
    core::L1Cache timed(spec, core::WriteHit::evict, replacements.make(name, 8, 4, {"l1", 0}));
    replay::Cache replayed({.bytes = spec.bytes}, replacements.make_in_replay(name, 8, 4, 0));
    core::L1Counters counters;
    std::mt19937 random(3);
    unsigned hits = 0, same = 0;
    for (unsigned i = 0; i < 4000; ++i) {
      const std::uint64_t line = random() % 3 == 0 ? random() % 400 : random() % 30;
      std::uint8_t fetch = 0;
      const auto outcome =
          timed.load({.line = line * 128, .lanes = 1, .sectors = 15}, 1, true, fetch, counters);
      if (outcome == core::L1Cache::Outcome::miss) timed.fill(line * 128, 15, [](std::uint32_t) {});
      const bool hit = replayed.access({.line = line, .sectors = 15}).hit;
      hits += hit ? 1 : 0;
      same += hit == (outcome == core::L1Cache::Outcome::hit) ? 1 : 0;
    }
    // Random caches of two places draw differently.
    if (name != "random") {
      EXPECT_EQ(same, 4000u) << name;
    }
    EXPECT_GT(hits, 500u) << name;
  }
}

TEST(L1Replay, AddsUp) {
  const Streams streams = recorded(small_cache());
  const core::L1Counters& l1 = streams.counters.kernel.l1;
  const ReplayCounts& counts = counted<ReplayCounts>(streams.counters);
  EXPECT_EQ(counts.accesses, l1.hits + l1.misses + l1.merges);
  EXPECT_EQ(counts.live_misses, l1.misses);
  EXPECT_LT(counts.belady_misses, counts.lru_misses);
  EXPECT_LT(counts.unbounded_misses, counts.belady_misses);
  EXPECT_EQ(counts.unbounded_misses + counts.unbounded_hits[0] + counts.unbounded_hits[1] +
                counts.unbounded_hits[2],
            counts.accesses);
}

/// A warp alone that waits for each load has nothing on its way when it looks: no difference.
TEST(L1Replay, WithoutOverlapLruIsTheTimingModel) {
  for (const bool update : {false, true}) {
    auto machine = small_cache(update, update);
    machine.sm.count = 1;
    Rig rig(machine);
    rig.attach("l1_replay");
    std::string body = "  mov.u32 %r9, 0;\n";
    std::uint32_t seed = 1;
    for (unsigned i = 0; i < 400; ++i) {
      seed = seed * 1664525 + 1013904223;
      const unsigned place = (seed >> 16) % 16 * 128;
      body += i % 7 == 6 ? fmt::format("  st.global.u32 [%rd1+{}], %r9;\n  membar.gl;\n", place)
                         : fmt::format(
                               "  ld.global.u32 %r8, [%rd1+{}];\n"
                               "  add.u32 %r9, %r9, %r8;\n  xor.b32 %r9, %r9, %r8;\n",
                               place);
    }
    const auto counters = rig.run_body(body + "  st.global.u32 [%rd1], %r9;\n", {}, {1});
    EXPECT_EQ(counters.kernel.l1.misses, counted<ReplayCounts>(counters).lru_misses);
    EXPECT_GT(counters.kernel.l1.misses, 50u);
    EXPECT_GT(counters.kernel.l1.hits, 20u);
  }
}

/// With kernels that run together each is told its own.
TEST(L1Replay, IsCountedByGridAndSm) {
  const auto machine = small_cache();
  Rig rig(machine);
  rig.attach("l1_replay");
  rig.attach("hit_classes");
  rig.gpu().count_each_sm();
  const auto first = rig.start(kernel(kMixed), {12}, {128});
  const auto second = rig.start(kernel(kMixed), {9}, {64});
  for (const auto number : {first, second}) {
    const auto counters = rig.finish(number);
    const core::L1Counters& l1 = counters.kernel.l1;
    EXPECT_EQ(counted<ReplayCounts>(counters).accesses, l1.hits + l1.misses + l1.merges);
    ReplayCounts of_sms;
    for (const auto& sm : counters.each_sm) of_sms += counted<ReplayCounts>(sm);
    EXPECT_EQ(of_sms.accesses, counted<ReplayCounts>(counters).accesses);
    EXPECT_EQ(of_sms.belady_misses, counted<ReplayCounts>(counters).belady_misses);
  }
}

TEST(L1Replay, ChangesNothing) {
  const auto machine = small_cache();
  Rig plain(machine);
  const auto reference = plain.run_body(kMixed, {40}, {128});
  const Streams watched = recorded(machine);
  EXPECT_EQ(duration(watched.counters), duration(reference));
  EXPECT_EQ(watched.counters.kernel.l1.misses, reference.kernel.l1.misses);
  EXPECT_EQ(reference.probes.find<ReplayCounts>(), nullptr);
}

}  // namespace
}  // namespace heddle::test
