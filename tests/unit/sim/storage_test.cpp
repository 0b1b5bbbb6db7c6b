// What policies cost in storage, against the studies' own figures on the studies' machines.

#include "heddle/sim/storage/storage.hpp"

#include <algorithm>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/base/error.hpp"

namespace heddle::test {
namespace {

sim::Configuration configuration(const std::string& machine,
                                 std::vector<std::string> assignments = {}) {
  sim::ConfigurationRequest request;
  request.machine = HEDDLE_MACHINES "/" + machine + ".toml";
  request.assignments = std::move(assignments);
  return sim::Configuration::resolve(request);
}

std::uint64_t bits_of(const sim::PolicyStorage& storage, const std::string& structure) {
  for (const auto& item : storage.items)
    if (item.name == structure) return item.total_bits();
  ADD_FAILURE() << "no " << structure;
  return 0;
}

/// 4 B a warp (48) and a block (8), 1 B a block twice: 240 B (section III.E).
TEST(Storage, OfProIsThePapers) {
  const auto pro = sim::storage_of("warp_scheduler", "pro", configuration("gtx480-pro"));
  EXPECT_EQ(policy::total_bits(pro.items), 8u * 240);
  EXPECT_EQ(policy::total_bits(pro.published.items), 8u * 240);
  EXPECT_THAT(pro.published.source, testing::HasSubstr("III.E"));
}

/// Section 3.4.7: 512 tags of 40 bits, 160 B of owners, 32 scores of 10 bits.
TEST(Storage, OfCcwsIsTheDissertations) {
  const auto ccws = sim::storage_of("throttle", "ccws", configuration("ccws"));
  EXPECT_EQ(bits_of(ccws, "victim tags"), 512u * 40);
  EXPECT_EQ(bits_of(ccws, "owners of L1 lines"), 8u * 160);
  EXPECT_EQ(bits_of(ccws, "scores"), 32u * 10);
  EXPECT_EQ(policy::total_bits(ccws.published.items), 512u * 40 + 8 * 160 + 32 * 10);
}

/// Section 2.3.1: two tables of 16 entries of 5 bytes, 160 B together. Other methods need none.
TEST(Storage, OfBlocksInPlaceIsTheDissertations) {
  const auto inplace = sim::storage_of("preemption", "inplace", configuration("fermi-preemption"));
  EXPECT_EQ(policy::total_bits(inplace.items), 8u * 160);
  EXPECT_EQ(policy::total_bits(inplace.published.items), 8u * 160);
  EXPECT_THAT(inplace.published.source, testing::HasSubstr("2.3.1"));
  const auto all = sim::storage_of_all(configuration("fermi-preemption"));
  const auto is_preemption = [](const auto& each) { return each.kind == "preemption"; };
  EXPECT_EQ(std::ranges::count_if(all, is_preemption), 1);
}

/// 20480 bits of victim tags as SRAM, 1280 of owners and 320 of scores as latches: 0.45 and 3.15
/// um2 at 40 nm. The study's figure at 55 nm is CACTI's.
TEST(Storage, AreaIsThatOfTheBitsAtTheNode) {
  const auto ccws = sim::storage_of("throttle", "ccws", configuration("ccws"));
  const double expected = (20480 * 0.45 + 1696 * 3.15) * 55 * 55 / (40 * 40) * 1e-6;
  EXPECT_NEAR(ccws.area_mm2, expected, 1e-12);
  EXPECT_NEAR(ccws.chip_percent, 100 * 30 * expected / 459, 1e-9);
  EXPECT_EQ(ccws.published.area_mm2, 0.026);
  EXPECT_NEAR(ccws.area_mm2 / ccws.published.area_mm2, 1, 0.5);
  const auto smaller =
      sim::storage_of("throttle", "ccws", configuration("ccws", {"technology.node_nm=27.5"}));
  EXPECT_NEAR(smaller.area_mm2, expected / 4, 1e-12);
}

TEST(Storage, FollowsParametersAndTheMachine) {
  const auto more = sim::storage_of(
      "throttle", "ccws", configuration("ccws", {"throttle=ccws", "throttle.ccws.vta_entries=32"}));
  // Addresses of 48 bits, lines of 128 bytes, 4 sets.
  EXPECT_EQ(bits_of(more, "victim tags"), 1024u * (48 - 7 - 2));
  // 48 warps, 128 lines: 6 bits tell the warps apart.
  const auto other = sim::storage_of("throttle", "ccws", configuration("gtx480-pro"));
  EXPECT_EQ(bits_of(other, "victim tags"), 48u * 16 * 40);
  EXPECT_EQ(bits_of(other, "owners of L1 lines"), 128u * 6);
  // Two slots, a warp of 48 or none: 6 bits each.
  const auto gto = sim::storage_of("warp_scheduler", "gto", configuration("gtx480-pro"));
  EXPECT_EQ(policy::total_bits(gto.items), 2u * 6);
}

/// 48 warps of 32 threads: a counter of up to 1536 threads for each warp.
TEST(Storage, OfPoolSchedulersCountsThreads) {
  for (const char* scheduler : {"majority", "minority"}) {
    const auto storage = sim::storage_of("warp_scheduler", scheduler, configuration("gtx480"));
    EXPECT_EQ(bits_of(storage, "threads by instruction"), 48u * 11) << scheduler;
  }
}

/// Table 6.2, in mm2 an SM: for slices of 4 threads and of 8. It rounds each component (0.006 of an
/// L0 cache, 8 of which it counts as 0.052), so that 3 percent are left open.
TEST(Storage, OfVariableWarpsIsTheDissertations) {
  struct Column {
    const char* base_width;
    double of_bits, in_all, of_15, of_gpu;
  };
  const std::vector<Column> table = {{"4", 0.335, 1.72, 25.8, 5}, {"8", 0.181, 0.93, 13.9, 2.5}};
  for (const Column& column : table) {
    const auto storage = sim::storage_of(
        "organisation", "variable_warp",
        configuration("vws",
                      {"fetch.own_cache_bytes=256", "organisation=variable_warp",
                       std::string("organisation.variable_warp.base_width=") + column.base_width}));
    EXPECT_NEAR(storage.area_mm2 / column.in_all, 1, 0.03) << column.base_width;
    EXPECT_NEAR(15 * storage.area_mm2 / column.of_15, 1, 0.03) << column.base_width;
    EXPECT_NEAR(storage.chip_percent / column.of_gpu, 1, 0.06) << column.base_width;
    double others = 0;
    for (const auto& item : storage.items) others += static_cast<double>(item.entries) * item.mm2;
    EXPECT_NEAR((storage.area_mm2 - others) / column.of_bits, 1, 0.03) << column.base_width;
    EXPECT_EQ(policy::total_bits(storage.items), policy::total_bits(storage.published.items));
  }
  const auto alone = sim::storage_of(
      "organisation", "variable_warp",
      configuration("vws",
                    {"organisation=variable_warp", "organisation.variable_warp.form_gangs=false"}));
  for (const auto& item : alone.items) EXPECT_NE(item.name, "gang table");
}

/// 0.45 um2 a bit of SRAM at 40 nm: 64 KiB are 0.236 mm2, and at 20 nm a quarter of that.
TEST(Storage, OfAnSmIsItsArrays) {
  for (const double node : {40.0, 20.0}) {
    const auto of = configuration("vws", {fmt::format("technology.node_nm={}", node)});
    double instructions = 0, registers = 0;
    for (const sim::SmArray& array : sim::arrays_of_sm(of.machine)) {
      if (array.name == "instruction cache") instructions = array.area_mm2;
      if (array.name == "registers") registers = array.area_mm2;
    }
    const double shrink = node * node / 1600;
    EXPECT_NEAR(instructions, 65536 * 8 * 0.45e-6 * shrink, 1e-12);
    EXPECT_NEAR(registers, 32768 * 32 * 0.45e-6 * shrink, 1e-12);
  }
}

/// The areas of its structures add up to that of each policy.
TEST(Storage, AreasOfStructuresAddUp) {
  const auto of = configuration("vws", {"technology.node_nm=28", "organisation=variable_warp"});
  for (const auto& storage : sim::storage_of_all(of)) {
    double sum = 0;
    for (const auto& item : storage.items) sum += sim::area_mm2(item, of.machine);
    EXPECT_NEAR(sum, storage.area_mm2, 1e-12) << storage.name;
  }
}

TEST(Storage, IsKnownOfEverySchedulerThrottleAndResidency) {
  const auto all = sim::storage_of_all(configuration("gtx480"));
  std::size_t expected = 0;
  for (const char* kind : {"warp_scheduler", "gang_scheduler", "throttle", "residency"})
    expected += sim::policy_names(*sim::find_policy_kind(kind)).size();
  EXPECT_EQ(all.size(), expected + 2);  // and the organisation with gangs, and blocks in place
  for (const auto& storage : all) {
    for (const auto& item : storage.items)
      EXPECT_TRUE(item.total_bits() > 0 || item.mm2 > 0) << storage.name;
    const bool needs_none = storage.name == "none" || storage.name == "oldest" ||
                            storage.name == "time_stamp" || storage.name == "block" ||
                            storage.name == "warp_release";
    EXPECT_EQ(storage.items.empty(), needs_none) << storage.name;
  }
}

// The study's section 4.2: 40 bits an SM.
TEST(Storage, OfWarpManIsItsWorkloadBuffer) {
  const auto warpman = sim::storage_of("residency", "warpman", configuration("gtx480"));
  EXPECT_EQ(policy::total_bits(warpman.items), 40u);
}

TEST(Storage, OfWhatDoesNotExistIsRefused) {
  const auto gtx480 = configuration("gtx480");
  EXPECT_THROW(sim::storage_of("throttle", "cwcs", gtx480), Error);
  EXPECT_THROW(sim::storage_of("block_dispatch", "round_robin", gtx480), Error);
}

}  // namespace
}  // namespace heddle::test
