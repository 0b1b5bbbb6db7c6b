// Whose data the hits of the L1 are, of small programs that say it themselves.

#include "heddle/replay/hit_classes.hpp"

#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "heddle/probe/timeline/sm_timeline.hpp"
#include "load_text.hpp"
#include "mixed_program.hpp"
#include "organisation.hpp"
#include "rig.hpp"

namespace heddle::test {
namespace {

using replay::Reuse;
using replay::ReuseCounts;

/// Whole lines of 128 B, filled into the place that the miss reserved.
gpu::MachineSpec whole_lines() {
  auto machine = small_machine();
  machine.l1.sectored = false;
  machine.l1.allocation = core::Allocation::on_miss;
  return machine;
}

gpu::GridCounters classified(const std::string& body, Dim3 grid, Dim3 block,
                             const gpu::MachineSpec& machine = whole_lines(),
                             const gpu::PolicyChoice& policies = {}, unsigned host_threads = 1) {
  Rig rig(machine, policies, host_threads);
  rig.attach("hit_classes");
  return rig.run_body(body, grid, block);
}

using Classes = std::array<std::uint64_t, replay::kReuses>;

/// %rd2 is the address of the lane's word; the words are 0.
const std::string kAddressWords =
    kNumberThreads + "  mul.wide.u32 %rd2, %r3, 4;\n  add.u64 %rd2, %rd1, %rd2;\n";

/// The threads for which `compare` holds load the word at `address`, and wait for it.
std::string plain(const std::string& compare, const std::string& address) {
  return fmt::format("  setp.{};\n  @%p1 ld.global.u32 %r8, [{}];\n  @%p1 add.u32 %r9, %r9, %r8;\n",
                     compare, address);
}
const std::string kAll = "ge.u32 %p1, %r1, 0";
const std::string kBarrier = "  bar.sync 0;\n";

TEST(HitClasses, TheSameThreadAgain) {
  const auto counters = classified(
      kAddressWords + plain(kAll, "%rd2") + kBarrier + plain(kAll, "%rd2") + kStoreSum, {}, {32});
  EXPECT_EQ(counters.kernel.l1.hits, 1u);
  EXPECT_EQ(counted<ReuseCounts>(counters).hits, (Classes{1, 0, 0}));
}

TEST(HitClasses, OtherThreadsOfTheWarp) {
  const std::string first = plain("lt.u32 %p1, %r1, 16", "%rd2");
  // Lanes 16 to 31 are others; 15 to 31 have one in common with the first.
  const auto others = classified(
      kAddressWords + first + kBarrier + plain("ge.u32 %p1, %r1, 16", "%rd2") + kStoreSum, {},
      {32});
  EXPECT_EQ(others.kernel.l1.hits, 1u);
  EXPECT_EQ(counted<ReuseCounts>(others).hits, (Classes{0, 1, 0}));
  const auto common = classified(
      kAddressWords + first + kBarrier + plain("ge.u32 %p1, %r1, 15", "%rd2") + kStoreSum, {},
      {32});
  EXPECT_EQ(counted<ReuseCounts>(common).hits, (Classes{1, 0, 0}));
}

TEST(HitClasses, AnotherWarp) {
  const auto counters = classified(kAddressWords + plain("eq.u32 %p1, %r2, 0", "%rd2") + kBarrier +
                                       plain("eq.u32 %p1, %r2, 1", "%rd2") + kStoreSum,
                                   {}, {64});
  EXPECT_EQ(counters.kernel.l1.hits, 1u);
  EXPECT_EQ(counted<ReuseCounts>(counters).hits, (Classes{0, 0, 1}));
}

// The second block's warp has the context of the first one's, and is another warp.
TEST(HitClasses, AnotherWarpInTheSameContext) {
  auto machine = whole_lines();
  machine.sm.blocks = 1;
  const auto counters =
      classified(kAddressWords + plain(kAll, "%rd2") + kStoreSum, {2}, {32}, machine);
  EXPECT_EQ(counters.kernel.l1.hits, 1u);
  EXPECT_EQ(counted<ReuseCounts>(counters).hits, (Classes{0, 0, 1}));
}

TEST(HitClasses, MergesAreOfWhoSentForTheLine) {
  // Two loads of a warp without a wait between them; then two warps at once.
  const auto same = classified(kAddressWords +
                                   "  ld.global.u32 %r7, [%rd2];\n  xor.b32 %r4, %r3, 1;\n"
                                   "  mul.wide.u32 %rd3, %r4, 4;\n  add.u64 %rd3, %rd1, %rd3;\n"
                                   "  ld.global.u32 %r8, [%rd3];\n  add.u32 %r9, %r7, %r8;\n" +
                                   kStoreSum,
                               {}, {32});
  EXPECT_EQ(same.kernel.l1.merges, 1u);
  EXPECT_EQ(counted<ReuseCounts>(same).merges, (Classes{1, 0, 0}));
  EXPECT_EQ(counted<ReuseCounts>(same).hits, Classes{});
  const auto two = classified(kAddressWords + plain(kAll, "%rd2") + kStoreSum, {}, {64});
  EXPECT_EQ(two.kernel.l1.merges, 1u);
  EXPECT_EQ(counted<ReuseCounts>(two).merges, (Classes{0, 0, 1}));
  const auto halves =
      classified(kAddressWords +
                     "  setp.lt.u32 %p1, %r1, 16;\n  @%p1 ld.global.u32 %r7, [%rd2];\n"
                     "  @!%p1 ld.global.u32 %r8, [%rd2];\n  add.u32 %r9, %r7, %r8;\n" +
                     kStoreSum,
                 {}, {32});
  EXPECT_EQ(halves.kernel.l1.merges, 1u);
  EXPECT_EQ(counted<ReuseCounts>(halves).merges, (Classes{0, 1, 0}));
}

// A line is of who brought it last: it was gone in between.
TEST(HitClasses, AnEvictedLineIsOfWhoBringsItBack) {
  auto machine = whole_lines();
  machine.l1.bytes = 256;
  machine.l1.associativity = 2;
  const std::string warp0 = "eq.u32 %p1, %r2, 0", warp1 = "eq.u32 %p1, %r2, 1";
  const auto body = [&](const std::string& third) {
    return kAddressWords + plain(warp0, "%rd2") + kBarrier + plain(warp1, "%rd2+128") +
           plain(warp1, third) + kBarrier + plain(warp1, "%rd2") + kBarrier + plain(warp0, "%rd2") +
           kStoreSum;
  };
  // Two lines fit: the second load of warp 1 takes the place of the first line, or does not.
  const auto evicted = classified(body("%rd2+256"), {}, {64}, machine);
  EXPECT_EQ(evicted.kernel.l1.hits, 1u);
  EXPECT_EQ(counted<ReuseCounts>(evicted).hits, (Classes{0, 0, 1}));
  const auto kept = classified(body("%rd2+128"), {}, {64}, machine);
  EXPECT_EQ(kept.kernel.l1.hits, 3u);
  EXPECT_EQ(counted<ReuseCounts>(kept).hits, (Classes{2, 0, 1}));
}

TEST(HitClasses, AStoreEndsALineOrPutsDataThere) {
  const std::string warp0 = "eq.u32 %p1, %r2, 0", warp1 = "eq.u32 %p1, %r2, 1";
  const std::string body = kAddressWords + plain(warp0, "%rd2") + kBarrier +
                           "  setp.eq.u32 %p1, %r2, 1;\n  @%p1 st.global.u32 [%rd2], %r9;\n" +
                           plain(warp1, "%rd2") + plain(warp1, "%rd2") + kBarrier +
                           plain(warp0, "%rd2") + kStoreSum;
  auto machine = whole_lines();
  machine.load_store.write_hit = core::WriteHit::evict;
  const auto evicts = classified(body, {}, {64}, machine);
  EXPECT_EQ(evicts.kernel.l1.hits, 2u);
  EXPECT_EQ(counted<ReuseCounts>(evicts).hits, (Classes{1, 0, 1}));
  machine.load_store.write_hit = core::WriteHit::update;  // the line stays warp 0's
  const auto updates = classified(body, {}, {64}, machine);
  EXPECT_EQ(updates.kernel.l1.hits, 3u);
  EXPECT_EQ(counted<ReuseCounts>(updates).hits, (Classes{1, 0, 2}));
  machine.l1.write_allocate = true;
  machine.l1.sectored = true;
  const auto allocates =
      classified(kAddressWords + "  setp.eq.u32 %p1, %r2, 1;\n  @%p1 st.global.u32 [%rd2], %r9;\n" +
                     kBarrier + plain(warp1, "%rd2") + plain(warp0, "%rd2") + kStoreSum,
                 {}, {64}, machine);
  EXPECT_EQ(allocates.kernel.l1.hits, 2u);
  EXPECT_EQ(counted<ReuseCounts>(allocates).hits, (Classes{1, 0, 1}));
}

// Of sectors each is of who referenced it first, and an access is of the farthest.
TEST(HitClasses, SectorsHaveReferencesOfTheirOwn) {
  for (const auto allocation : {core::Allocation::on_miss, core::Allocation::on_fill}) {
    auto machine = whole_lines();
    machine.l1.sectored = true;
    machine.l1.allocation = allocation;
    const auto of_lanes = [](unsigned first, unsigned end) {
      return fmt::format("  setp.ge.u32 %p2, %r3, {};\n", first) +
             fmt::format("  setp.lt.and.u32 %p1, %r3, {}, %p2;\n", end) +
             "  @%p1 ld.global.u32 %r8, [%rd2];\n  @%p1 add.u32 %r9, %r9, %r8;\n" + kBarrier;
    };
    const std::string neighbour =  // lanes 0 to 7 load what lanes 8 to 15 did
        "  setp.lt.u32 %p1, %r3, 8;\n  @%p1 ld.global.u32 %r8, [%rd2+32];\n"
        "  @%p1 add.u32 %r9, %r9, %r8;\n" +
        kBarrier;
    const auto counters = classified(kAddressWords + of_lanes(0, 8) + of_lanes(8, 16) +
                                         of_lanes(8, 16) + neighbour + of_lanes(0, 16) + kStoreSum,
                                     {}, {32}, machine);
    EXPECT_EQ(counters.kernel.l1.misses, 2u);
    EXPECT_EQ(counted<ReuseCounts>(counters).hits, (Classes{2, 1, 0}));
  }
}

TEST(HitClasses, LocalMemoryIsTheThreadsOwn) {
  auto machine = whole_lines();
  machine.l1.local_write = core::LocalWrite::back;
  const auto counters = classified(
      "  .local .align 4 .b8 d[256];\n  mov.u32 %r1, %tid.x;\n  and.b32 %r2, %r1, 3;\n"
      "  mov.u32 %r3, d;\n  shl.b32 %r4, %r2, 2;\n  add.u32 %r3, %r3, %r4;\n"
      "  st.local.u32 [%r3], %r1;\n  bar.sync 0;\n  ld.local.u32 %r9, [%r3];\n"
      "  bar.sync 0;\n  ld.local.u32 %r8, [%r3];\n  add.u32 %r9, %r9, %r8;\n" +
          kStoreSum,
      {}, {64}, machine);
  const auto& hits = counted<ReuseCounts>(counters).hits;
  EXPECT_GT(counters.kernel.l1.hits, 0u);
  EXPECT_EQ(hits, (Classes{counters.kernel.l1.hits, 0, 0}));
}

std::uint64_t sum(const Classes& classes) {
  return std::accumulate(classes.begin(), classes.end(), std::uint64_t{0});
}

/// L1s that differ in what brings a line and what ends it.
std::vector<gpu::MachineSpec> machines() {
  std::vector<gpu::MachineSpec> machines;
  for (const bool sectored : {false, true}) {
    for (const auto allocation : {core::Allocation::on_miss, core::Allocation::on_fill}) {
      for (const auto write_hit : {core::WriteHit::evict, core::WriteHit::update}) {
        auto machine = small_machine();
        machine.sm.count = 3;
        machine.l1.bytes = 1024;
        machine.l1.sectored = sectored;
        machine.l1.allocation = allocation;
        machine.l1.write_allocate = write_hit == core::WriteHit::update;
        machine.load_store.write_hit = write_hit;
        machines.push_back(machine);
      }
    }
  }
  return machines;
}

TEST(HitClasses, AddUpToTheHitsAndTheMerges) {
  std::uint64_t all_hits = 0, all_merges = 0;
  for (const auto& machine : machines()) {
    for (const auto& [name, policies] : every_organisation()) {
      const auto counters = classified(kMixed, {24}, {128}, machine, policies);
      EXPECT_EQ(sum(counted<ReuseCounts>(counters).hits), counters.kernel.l1.hits) << name;
      EXPECT_EQ(sum(counted<ReuseCounts>(counters).merges), counters.kernel.l1.merges) << name;
      all_hits += counters.kernel.l1.hits;
      all_merges += counters.kernel.l1.merges;
    }
  }
  EXPECT_GT(all_hits, 1000u);
  EXPECT_GT(all_merges, 1000u);
}

// A warp alone with a cache of its own finds nobody else's data, a thread alone none of others.
TEST(HitClasses, WhoIsAloneFindsOnlyItsOwn) {
  std::string again = kAddressWords;
  for (int i = 0; i < 3; ++i) again += plain(kAll, "%rd2") + kBarrier;
  for (const auto& machine : machines()) {
    const auto warp = classified(kMixed, {3}, {32}, machine);
    EXPECT_GT(warp.kernel.l1.hits, 0u);
    EXPECT_EQ(counted<ReuseCounts>(warp).hits[2] + counted<ReuseCounts>(warp).merges[2], 0u);
    const auto thread = classified(again + kStoreSum, {3}, {1}, machine);
    EXPECT_EQ(counted<ReuseCounts>(thread).hits, (Classes{3 * 2, 0, 0}));
    EXPECT_EQ(counted<ReuseCounts>(thread).merges, Classes{});
  }
}

std::vector<double> values(gpu::GridCounters counters, bool with_classes) {
  if (!with_classes) counters.probes = {};
  StatisticList list;
  counters.describe(list);
  std::vector<double> values;
  for (const auto& statistic : list.values) values.push_back(statistic.value);
  return values;
}

TEST(HitClasses, ChangeNothingAndHostThreadsDoNotShow) {
  auto machine = machines().front();
  machine.sm.count = 4;
  Rig plain_rig(machine);
  const auto reference = classified(kMixed, {40}, {128}, machine);
  EXPECT_EQ(values(plain_rig.run_body(kMixed, {40}, {128}), false), values(reference, false));
  for (const unsigned threads : {2u, 4u}) {
    const auto counters = classified(kMixed, {40}, {128}, machine, {}, threads);
    EXPECT_EQ(values(counters, true), values(reference, true));
  }
}

// With a timeline beside it each is told all.
TEST(HitClasses, StandBesideATimeline) {
  const auto machine = whole_lines();
  Rig rig(machine), watched(machine);
  probe::SmTimeline alone({}), beside({});
  rig.gpu().listen(0, alone);
  rig.run_body(kMixed, {8}, {128});
  watched.attach("hit_classes");
  watched.gpu().listen(0, beside);
  const auto counters = watched.run_body(kMixed, {8}, {128});
  EXPECT_EQ(counted<ReuseCounts>(counters).hits,
            counted<ReuseCounts>(classified(kMixed, {8}, {128}, machine)).hits);
  EXPECT_EQ(beside.accesses().size(), alone.accesses().size());
  EXPECT_EQ(beside.warps().size(), alone.warps().size());
}

// What it remembers is bounded by the cache, however many lines come and go.
TEST(HitClasses, KnowNoMoreLinesThanTheCacheHas) {
  for (auto machine : machines()) {
    machine.sm.count = 1;
    replay::HitClasses classes(core::kKernelSlots);
    Rig rig(machine);
    rig.gpu().listen(0, classes);
    const auto counters = rig.run_body(kMixed, {60}, {128});
    const std::size_t lines = machine.l1.bytes / machine.l1.line_bytes;
    EXPECT_GT(counters.kernel.l1.misses, 4 * lines);
    EXPECT_LE(classes.lines(), lines);
    EXPECT_GT(classes.lines(), 0u);
    rig.run_body("  st.global.u32 [%rd1], %r1;\n");  // caches are empty before a kernel
    EXPECT_LE(classes.lines(), 1u);
  }
}

// Counts are a grid's own, also of grids that run together; and each SM's add up to them.
TEST(HitClasses, AreCountedByGridAndSm) {
  auto machine = machines().front();
  Rig rig(machine);
  rig.attach("hit_classes");
  rig.gpu().count_each_sm();
  for (int round = 0; round < 2; ++round) {
    const auto first = rig.start(kernel(kMixed), {12}, {128});
    const auto second = rig.start(kernel(kMixed), {9}, {64});
    for (const auto number : {first, second}) {
      const auto counters = rig.finish(number);
      EXPECT_EQ(sum(counted<ReuseCounts>(counters).hits), counters.kernel.l1.hits);
      ReuseCounts of_sms;
      for (const auto& sm : counters.each_sm) of_sms += counted<ReuseCounts>(sm);
      EXPECT_EQ(of_sms.hits, counted<ReuseCounts>(counters).hits);
      EXPECT_EQ(of_sms.merges, counted<ReuseCounts>(counters).merges);
    }
  }
}

}  // namespace
}  // namespace heddle::test
