#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;

class Inspect : public testing::Test {
 protected:
  std::string text(const std::vector<std::string>& arguments) const {
    const Finished finished = folder_.heddle(arguments);
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    return finished.out;
  }
  std::string refusal(const std::vector<std::string>& arguments) const {
    const Finished finished = folder_.heddle(arguments);
    EXPECT_EQ(finished.exit_code, 1);
    EXPECT_EQ(finished.out, "");
    return finished.err;
  }

  Playground folder_;
};

TEST_F(Inspect, HelpAndVersionAnswer) {
  EXPECT_THAT(text({"--version"}), HasSubstr("heddle 0."));
  EXPECT_THAT(text({"--help"}), HasSubstr("heddle run --machine"));
  EXPECT_THAT(text({"--help"}), HasSubstr("--version  say"));
  for (const char* command : {"run", "list", "explain", "disasm", "compare"}) {
    EXPECT_THAT(text({command, "--help"}), HasSubstr("Example")) << command;
  }
  EXPECT_EQ(folder_.heddle({}).exit_code, 2);
  EXPECT_THAT(refusal({"rnu"}), HasSubstr("did you mean 'run'?"));
}

TEST_F(Inspect, ListsWhatThereIs) {
  EXPECT_THAT(text({"list"}), HasSubstr("warp_scheduler"));
  EXPECT_THAT(text({"list", "machines"}), HasSubstr("v100"));
  EXPECT_THAT(text({"list", "warp_scheduler"}), HasSubstr("greedy"));
  EXPECT_THAT(text({"list", "statistics"}), HasSubstr("warp_instructions"));
  EXPECT_THAT(text({"list", "parameters"}), HasSubstr("dram.t_rcd"));
  EXPECT_THAT(text({"list", "instructions", "--markdown"}), HasSubstr("| --- |"));
  EXPECT_THAT(refusal({"list", "machine"}), HasSubstr("did you mean 'machines'?"));
}

TEST_F(Inspect, ExplainsKeysOfEveryKind) {
  EXPECT_THAT(text({"explain", "l1.hit_latency", "--machine", "v100"}), HasSubstr("on v100: 20"));
  EXPECT_THAT(text({"explain", "warp_scheduler"}), HasSubstr("--set warp_scheduler=NAME"));
  EXPECT_THAT(text({"explain", "warp_scheduler.gto"}), HasSubstr("greedy"));
  EXPECT_THAT(text({"explain", "dram"}), HasSubstr("dram.t_rcd"));
  EXPECT_THAT(text({"explain", "stall.pipeline"}), HasSubstr("slot-cycles"));
  EXPECT_THAT(refusal({"explain", "l1.hit_latancy"}), HasSubstr("did you mean 'l1.hit_latency'?"));
}

}  // namespace
}  // namespace heddle::test
