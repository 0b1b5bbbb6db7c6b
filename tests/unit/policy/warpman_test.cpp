// How many warps of which blocks come to an SM: the ceilings of the study's benchmarks, and the
// rules for partial blocks.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/base/error.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/policy/residency/residency.hpp"
#include "heddle/sim/settings/setting_reader.hpp"

namespace heddle::test {
namespace {

using model::BlockDemand;
using policy::Residency;
using policy::Room;

std::unique_ptr<Residency> residency(const std::string& name, const std::string& parameters = "") {
  auto made = policy::Registry<Residency>::instance().make(name);
  const sim::Settings settings = sim::parse_settings(parameters, "test");
  sim::SettingReader reader(settings);
  reader.read("", *made);
  reader.refuse_unread();
  return made;
}

/// The study's SM: 32,768 registers, 48 warps, 8 blocks, 48 KiB of shared memory.
constexpr model::Resources kSm{
    .blocks = 8, .warps = 48, .threads = 1536, .registers = 32768, .shared_bytes = 49152};

BlockDemand demand(std::uint32_t warps, std::uint64_t registers, std::uint64_t shared) {
  BlockDemand demand{.warps = warps,
                     .threads = warps * 32,
                     .registers = registers,
                     .shared_bytes = shared,
                     .rule = {.thread = static_cast<std::uint32_t>(registers / (warps * 32))}};
  std::uint64_t fit = std::min({kSm.blocks, kSm.warps / warps, kSm.registers / registers});
  if (shared != 0) fit = std::min(fit, kSm.shared_bytes / shared);
  demand.quota = fit * warps;
  return demand;
}

/// What a kernel that runs alone holds of an SM.
struct Sm {
  explicit Sm(const BlockDemand& of) : demand(of) { room.free = kSm; }

  /// The next block comes with as many warps as it may; 0: it does not come.
  std::uint32_t send(const Residency& policy, std::uint32_t sm = 0) {
    const std::uint32_t warps = policy.admit(sm, room, demand);
    if (warps == 0) return 0;
    room.free -= model::place_of(demand);
    room.partial = warps < demand.warps;
    take(warps);
    return warps;
  }
  void fill(const Residency& policy) {
    while (send(policy) != 0) {
    }
  }
  void take(std::uint32_t warps) {
    room.free -= model::of_warps(demand, warps);
    room.kernel_warps += warps;
    room.all_warps += warps;
  }
  /// Warps that have ended, of a block that has not.
  void drain(std::uint32_t warps) {
    room.free += model::of_warps(demand, warps);
    room.kernel_warps -= warps;
    room.all_warps -= warps;
  }

