// What a user reads of warp-wide instructions whose member masks name lanes that cannot come, on a
// machine whose paths of a warp do not wait for each other.
#include <cstring>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/sim/device.hpp"
#include "temporary_folder.hpp"

namespace heddle::sim {
namespace {

using testing::HasSubstr;

/// The lanes below `bound` execute the instruction of line 15, whose results kForkedEnd uses.
constexpr const char* kForkedModule = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry forked(.param .u32 bound)
{
  .reg .b32 %r<8>; .reg .pred %p<4>; .reg .b64 %d<4>;
  .shared .align 4 .b32 used;
  ld.param.u32 %r0, [bound];
  mov.u32 %r1, %laneid;
  setp.ge.u32 %p1, %r1, %r0;
  setp.lt.u32 %p2, %r1, %r0;
  mov.u32 %r2, 0; mov.u64 %d1, 7; setp.eq.u32 %p3, %r0, 0;
  @%p1 bra END;
)";
constexpr const char* kForkedEnd = R"(
  selp.u32 %r4, %r2, 0, %p3;
  st.shared.u32 [used], %r4;
END:
  bar.sync 0;
  ret;
}
)";

class MeetingWarnings : public testing::Test {
 protected:
  /// Returns the warnings of a launch for each bound, in one process.
  static std::string warnings(const std::string& instruction, std::vector<std::uint32_t> bounds,
                              std::vector<std::string> assignments = {}) {
    const MachineFolder machines;
    ConfigurationRequest wanted;
    wanted.assignments = std::move(assignments);
    Device device(Configuration::resolve(wanted));
    const auto loaded = device.load(kForkedModule + instruction + kForkedEnd, "m.ptx");
    testing::internal::CaptureStderr();
    for (const std::uint32_t bound : bounds) {
      LaunchRequest request;
      request.module = loaded;
      request.program = loaded->module.kernels.at(0);
      request.grid = {3, 1, 1};
      request.block = {64, 1, 1};
      request.parameters.resize(sizeof bound);
      std::memcpy(request.parameters.data(), &bound, sizeof bound);
      const GridId grid = device.launch(std::move(request));
      while (!device.finished(grid)) device.advance(kNever);
    }
    return testing::internal::GetCapturedStderr();
  }
};

TEST_F(MeetingWarnings, NameTheInstructionItsMaskAndTheLanesThatMiss) {
  const std::pair<const char*, const char*> instructions[] = {
      {"shfl.sync.idx.b32 %r2, %r1, 0, 31, 0x0FFFFFFF;", "shfl"},
      {"vote.sync.ballot.b32 %r2, %p1, 0x0FFFFFFF;", "vote_ballot"},
      {"vote.sync.all.pred %p3, %p1, 0x0FFFFFFF;", "vote_pred"},
      {"match.any.sync.b32 %r2, %r1, 0x0FFFFFFF;", "match_any_b32"},
      {"match.all.sync.b64 %r2|%p3, %d1, 0x0FFFFFFF;", "match_all_b64"},
      {"redux.sync.add.u32 %r2, %r1, 0x0FFFFFFF;", "redux"},
      {"bar.warp.sync 0x0FFFFFFF;", "bar_warp_sync"}};
  for (const auto& [instruction, name] : instructions) {
    for (const char* timing : {"run.timing=full", "run.timing=none"}) {
      EXPECT_EQ(warnings(instruction, {20}, {timing}),
                fmt::format("heddle: warning: kernel forked, m.ptx:15: the mask of {}, 0x0fffffff, "
                            "names lanes that did not come to it, 0x0ff00000, since they go "
                            "another way or skip it, and with sm.thread_scheduling=stack no lane "
                            "waits for another; it executed without them, and its result is "
                            "undefined on a GPU\n",
                            name));
    }
  }
}

TEST_F(MeetingWarnings, CountLanesThatTheGuardLeavesOut) {
  EXPECT_THAT(warnings("@%p2 shfl.sync.idx.b32 %r2, %r1, 0, 31, -1;", {32}), "");
  EXPECT_THAT(
      warnings("setp.lt.u32 %p2, %r1, 4; @%p2 shfl.sync.idx.b32 %r2, %r1, 0, 31, -1;", {32}),
      HasSubstr("0xfffffff0"));
}

TEST_F(MeetingWarnings, AreOnePerInstructionOfAllLaunches) {
  const std::string text = warnings("shfl.sync.idx.b32 %r2, %r1, 0, 31, -1;", {20, 24, 28});
  EXPECT_THAT(text, HasSubstr("0xfff00000"));
  EXPECT_EQ(text.find("warning"), text.rfind("warning")) << text;
}

TEST_F(MeetingWarnings, AreNoneIfTheNamedLanesAreThereOrHaveEnded) {
  EXPECT_EQ(warnings("shfl.sync.idx.b32 %r2, %r1, 0, 31, -1;", {32}), "");
  EXPECT_EQ(warnings("shfl.sync.idx.b32 %r2, %r1, 0, 31, 0xFFFFF;", {20}), "");
  EXPECT_EQ(warnings("activemask.b32 %r3; shfl.sync.idx.b32 %r2, %r1, 0, 31, %r3;", {20}), "");
  // Without a mask, the lanes that are there are meant.
  EXPECT_EQ(warnings("vote.ballot.b32 %r2, %p1;", {20}), "");
  EXPECT_EQ(
      warnings("setp.ge.u32 %p1, %r1, 8; @%p1 exit; shfl.sync.idx.b32 %r2, %r1, 0, 31, -1;", {32}),
      "");
}

/// Half of the lanes of each mask is elsewhere, and each lane gives a mask of its own.
TEST_F(MeetingWarnings, SeeTheMasksOfAllLanes) {
  EXPECT_THAT(warnings("mov.u32 %r3, 0x10001; shl.b32 %r3, %r3, %r1; "
                       "shfl.sync.idx.b32 %r2, %r1, 0, 31, %r3;",
                       {16}),
              HasSubstr("the mask of shfl, 0xffffffff, names lanes that did not come to it, "
                        "0xffff0000"));
}

/// All organisations here keep the lanes of an 8-lane group of a warp together until they part.
TEST_F(MeetingWarnings, AreGivenByEveryOrganisation) {
  for (const std::vector<std::string>& organisation : std::vector<std::vector<std::string>>{
           {"organisation=temporal"},
           {"organisation=spatial", "organisation.spatial.width=8"},
           {"organisation=tbc", "sm.issue_discipline=one_at_a_time", "fetch.buffer_entries=0"}}) {
    const testing::ScopedTrace trace(__FILE__, __LINE__, organisation.front());
    const std::string shuffle = "shfl.sync.idx.b32 %r2, %r1, 0, 31, 0xFF;";
    EXPECT_EQ(warnings(shuffle, {8}, organisation), "");
    EXPECT_THAT(warnings(shuffle, {5}, organisation), HasSubstr("0x000000e0"));
  }
}

}  // namespace
}  // namespace heddle::sim
