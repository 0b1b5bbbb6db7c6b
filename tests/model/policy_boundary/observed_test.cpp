// Policies that err where they are observed, and what can be read of a GPU after a refusal.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "misfit_run.hpp"
#include "sampled.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// One warp of the block waits for memory, and three wait for it at a barrier: nothing happens for
/// long, and slot 0 has a warp of either kind, so that a sample asks what its scheduler looks at.
const std::string kWait = kernel(R"(
  mov.u32 %r1, %tid.x;
  setp.gt.u32 %p1, %r1, 31;
  @%p1 bra B;
  ld.global.u32 %r2, [%rd1];
  st.global.u32 [%rd1+4], %r2;
B:
  bar.sync 0;
)");

TEST(PolicyThatIsSampled, AnswersForAllCycles) {
  Rig rig(machine_of(2), misfit("warp_scheduler", {{"does", "looks_short"}}));
  Sampled sampled(50);
  rig.gpu().attach(sampled);
  try {
    rig.run(kWait, {2}, {128});
    ADD_FAILURE() << "no refusal";
  } catch (const policy::PolicyError& error) {
    EXPECT_THAT(error.what(), HasSubstr("looks(slot 0, "));
    EXPECT_THAT(error.what(), HasSubstr("answered looks until cycle "));
  }
}

/// Also where the scheduler would fail again when the counts are made up.
TEST(AfterARefusal, CountsCanBeRead) {
  const std::pair<const char*, unsigned> misdeeds[] = {
      {"throw_in_look", 40}, {"look_still", 40}, {"looks_short", 0}};
  for (const auto& [misdeed, at] : misdeeds) {
    Rig rig(machine_of(2), misfit("warp_scheduler", {{"does", misdeed}, {"at", at}}));
    Sampled sampled(50);
    rig.gpu().attach(sampled);
    const std::uint64_t grid = rig.start(kWait, {2}, {128});
    EXPECT_THROW(rig.finish(grid), policy::PolicyError) << misdeed;
    EXPECT_GT(rig.gpu().counters_so_far(grid).kernel.warp_instructions, 0u) << misdeed;
  }
}

struct Deaf final : model::Hears<model::PolicyNote> {
  void on(const model::PolicyNote&) override {}
};

TEST(PolicyThatNotes, NamesAKernelSlotThatIsThere) {
  Deaf listener;
  Rig rig(machine_of(2), misfit("warp_scheduler", {{"does", "note_nowhere"}, {"at", 100}}));
  rig.gpu().listen(0, listener);
  try {
    rig.run(kWork, {2}, {512});
    ADD_FAILURE() << "no refusal";
  } catch (const policy::PolicyError& error) {
    EXPECT_THAT(error.what(), StartsWith("warp_scheduler misfit on SM 0, cycle 100: pick threw: a "
                                         "note on kernel slot 32 of 8"));
  }
}

}  // namespace
}  // namespace heddle::test
