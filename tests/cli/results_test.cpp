#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"
#include "kernel_text.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;

class Results : public testing::Test {
 protected:
  Results() { folder_.write("k.ptx", kScale); }

  Finished run(const std::string& out, std::vector<std::string> more = {}) const {
    std::vector<std::string> words = {"run",          "--out",   out,    "--grid",
                                      "64",           "--block", "256",  "--arg",
                                      "buffer:64KiB", "--arg",   "u32:3"};
    words.insert(words.end(), more.begin(), more.end());
    words.emplace_back("k.ptx");
    return folder_.heddle(words);
  }

  Playground folder_;
};

TEST_F(Results, FilesHoldWhatWasMeasured) {
  ASSERT_EQ(run("out").exit_code, 0);
  const auto stats = folder_.json("out/stats.json");
  EXPECT_EQ(stats.at("status"), "complete");
  EXPECT_EQ(stats.at("schema_version"), 1);
  EXPECT_EQ(stats.at("exit_code"), 0);
  ASSERT_EQ(stats.at("launches").size(), 1u);
  const auto& launch = stats.at("launches").at(0);
  EXPECT_EQ(launch.at("kernel"), "scale");
  EXPECT_EQ(launch.at("grid"), nlohmann::json::array({64, 1, 1}));
  EXPECT_TRUE(launch.at("timed"));
  for (const auto& statistic : launch.at("statistics")) {
    for (const char* field : {"name", "value", "unit", "description"}) {
      EXPECT_TRUE(statistic.contains(field)) << statistic;
    }
  }
  EXPECT_EQ(value(launch.at("statistics"), "blocks"), 64);
  EXPECT_EQ(value(launch.at("statistics"), "cycles"),
            value(stats.at("total").at("statistics"), "cycles"));
  const auto manifest = folder_.json("out/manifest.json");
  EXPECT_EQ(manifest.at("machine"), "gtx480");
  EXPECT_EQ(manifest.at("status"), "complete");
  EXPECT_THAT(folder_.read("out/config.toml"), HasSubstr("[dram]"));
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path("out"))) {
    EXPECT_THAT(entry.path().filename().string(),
                testing::AnyOf("stats.json", "manifest.json", "config.toml"));
  }
}

TEST_F(Results, StallReasonsOfAllSlotsSumUp) {
  ASSERT_EQ(run("out").exit_code, 0);
  const auto statistics = folder_.json("out/stats.json").at("launches").at(0).at("statistics");
  double slots = 0;
  for (const auto& statistic : statistics) {
    if (statistic.at("name").get<std::string>().starts_with("stall.")) {
      slots += statistic.at("value").get<double>();
    }
  }
  EXPECT_EQ(slots, value(statistics, "cycles") * 15 * 2);  // gtx480: 15 SMs of 2 schedulers
}

TEST_F(Results, TwoRunsAgreeInAllButTheHost) {
  ASSERT_EQ(run("one").exit_code, 0);
  ASSERT_EQ(run("two").exit_code, 0);
  for (const char* file : {"stats.json", "manifest.json"}) {
    auto one = folder_.json("one/" + std::string(file));
    auto two = folder_.json("two/" + std::string(file));
    EXPECT_TRUE(one.contains("host"));
    one.erase("host");
    two.erase("host");
    EXPECT_EQ(one, two);
  }
  EXPECT_EQ(folder_.read("one/config.toml"), folder_.read("two/config.toml"));
}

TEST_F(Results, TheResolvedConfigurationRepeatsTheRun) {
  ASSERT_EQ(run("one", {"--set", "sm.count=3", "--set", "warp_scheduler=lrr"}).exit_code, 0);
  ASSERT_EQ(run("two", {"--machine", "one/config.toml"}).exit_code, 0);
  EXPECT_EQ(folder_.json("one/stats.json").at("launches"),
            folder_.json("two/stats.json").at("launches"));
  EXPECT_EQ(folder_.read("one/config.toml"), folder_.read("two/config.toml"));
}

TEST_F(Results, AUsedFolderIsRefusedUnlessToldOtherwise) {
  ASSERT_EQ(run("out").exit_code, 0);
  folder_.write("out/notes.txt", "mine");
  const Finished refused = run("out");
  EXPECT_NE(refused.exit_code, 0);
  EXPECT_THAT(refused.err, HasSubstr("--overwrite"));
  EXPECT_EQ(run("out", {"--overwrite"}).exit_code, 0);
  EXPECT_EQ(folder_.read("out/notes.txt"), "mine");
  EXPECT_EQ(folder_.json("out/stats.json").at("status"), "complete");
}

TEST_F(Results, StopAfterCyclesKeepsWhatWasMeasured) {
  ASSERT_EQ(run("out", {"--stop-after", "cycles=300"}).exit_code, 0);
  const auto stats = folder_.json("out/stats.json");
  EXPECT_EQ(stats.at("status"), "incomplete");
  EXPECT_THAT(stats.at("reason").get<std::string>(), HasSubstr("cycles=300"));
  ASSERT_EQ(stats.at("launches").size(), 1u);
  EXPECT_FALSE(stats.at("launches").at(0).at("complete"));
  EXPECT_EQ(stats.at("launches").at(0).at("ended_cycle"), 300);
  EXPECT_GT(value(stats.at("total").at("statistics"), "warp_instructions"), 0);
}

TEST_F(Results, StopAfterInstructionsEndsSoonAfterThem) {
  ASSERT_EQ(run("out", {"--stop-after", "instructions=1000"}).exit_code, 0);
  const auto stats = folder_.json("out/stats.json");
  const double executed = value(stats.at("total").at("statistics"), "warp_instructions");
  EXPECT_GE(executed, 1000);
  EXPECT_LE(executed, 1000 + 16 * 30);  // one quantum of the whole machine
  EXPECT_EQ(stats.at("status"), "incomplete");
}

TEST_F(Results, CompareShowsRunsSideBySide) {
  ASSERT_EQ(run("a", {"--set", "warp_scheduler=lrr"}).exit_code, 0);
  ASSERT_EQ(run("b", {"--set", "warp_scheduler=gto"}).exit_code, 0);
  const Finished finished = folder_.heddle({"compare", "a", "b"});
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_THAT(finished.out, testing::ContainsRegex("policies.warp_scheduler +lrr +gto"));
  EXPECT_THAT(finished.out, HasSubstr("cycles"));
  EXPECT_NE(folder_.heddle({"compare", "a", "nowhere"}).exit_code, 0);
}

}  // namespace
}  // namespace heddle::test
