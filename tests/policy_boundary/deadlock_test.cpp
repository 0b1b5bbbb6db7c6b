// Who is named where nothing comes of what a residency answers, though each answer is allowed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "misfit_run.hpp"

namespace heddle::test {
namespace {

using testing::StartsWith;

/// What the watchdog says of a run under the misfit.
std::string deadlock_under(const char* misdeed) {
  Rig rig(machine_of(2), misfit("residency", {{"does", misdeed}}));
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
  EXPECT_THAT(deadlock_under("admit_none"),
              StartsWith("no warp can go on: residency misfit admits no block to any SM"));
  EXPECT_THAT(deadlock_under("start_none"),
              StartsWith("no warp can go on: residency misfit lets no warp start of those that "
                         "wait"));
}

}  // namespace
}  // namespace heddle::test
