// What a new file brings: a name that configurations take, parameters, a place in the lists, and
// the order in which warps issue, or which line of a cache goes. This file knows the scheduler and
// the replacement by name alone.
#include <gmock/gmock.h>

#include "heddle/base/error.hpp"
#include "heddle/sim/settings/configuration.hpp"
#include "heddle/sim/settings/policies.hpp"
#include "rig.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;

sim::Configuration configured(const std::vector<std::string>& assignments) {
  sim::ConfigurationRequest request;
  request.assignments = assignments;
  return sim::Configuration::resolve(request);
}

TEST(NewPolicy, IsChosenAndSetByName) {
  const std::string toml =
      configured({"warp_scheduler=youngest", "warp_scheduler.youngest.hold=3"}).to_toml();
  EXPECT_THAT(toml, HasSubstr("warp_scheduler = \"youngest\""));
  EXPECT_THAT(toml, HasSubstr("hold = 3"));
  EXPECT_THROW(configured({"warp_scheduler=youngest", "warp_scheduler.youngest.hold=0"}), Error);
}

TEST(NewPolicy, IsListed) {
  EXPECT_THAT(sim::policy_names(*sim::find_policy_kind("warp_scheduler")),
              testing::Contains("youngest"));
}

/// Eight warps of a block each write when they are done with a long row of additions: the clock,
/// at 4 times their number.
const std::string kRow = kernel(R"(
  mov.u32 %r1, %tid.x;
  shr.u32 %r2, %r1, 5;
  mul.wide.u32 %rd2, %r2, 4;
  add.s64 %rd3, %rd1, %rd2;
)" + repeat(200, "  add.u32 %r1, %r1, 1;\n") +
                                R"(
  mov.u32 %r3, %clock;
  st.global.u32 [%rd3], %r3;
)");

/// When each of the eight warps was done.
std::vector<std::uint32_t> ends(const char* scheduler) {
  auto machine = small_machine();
  machine.sm.schedulers = 1;
  Rig rig(machine, {.warp_scheduler = scheduler});
  rig.run(kRow, {}, {256});
  return rig.read<std::uint32_t>(8);
}

TEST(NewPolicy, DecidesWhoIssues) {
  const auto youngest = ends("youngest");
  const auto oldest = ends("oldest");
  EXPECT_LT(youngest[7], youngest[0]);
  EXPECT_GT(oldest[7], oldest[0]);
}

TEST(NewReplacement, IsChosenAndSetByName) {
  const std::string toml = configured({"l1.replacement=lfu", "replacement.lfu.most=3"}).to_toml();
  EXPECT_THAT(toml, HasSubstr("replacement = \"lfu\""));
  EXPECT_THAT(toml, HasSubstr("most = 3"));
  EXPECT_THROW(configured({"l1.replacement=lfu", "replacement.lfu.most=0"}), Error);
  EXPECT_THAT(sim::policy_names(*sim::find_policy_kind("replacement")), testing::Contains("lfu"));
}

/// Misses of an L1 of two lines when line 0 is loaded three times, lines 1 and 2 once, and line 0
/// again. Each load waits for the one before.
std::uint64_t l1_misses(const char* replacement) {
  const auto load = [](unsigned line) {
    return "  add.s64 %rd2, %rd1, " + std::to_string(line * 128) +
           ";\n  add.s64 %rd2, %rd2, %rd3;\n  ld.global.u32 %r1, [%rd2];\n"
           "  cvt.u64.u32 %rd3, %r1;\n";
  };
  auto machine = small_machine();
  machine.l1.bytes = 2 * machine.l1.line_bytes;
  machine.l1.associativity = 2;
  machine.l1.set_index = SetIndex::linear;
  machine.l1.replacement = replacement;
  Rig rig(machine);
  const std::string text = load(0) + load(0) + load(0) + load(1) + load(2) + load(0);
  const std::string end = "  st.global.u32 [%rd1+8192], %r1;\n";
  return rig.run_body("  mov.u64 %rd3, 0;\n" + text + end, {}, {32}).kernel.l1.misses;
}

/// Line 2 takes the place of line 1, which was found never; under lru it takes that of line 0.
TEST(NewReplacement, DecidesWhichLineGoes) {
  EXPECT_EQ(l1_misses("lfu"), 3u);
  EXPECT_EQ(l1_misses("lru"), 4u);
}

}  // namespace
}  // namespace heddle::test