  BlockDemand demand;
  Room room;
};

/// A benchmark of the study: what its blocks take (its Table 2, three misprints corrected), and the
/// warps that an SM has under each management, all by arithmetic.
struct Benchmark {
  const char* name;
  BlockDemand demand;
  std::uint64_t block, temp, temp_spatial, threshold;
};

const Benchmark kBenchmarks[] = {
    {"CT", demand(6, 4608, 0), 42, 42, 42, 42},      {"MC", demand(12, 7680, 0), 48, 48, 48, 48},
    {"RS", demand(16, 11776, 4096), 32, 32, 44, 36}, {"SN", demand(16, 8704, 8192), 48, 48, 48, 48},
    {"HS", demand(8, 8960, 3072), 24, 24, 29, 29},   {"PF", demand(8, 3328, 2048), 48, 48, 48, 48},
    {"SR", demand(16, 2560, 4096), 48, 48, 48, 48},  {"ST", demand(32, 17408, 0), 32, 32, 48, 36},
    {"RAY", demand(6, 12288, 0), 12, 12, 16, 16},    {"MM", demand(8, 6144, 2048), 40, 40, 42, 40},
    {"NN", demand(8, 6144, 0), 40, 40, 42, 40},      {"BT", demand(16, 5632, 0), 48, 48, 48, 48},
    {"HG", demand(16, 10240, 4096), 48, 48, 48, 48}};

std::uint64_t warps_of_a_full_sm(const Residency& policy, const BlockDemand& demand) {
  Sm sm(demand);
  sm.fill(policy);
  return sm.room.kernel_warps;
}

TEST(WarpMan, AFullSmHasTheWarpsOfTheStudysBenchmarks) {
  const auto block = residency("block");
  const auto temp = residency("warpman", "mode = 'temp'");
  const auto temp_spatial = residency("warpman");
  const auto threshold = residency("warpman", "mode = 'threshold'");
  for (const Benchmark& benchmark : kBenchmarks) {
    EXPECT_EQ(warps_of_a_full_sm(*block, benchmark.demand), benchmark.block) << benchmark.name;
    EXPECT_EQ(warps_of_a_full_sm(*temp, benchmark.demand), benchmark.temp) << benchmark.name;
    EXPECT_EQ(warps_of_a_full_sm(*temp_spatial, benchmark.demand), benchmark.temp_spatial)
        << benchmark.name;
    EXPECT_EQ(warps_of_a_full_sm(*threshold, benchmark.demand), benchmark.threshold)
        << benchmark.name;
  }
}

// Section 4 of the study: five blocks of 8 warps take 30,720 registers; 2,048 are left, which is
// two warps of 768.
TEST(WarpMan, AppendsTwoOfEightWarpsOfMatrixMultiply) {
  const auto warpman = residency("warpman");
  Sm sm(demand(8, 6144, 2048));
  for (unsigned block = 0; block < 5; ++block) EXPECT_EQ(sm.send(*warpman), 8u);
  EXPECT_EQ(kSm.registers - sm.room.free.registers, 30720u);
  EXPECT_EQ(kSm.shared_bytes - sm.room.free.shared_bytes, 10240u);
  EXPECT_EQ(sm.send(*warpman), 2u);
  EXPECT_EQ(sm.send(*warpman), 0u);
}

TEST(WarpMan, SendsNoBlockWhileOneIsPartial) {
  const auto warpman = residency("warpman");
  Sm sm(demand(8, 6144, 2048));
  sm.fill(*warpman);
  ASSERT_TRUE(sm.room.partial);
  sm.drain(8);  // room for a whole block
  EXPECT_EQ(sm.send(*warpman), 0u);
  sm.room.partial = false;
  EXPECT_EQ(sm.send(*warpman), 8u);
}

// Two blocks of 16 warps, 12 of which have ended: there are slots and registers for a whole block,
// but within the quota of 32 warps there is room for 12.
TEST(WarpMan, TempKeepsToTheWarpsOfWholeBlocks) {
  const auto temp = residency("warpman", "mode = 'temp'");
  Sm sm(demand(16, 11776, 4096));
  sm.fill(*temp);
  EXPECT_EQ(sm.room.kernel_warps, 32u);
  sm.drain(12);
  ASSERT_TRUE(sm.room.free.holds(model::of_block(sm.demand)));
  EXPECT_EQ(sm.send(*temp), 12u);
}

TEST(WarpMan, APlaceAndSharedMemoryAreNeededForAPartOfABlock) {
  const auto warpman = residency("warpman");
  Sm slots(demand(2, 64 * 64, 0));  // 8 blocks take all slots and leave 32 warps
  slots.fill(*warpman);
  EXPECT_EQ(slots.room.kernel_warps, 16u);
  Sm shared(demand(4, 1024, 20480));  // two blocks leave 8 KiB
  shared.fill(*warpman);
  EXPECT_EQ(shared.room.kernel_warps, 8u);
}

// Slots for 4 of 8 warps are left beside another kernel's. Its own ended warps alone are replaced:
// a part of a block comes only if as many of its kernel's are there as would wait.
TEST(WarpMan, BesideAnotherKernelAPartialBlockIsFedByItsOwn) {
  const auto warpman = residency("warpman");
  Sm sm(demand(8, 1024, 0));
  sm.room.free.warps = 4;
  sm.room.all_warps = 44;
  for (const auto& [own, sent] : {std::pair(0u, 0u), {3u, 0u}, {4u, 4u}, {44u, 4u}}) {
    sm.room.kernel_warps = own;
    EXPECT_EQ(warpman->admit(0, sm.room, sm.demand), sent) << own;
  }
}

// Temp: of a block that came in part, warps start while the kernel is below its quota.
TEST(WarpMan, WaitingWarpsStartWithinTheQuotaOrTheThreshold) {
  const BlockDemand rs = demand(16, 11776, 4096);
  const auto may_start = [&](const std::string& parameters, std::uint64_t warps) {
    Room room{.free = kSm, .kernel_warps = warps, .all_warps = warps, .partial = true};
    return residency("warpman", parameters)->part(0)->may_start(room, rs);
  };
  EXPECT_EQ(may_start("mode = 'temp'", 20), 12u);
  EXPECT_EQ(may_start("mode = 'temp'", 32), 0u);
  EXPECT_GT(may_start("mode = 'temp_spatial'", 47), 0u);
  EXPECT_EQ(may_start("mode = 'threshold'", 33), 3u);
  EXPECT_EQ(may_start("mode = 'threshold'", 36), 0u);
  EXPECT_EQ(may_start("mode = 'threshold'\nthreshold = 40", 33), 7u);
}

// Beyond 36 warps the wider scope holds back what comes apart from its block even within the
// quota, but never a block that is alone.
TEST(WarpMan, TheWiderThresholdHoldsBackAllOfPartialBlocks) {
  const auto all = residency("warpman", "mode = 'threshold'\nthreshold_scope = 'all'");
  const BlockDemand sn = demand(16, 8704, 8192);
  const auto room = [](std::uint64_t warps) {
    return Room{.free = kSm, .kernel_warps = warps, .all_warps = warps};
  };
  EXPECT_EQ(all->part(0)->may_start(room(40), sn), 0u);
  EXPECT_EQ(all->part(0)->may_start(room(30), sn), 6u);
  // Of a block of 48 warps 40 have started; were others there, they would be waited for.
  const BlockDemand wide = demand(48, 15360, 0);
  Room alone = room(40);
  EXPECT_EQ(all->part(0)->may_start(alone, wide), 0u);
  alone.alone = true;
  EXPECT_GE(all->part(0)->may_start(alone, wide), 8u);
}

policy::SmWindow window(std::uint64_t instructions, bool resident = true) {
  return {instructions, resident};
}

// SM 0 uses fragments, SM 1 does not, and the others do as the one of these that issued more.
TEST(WarpMan, TheDuelDecidesForThoseThatFollow) {
  const auto duel = residency("warpman", "mode = 'dueling'");
  duel->attach(3);
  EXPECT_EQ(duel->window(), 10'000u);
  Sm sm(demand(8, 6144, 2048));
  sm.fill(*residency("block"));
  const auto sent = [&](std::uint32_t to) { return duel->admit(to, sm.room, sm.demand); };
  const auto elapsed = [&](policy::SmWindow spatial, policy::SmWindow temp) {
    const policy::SmWindow windows[] = {spatial, temp, window(7)};
    return duel->window_elapsed(windows);
  };
  EXPECT_THAT((std::vector{sent(0), sent(1), sent(2)}), testing::ElementsAre(2, 0, 2));
  EXPECT_EQ(elapsed(window(100), window(99)), std::nullopt);
  const auto off = elapsed(window(99), window(100));
  ASSERT_TRUE(off);
  EXPECT_THAT((std::vector{sent(0), sent(1), sent(2)}), testing::ElementsAre(2, 0, 0));
  EXPECT_EQ(elapsed(window(100), window(100)), std::nullopt);
  EXPECT_EQ(elapsed(window(200), window(100, false)), std::nullopt);
  EXPECT_EQ(sent(2), 0u);
  const auto on = elapsed(window(200), window(100));
  ASSERT_TRUE(on);
  EXPECT_EQ(sent(2), 2u);

  const Room full{.free = kSm, .kernel_warps = 40, .all_warps = 40, .partial = true};
  const auto follower = duel->part(2), temp = duel->part(1);
  EXPECT_GT(follower->may_start(full, sm.demand), 0u);
  follower->directive_arrived(*off, std::nullopt);
  EXPECT_EQ(follower->may_start(full, sm.demand), 0u);
  follower->directive_arrived(*on, std::nullopt);
  EXPECT_GT(follower->may_start(full, sm.demand), 0u);
  temp->directive_arrived(*on, std::nullopt);
  EXPECT_EQ(temp->may_start(full, sm.demand), 0u);
}

TEST(WarpMan, ADuelNeedsTwoSms) {
  EXPECT_THROW(residency("warpman", "mode = 'dueling'")->attach(1), Error);
  EXPECT_THROW(residency("warpman", "mode = 'dueling'\nduel_leader_temp = 0")->attach(4), Error);
  EXPECT_NO_THROW(residency("warpman", "mode = 'dueling'")->attach(2));
  EXPECT_NO_THROW(residency("warpman")->attach(1));
}

// Section 4.2: block slot 3 bits, block number 26, two warps of 5, valid 1.
TEST(WarpMan, ItsWorkloadBufferIsOfFortyBits) {
  const auto part = residency("warpman")->part(0);
  model::SmView view{.entities = 48, .blocks = 8};
  part->attach(view);
  EXPECT_EQ(part->storage_bits(), 40u);
  EXPECT_EQ(policy::total_bits(part->published_storage().items), 40u);
}

// A leader counts up to 10,000 cycles x 2 slots x 32 lanes: 20 bits. All keep what was decided: 1.
TEST(WarpMan, ADuelCountsInstructions) {
  const auto part = residency("warpman", "mode = 'dueling'")->part(0);
  model::SmView view{.entities = 48, .slots = 2, .blocks = 8};
  part->attach(view);
  EXPECT_EQ(part->storage_bits(), 40u + 20 + 1);
}

}  // namespace
}  // namespace heddle::test
