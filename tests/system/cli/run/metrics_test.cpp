// heddle metrics: the kernels of a run under the names of Nsight Compute's metrics.
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"
#include "kernel_text.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;

class Metrics : public testing::Test {
 protected:
  void SetUp() override {
    folder_.write("k.ptx", kScale);
    const Finished run =
        folder_.heddle({"run", "--quiet", "--machine", "gtx480", "--out", "out", "--grid", "4",
                        "--block", "128", "--arg", "buffer:64KiB", "--arg", "u32:3", "k.ptx"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
  }
  std::string csv(const std::string& names) const {
    const Finished done = folder_.heddle({"metrics", "out", "--csv", "--metrics", names});
    EXPECT_EQ(done.exit_code, 0) << done.err;
    return done.out;
  }

  Playground folder_;
};

/// A launch of 4 blocks of 128 threads has 16 warps.
TEST_F(Metrics, SayWhatWasLaunched) {
  EXPECT_EQ(csv("launch__grid_size,launch__block_size,sm__warps_launched.sum"),
            "kernel,metric,unit,value\n"
            "scale,launch__grid_size,,4\n"
            "scale,launch__block_size,,128\n"
            "scale,sm__warps_launched.sum,warp,16\n");
}

TEST_F(Metrics, AgreeWithTheStatistics) {
  const auto statistics = folder_.json("out/stats.json")["kernels"][0]["statistics"];
  const double cycles = value(statistics, "cycles");
  EXPECT_THAT(csv("sm__cycles_elapsed.max"), HasSubstr(fmt::format(",cycle,{}\n", cycles)));
  // At 700 MHz a cycle takes 1 / 0.7 ns.
  EXPECT_THAT(csv("gpu__time_duration.sum"),
              HasSubstr(fmt::format(",ns,{}\n", 1000 * cycles / 700)));
  EXPECT_THAT(csv("smsp__thread_inst_executed_per_inst_executed.ratio"), HasSubstr(",,32\n"));
}

TEST_F(Metrics, StandInATable) {
  const Finished done = folder_.heddle({"metrics", "out"});
  EXPECT_EQ(done.exit_code, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("scale\nmetric"));
  EXPECT_THAT(done.out, HasSubstr("dram__bytes.sum"));
}

TEST_F(Metrics, RefuseOtherNamesAndFolders) {
  const auto refused = [&](const std::vector<std::string>& words, const std::string& why) {
    const Finished done = folder_.heddle(words);
    EXPECT_EQ(done.exit_code, 1);
    EXPECT_THAT(done.err, HasSubstr(why));
  };
  refused({"metrics", "out", "--metrics", "dram__byte.sum"}, "did you mean 'dram__bytes.sum'");
  refused({"metrics", "nowhere"}, "nowhere");
  folder_.heddle({"run", "--quiet", "--timing", "none", "--out", "untimed", "--grid", "4",
                  "--block", "128", "--arg", "buffer:64KiB", "--arg", "u32:3", "k.ptx"});
  refused({"metrics", "untimed"}, "no timed");
}

}  // namespace
}  // namespace heddle::test
