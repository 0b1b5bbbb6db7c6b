// Who is named where nothing comes of what a residency or a throttle answers, though each answer is
// allowed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "misfit_run.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// What the watchdog says of a run under the misfit.
std::string deadlock_under(const char* kind, const char* misdeed) {
  Rig rig(machine_of(2), misfit(kind, {{"does", misdeed}}));
  try {
    rig.run(kWork, {2}, {128});
  } catch (const policy::PolicyError& error) {
    return "wrongly refused: " + std::string(error.what());
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Deadlock, IsTheResidencysWhoseBlocksDoNotStart) {
  EXPECT_THAT(deadlock_under("residency", "admit_none"),
              StartsWith("no warp can go on: residency misfit admits no block to any SM"));
  EXPECT_THAT(deadlock_under("residency", "start_none"),
              StartsWith("no warp can go on: residency misfit lets no warp start of those that "
                         "wait"));
}

TEST(Deadlock, IsTheThrottlesWhoseGateStaysClosed) {
  EXPECT_THAT(deadlock_under("throttle", "hold_all"),
              HasSubstr("no warp can go on: throttle misfit holds 8 ready warps, and its gate does "
                        "not change; the first is "));
}

}  // namespace
}  // namespace heddle::test
