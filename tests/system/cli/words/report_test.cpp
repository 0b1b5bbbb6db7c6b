// Pages of `heddle report`: what their data say, and that a browser draws them.
#include <filesystem>
#include <regex>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernel_text.hpp"
#include "limit_kernels.hpp"
#include "report_page.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class Report : public testing::Test {
 protected:
  Report() { folder_.write("k.ptx", kScale); }

  Finished run(const std::string& out, std::vector<std::string> more = {}) const {
    std::vector<std::string> words = {"run",   "--grid",       "64",    "--block", "256",
                                      "--arg", "buffer:64KiB", "--arg", "u32:3"};
    if (!out.empty()) words.insert(words.end(), {"--out", out});
    words.insert(words.end(), more.begin(), more.end());
    words.emplace_back("k.ptx");
    return folder_.heddle(words);
  }

  nlohmann::json data(const std::string& page) const { return data_of_page(folder_.read(page)); }

  /// The page of these folders.
  nlohmann::json report(std::vector<std::string> folders) const {
    folders.insert(folders.begin(), "report");
    folders.insert(folders.end(), {"-o", "page.html"});
    const Finished finished = folder_.heddle(folders);
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    return data("page.html");
  }

  Playground folder_;
};

/// Peaks of gtx480: 15 SMs with 2 schedulers; 924 MHz x 6 channels x 32 B; 700 MHz x 12 slices x
/// 40 B; 700 MHz x 15 lines of 128 B; 8 of 32 lanes of special functions.
TEST_F(Report, SaysWhatTheRunMeasuredAndTheMachineCanDo) {
  ASSERT_EQ(run("out").exit_code, 0);
  const auto page = report({"out"});
  EXPECT_EQ(page.at("kind"), "runs");
  ASSERT_EQ(page.at("runs").size(), 1u);
  const auto& shown = page.at("runs").at(0);
  EXPECT_EQ(shown.at("status"), "complete");
  EXPECT_EQ(shown.at("machine"), "gtx480");
  EXPECT_EQ(shown.at("settings").at("sm.count"), "15");
  EXPECT_TRUE(shown.at("samples").is_null());
  EXPECT_TRUE(shown.at("blocks").is_null());
  const auto& peaks = shown.at("peaks");
  EXPECT_EQ(peaks.at("issue"), 30);
  EXPECT_NEAR(peaks.at("dram_gb_s"), 924.0 * 6 * 32 / 1000, 1e-3);
  EXPECT_NEAR(peaks.at("dram_sustainable_gb_s"), 0.65 * 924.0 * 6 * 32 / 1000, 1e-3);
  EXPECT_EQ(peaks.at("reply_gb_s"), 336);
  EXPECT_EQ(peaks.at("l1_gb_s"), 1344);
  EXPECT_EQ(peaks.at("units").at("sfu"), 15 * 8.0 / 32);
  EXPECT_FALSE(peaks.at("units").contains("sp"));  // two pipelines of 32 lanes take what is issued
  EXPECT_FALSE(page.contains("comparison"));
}

/// Statistics of the page are those of stats.json, and the parts of the issue slots add up.
TEST_F(Report, HasTheStatisticsOfTheKernels) {
  ASSERT_EQ(run("out").exit_code, 0);
  const auto page = report({"out"});
  const auto& kernel = page.at("runs").at(0).at("kernels").at(0);
  EXPECT_EQ(kernel.at("name"), "scale");
  EXPECT_EQ(kernel.at("grid"), nlohmann::json({64, 1, 1}));
  const auto& values = kernel.at("values");
  EXPECT_EQ(values.at("l1d.loads"), 64 * 8);  // a load of a line for each warp
  EXPECT_EQ(values.at("blocks"), 64);
  const auto stats = folder_.json("out/stats.json").at("kernels").at(0).at("statistics");
  for (const auto& [name, number] : values.items()) {
    if (!stats.contains(name)) continue;
    EXPECT_NEAR(number, double{stats.at(name)}, 1e-5 * std::abs(double{stats.at(name)})) << name;
  }
  double slots = 0;
  for (const auto& part : page.at("slot_parts")) slots += value(values, part.at("name"));
  EXPECT_NEAR(slots, 1, 1e-4);
}

