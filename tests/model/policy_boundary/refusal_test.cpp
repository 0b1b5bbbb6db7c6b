// Which refusal is reported where several policies err, and what it says where a policy refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "misfit_run.hpp"

namespace heddle::test {
namespace {

using testing::StartsWith;

/// On SM 0 a block of the first grid, on SM 1 one of the second, whose warps the misfit picks
/// wrongly five cycles earlier: in the same quantum of 16 cycles.
TEST(FirstRefusal, IsByCycle) {
  for (const unsigned host_threads : {1u, 2u}) {
    Rig rig(machine_of(2),
            misfit("warp_scheduler", {{"does", "pick_minus_one"}, {"at", 110}, {"lead", 5}}),
            host_threads);
    rig.start(kWork, {}, {512});
    const std::uint64_t second = rig.start(kWork, {}, {512});
    try {
      rig.finish(second);
      ADD_FAILURE() << "no refusal";
    } catch (const policy::PolicyError& error) {
      EXPECT_THAT(error.what(), StartsWith("warp_scheduler misfit on SM 1, cycle 105: pick("));
    }
  }
}

TEST(FirstRefusal, OfOneCycleIsBySm) {
  const auto choice = misfit("warp_scheduler", {{"does", "pick_minus_one"}, {"at", 100}});
  EXPECT_THAT(refusal(choice), StartsWith("warp_scheduler misfit on SM 0, cycle 100: "));
}

/// A policy that throws an Error refuses: its own message stands, after the place.
TEST(PolicyThatRefuses, IsNotSaidToBeAtFault) {
  EXPECT_EQ(refusal(misfit("warp_scheduler", {{"does", "refuse_in_pick"}, {"at", 100}})),
            "warp_scheduler misfit on SM 0, cycle 100: profile.txt does not fit");
}

/// While the GPU is built, a policy refuses its parameters with an Error, which passes as it is.
TEST(PolicyThatRefuses, ItsParametersThrowsThatError) {
  const std::string expected = "not with these parameters";
  try {
    Rig rig(machine_of(2), misfit("organisation", {{"does", "refuse_in_shape"}}));
    ADD_FAILURE() << "no refusal";
  } catch (const policy::PolicyError&) {
    ADD_FAILURE() << "a PolicyError";
  } catch (const Error& error) {
    EXPECT_EQ(error.what(), expected);
  }
}

}  // namespace
}  // namespace heddle::test
