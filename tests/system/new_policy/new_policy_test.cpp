// What a new file brings: a name that configurations take, parameters, a place in the lists, and
// the order in which warps issue. This file knows the scheduler by name alone.
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

}  // namespace
}  // namespace heddle::test