/// A program of each limit is told to be limited by that.
TEST_F(Report, NamesTheLimitOfEachKernel) {
  std::vector<std::string> folders;
  for (const LimitKernel& limit : limit_kernels()) {
    folder_.write(limit.rule + ".ptx", limit.text);
    const Finished finished = folder_.heddle(
        {"run", "--quiet", "--machine", "gtx480", "--out", limit.rule, "--grid", limit.grid,
         "--block", limit.block, "--arg", "buffer:" + limit.buffer, limit.rule + ".ptx"});
    ASSERT_EQ(finished.exit_code, 0) << limit.rule << finished.err;
    folders.push_back(limit.rule);
  }
  const auto page = report(folders);
  for (const auto& shown : page.at("runs")) {
    const auto& limits = shown.at("kernels").at(0).at("limits");
    ASSERT_FALSE(limits.empty()) << shown.at("name");
    EXPECT_EQ(limits.at(0).at("rule"), shown.at("name")) << limits.dump(2);
    EXPECT_THAT(limits.at(0).at("sentence"), HasSubstr("% of the issue slots"));
  }
}

/// A launch of some hundred cycles waits for 100,000 before its first block.
TEST_F(Report, NamesTheLatencyOfLaunches) {
  ASSERT_EQ(run("out", {"--set", "control.launch_latency=100000"}).exit_code, 0);
  const auto limit = report({"out"}).at("runs").at(0).at("kernels").at(0).at("limits").at(0);
  EXPECT_EQ(limit.at("rule"), "launch_latency");
  EXPECT_GT(limit.at("share"), 0.9);
}

TEST_F(Report, SetsRunsSideBySide) {
  ASSERT_EQ(run("gto").exit_code, 0);
  ASSERT_EQ(run("lrr", {"--set", "warp_scheduler=lrr"}).exit_code, 0);
  const auto page = report({"gto", "lrr"});
  ASSERT_EQ(page.at("runs").size(), 2u);
  const auto& parameters = page.at("comparison").at("sections").at(2);
  ASSERT_EQ(parameters.at("rows").size(), 1u);
  EXPECT_EQ(parameters.at("rows").at(0).at("label"), "policies.warp_scheduler");
  EXPECT_EQ(parameters.at("rows").at(0).at("runs").at(1).at("text"), "lrr");
}

/// Every warp that was looked at is charged to one instruction and one reason, and its text is
/// there. All instructions of a small kernel are on the page.
TEST_F(Report, ChargesWarpsToInstructions) {
  ASSERT_EQ(run("out", {"--set", "run.source_lines=1"}).exit_code, 0);
  const auto lines = report({"out"}).at("runs").at(0).at("lines");
  EXPECT_TRUE(lines.at("spots").empty());  // the PTX names no source
  EXPECT_EQ(lines.at("left_out"), 0);
  ASSERT_EQ(lines.at("kernels").size(), 1u);
  std::uint64_t warps = 0, next = 0;
  bool found = false;
  for (const auto& row : lines.at("kernels").at(0).at("rows")) {
    EXPECT_EQ(row.at("pc"), next++);
    EXPECT_TRUE(row.at("calling").is_null());
    std::uint64_t reasons = 0;
    for (const std::uint64_t count : row.at("reasons")) reasons += count;
    EXPECT_EQ(row.at("warps"), reasons);
    warps += reasons;
    found = found || row.at("ptx") == "mul.lo.s32 %r6, %r5, %r0;";
  }
  EXPECT_TRUE(found);
  EXPECT_EQ(lines.at("warps"), warps);
}

/// The launch's span of time is that of stats.json, and its kernel has its name.
TEST_F(Report, KnowsWhenKernelsRan) {
  ASSERT_EQ(run("out").exit_code, 0);
  const auto spans = report({"out"}).at("runs").at(0).at("spans");
  const auto launch = nlohmann::json::parse(folder_.read("out/stats.json")).at("launches").at(0);
  ASSERT_EQ(spans.at("rows").size(), 1u);
  EXPECT_EQ(spans.at("rows").at(0).at(0), 0);
  EXPECT_EQ(spans.at("rows").at(0).at(1), launch.at("started_cycle"));
  EXPECT_EQ(spans.at("rows").at(0).at(2), launch.at("ended_cycle"));
  EXPECT_EQ(spans.at("kernels").at(0).at("signature"), launch.at("kernel"));
  EXPECT_EQ(spans.at("left_out"), 0);
}

/// The run's folder is a temporary one.
TEST_F(Report, ComesWithARun) {
  const Finished finished = run("", {"--report", "page.html", "--set", "run.sample=20"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("heddle: wrote page.html"));
  EXPECT_THAT(folder_.temporaries(), testing::IsEmpty());
  const auto shown = data("page.html").at("runs").at(0);
  EXPECT_EQ(shown.at("name"), "k.ptx");
  EXPECT_EQ(shown.at("samples").at("columns").at(0), "begin");
  EXPECT_GT(shown.at("lines").at("warps"), 0);
  EXPECT_EQ(shown.at("samples").at("rows").size(), shown.at("samples").at("lines"));
  const auto& launch = shown.at("blocks").at("launches").at(0);
  EXPECT_EQ(launch.at("blocks"), 64);
  EXPECT_EQ(launch.at("resident").size(), 15u);
  EXPECT_EQ(launch.at("cycles"), shown.at("kernels").at(0).at("values").at("cycles"));
}

TEST_F(Report, MayLieInTheFolderOfItsRun) {
  ASSERT_EQ(run("out", {"--report", "out/page.html"}).exit_code, 0);
  EXPECT_EQ(data("out/page.html").at("runs").at(0).at("name"), "out");
  const Finished finished = run("other", {"--report", "other/stats.json"});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.err, HasSubstr("--report other/stats.json: the report is made from this"));
}

TEST_F(Report, OfARunThatIsNotCompleteSaysSo) {
  folder_.write("long.ptx", kLong);
  ASSERT_EQ(
      folder_.heddle({"run", "--quiet", "--out", "cut", "--stop-after", "cycles=2000", "long.ptx"})
          .exit_code,
      0);
  const auto shown = report({"cut"}).at("runs").at(0);
  EXPECT_EQ(shown.at("status"), "incomplete");
  EXPECT_THAT(shown.at("reason"), HasSubstr("stop"));
}

TEST_F(Report, RefusesWhatItCannotUse) {
  const auto said = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "report");
    const Finished finished = folder_.heddle(words);
    EXPECT_EQ(finished.exit_code, 1);
    return finished.err;
  };
  ASSERT_EQ(run("out").exit_code, 0);
  std::filesystem::create_directory(folder_.path("empty"));
  EXPECT_THAT(said({"empty", "-o", "page.html"}), HasSubstr("'empty' holds no stats.json"));
  EXPECT_THAT(said({"none", "-o", "page.html"}), HasSubstr("'none' holds no stats.json"));
  EXPECT_THAT(said({"out", "out/", "-o", "page.html"}), HasSubstr("'out/' is named twice"));
  EXPECT_THAT(said({"out", "-o", "no/page.html"}), HasSubstr("-o: "));
  EXPECT_THAT(said({"out", "-o", "out/stats.json"}),
              HasSubstr("the report is made from this file"));
  EXPECT_THAT(said({"out"}), HasSubstr("-o"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path("page.html")));
  EXPECT_EQ(folder_.json("out/stats.json").at("status"), "complete");
}

/// No address of another place, and no script in attributes.
TEST_F(Report, NeedsNoNetwork) {
  ASSERT_EQ(run("out").exit_code, 0);
  report({"out"});
  const std::string page = folder_.read("page.html");
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_FALSE(
      std::regex_search(page, std::regex("(src|href)=\"?http|url\\(|@import|\\son[a-z]+=\"")));
  EXPECT_LT(page.size(), 200'000u);
}

unsigned count_of(const std::string& text, const std::string& part) {
  unsigned count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

/// As many drawings as charts that are asked for, each with a table and a button, and no error.
TEST_F(Report, IsDrawnByABrowser) {
  if (!has_browser()) GTEST_SKIP() << "no chromium is installed";
  ASSERT_EQ(
      run("gto", {"--sample", "20", "--set", "run.blocks=true", "--set", "run.source_lines=7"})
          .exit_code,
      0);
  ASSERT_EQ(
      run("lrr", {"--sample", "20", "--set", "run.blocks=true", "--set", "warp_scheduler=lrr"})
          .exit_code,
      0);
  report({"gto"});
  const Finished one = drawn(folder_, "page.html");
  ASSERT_EQ(one.exit_code, 0) << one.err;
  EXPECT_THAT(one.err, Not(HasSubstr("CONSOLE"))) << one.err;
  const std::string page = one.out.substr(0, one.out.find("<script type=\"module\">"));
  // Light, slots, lines, roofline, occupancy, chart, memory, energy; kernels, IPC, slots, caches,
  // DRAM, power in time; blocks.
  EXPECT_THAT(page, HasSubstr("data-figures=\"15\""));
  EXPECT_EQ(count_of(page, "<figure "), 15u);
  EXPECT_EQ(count_of(page, "<summary>Table: "), 15u);
  // Instructions, all statistics, parameters.
  EXPECT_EQ(count_of(page, "Save as CSV: "), 15u + 3);
  EXPECT_THAT(page, HasSubstr("limited by "));
  report({"gto", "lrr"});
  const Finished two = drawn(folder_, "page.html");
  EXPECT_THAT(two.err, Not(HasSubstr("CONSOLE"))) << two.err;
  EXPECT_THAT(
      two.out,
      HasSubstr("data-figures=\"20\""));  // light, chart, kernels, slots in time, blocks twice
  EXPECT_THAT(two.out, HasSubstr("The runs side by side"));
}

}  // namespace
}  // namespace heddle::test
