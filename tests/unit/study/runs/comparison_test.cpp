#include "study/runs/comparison.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/sim/settings/setting.hpp"
#include "study/runs/change.hpp"
#include "study/runs/kernel_name.hpp"

namespace heddle::study {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

sim::SavedKernel kernel(const std::string& name, double cycles, double instructions) {
  sim::SavedKernel kernel;
  kernel.name = name + "(int*)";
  kernel.symbol = "_Z" + name;
  kernel.launches = 3;
  kernel.statistics = {{"cycles", cycles, "", "", 0},
                       {"warp_instructions", instructions, "", "", 0}};
  return kernel;
}

/// 2 issued slots of 10, the rest waits at barriers but for `fetches`.
ComparedRun run_of(const std::string& name, double cycles, double fetches) {
  ComparedRun run;
  run.name = name;
  run.stats.machine = "gtx480";
  run.stats.status = "complete";
  run.stats.launches = 3;
  run.stats.total = {
      {"cycles", cycles, "", "", 0},       {"warp_instructions", 5000, "", "", 0},
      {"l1d.hits", 600, "", "", 0},        {"l1d.misses", 400, "", "", 0},
      {"stall.issued", 2, "", "", 0},      {"stall.barrier", 8 - fetches, "", "", 0},
      {"stall.fetch", fetches, "", "", 0}, {"energy.total", cycles * 1e-6, "", "", 0}};
  run.manifest = {"1.0", {"/bin/bfs", "64"}, "abc", {}, "", "", ""};
  run.settings = {{"device.core_clock_mhz", {std::int64_t{1000}, "", false}},
                  {"policies.warp_scheduler", {name, "", false}}};
  run.stats.kernels = {kernel("walk", cycles, 5000)};
  return run;
}

std::string text_of(const std::vector<ComparedRun>& runs, unsigned width = 100) {
  return comparison_text(compare(runs), width);
}

TEST(Change, IsToldAsTheValueAsksFor) {
  EXPECT_EQ(change_text(53091, 41300, ChangeForm::speed, Better::less), "1.29x faster");
  EXPECT_EQ(change_text(40, 50, ChangeForm::speed, Better::less), "1.25x slower");
  EXPECT_EQ(change_text(40, 50, ChangeForm::percent, Better::more), "+25.0% better");
  EXPECT_EQ(change_text(40, 50, ChangeForm::percent, Better::less), "+25.0% worse");
  EXPECT_EQ(change_text(50, 40, ChangeForm::percent, Better::neither), "-20.0%");
  EXPECT_EQ(change_text(12.5, 40, ChangeForm::points, Better::more), "+27.5 pp better");
  EXPECT_EQ(change_text(0, 3, ChangeForm::points, Better::neither), "+3.0 pp");
  EXPECT_EQ(change_text(7, 7, ChangeForm::percent, Better::more), "same");
  EXPECT_EQ(change_text(10000, 10001, ChangeForm::percent, Better::more), "0.0%");
  EXPECT_EQ(change_text(50.02, 50, ChangeForm::points, Better::more), "0.0 pp");
  EXPECT_EQ(change_text(10000, 10001, ChangeForm::speed, Better::less), "1.00x");
  EXPECT_EQ(change_text(0, 7, ChangeForm::percent, Better::more), "");  // no ratio
  EXPECT_EQ(change_text(7, 0, ChangeForm::speed, Better::less), "");
}

TEST(KernelName, LosesWhatHasNoRoom) {
  EXPECT_EQ(short_name("walk(int*)", 20), "walk");
  EXPECT_EQ(short_name("void space::walk<4, (Way)1>(float)", 20), "walk<4, (Way)1>");
  EXPECT_EQ(short_name("(anonymous namespace)::walk(int)", 20), "walk");
  EXPECT_EQ(short_name("walk<std::complex<float> >(int)", 12), "walk<std:...");
  EXPECT_EQ(shortened("walk(int*)", 20), "walk(int*)");
  EXPECT_EQ(shortened("walk(int*, int*, int*)", 20), "walk");
}

TEST(Comparison, ShowsChangesFromTheFirstRun) {
  const std::string text = text_of({run_of("lrr", 50000, 0), run_of("gto", 40000, 2)});
  EXPECT_THAT(text, HasSubstr("baseline: lrr"));
  EXPECT_THAT(text, ContainsRegex("cycles +50,000 +40,000 +1.25x faster\n"));
  EXPECT_THAT(text, ContainsRegex("time on the machine +50.0 us +40.0 us +1.25x faster\n"));
  EXPECT_THAT(text, ContainsRegex("IPC .warp. +0.10 +0.12 +.25.0% better\n"));
  EXPECT_THAT(text, ContainsRegex("L1D load hits +60.0% +60.0% +same\n"));
  EXPECT_THAT(text, ContainsRegex("energy +50.0 mJ +40.0 mJ +-20.0% better\n"));
  EXPECT_THAT(text, ContainsRegex("L2 hits +- +-\n"));  // no requests
  EXPECT_THAT(text, ContainsRegex("barrier +80.0% +60.0% +-20.0 pp\n"));
  EXPECT_THAT(text, ContainsRegex("fetch +0.0% +20.0% +.20.0 pp\n"));
  EXPECT_THAT(text, ContainsRegex("policies.warp_scheduler +lrr +gto\n"));
  EXPECT_THAT(text, Not(HasSubstr("core_clock_mhz")));  // the same in both
  EXPECT_THAT(text, Not(HasSubstr("warning")));
  EXPECT_LT(text.find("cycles"), text.find("walk"));
  EXPECT_LT(text.find("walk"), text.find("barrier"));
  EXPECT_LT(text.find("barrier"), text.find("policies"));
}

TEST(Comparison, TellsKernelsApart) {
  std::vector<ComparedRun> runs = {run_of("lrr", 50000, 0), run_of("gto", 40000, 2)};
  runs[0].stats.kernels = {kernel("walk", 30000, 3000), kernel("sum", 10000, 2000)};
  runs[1].stats.kernels = {kernel("walk", 20000, 3000), kernel("scan", 5000, 2000)};
  const std::string text = text_of(runs);
  EXPECT_THAT(text, ContainsRegex("walk +lrr +3 +30,000 +75.0% +0.10\n"));
  EXPECT_THAT(text, ContainsRegex("\n +gto +3 +20,000 +1.50x faster +80.0% +0.15\n"));
  EXPECT_THAT(text, ContainsRegex("sum +lrr +3 +10,000 +25.0% +0.20\n +gto +- +- +no launch"));
  EXPECT_THAT(text, HasSubstr("sum was launched in lrr only\n"));
  EXPECT_THAT(text, HasSubstr("scan was launched in gto only\n"));
  EXPECT_LT(text.find("walk"), text.find("sum"));
  EXPECT_LT(text.find("sum"), text.find("scan"));
}

TEST(Comparison, SaysFirstWhatMakesRunsNoPair) {
  std::vector<ComparedRun> runs = {run_of("lrr", 50000, 0), run_of("gto", 40000, 2)};
  runs[1].stats.status = "incomplete";
  runs[1].stats.reason = "interrupted by SIGINT";
  runs[1].stats.machine = "v100";
  runs[1].manifest.command = {"/bin/bfs", "128"};
  runs[1].manifest.heddle_version = "1.1";
  const std::string text = text_of(runs);
  EXPECT_TRUE(text.starts_with("warning: gto is incomplete: interrupted by SIGINT\n")) << text;
  EXPECT_THAT(text, HasSubstr("warning: the runs are of different programs or arguments: bfs 64 "
                              "(lrr); bfs 128 (gto)\n"));
  EXPECT_THAT(text, HasSubstr("different machines: gtx480 (lrr); v100 (gto)\n"));
  EXPECT_THAT(text, HasSubstr("different versions of heddle: 1.0 (lrr); 1.1 (gto)\n"));
  EXPECT_LT(text.rfind("warning"), text.find("cycles"));
  runs[1] = run_of("gto", 40000, 2);
  runs[1].manifest.program_hash = "abd";
  EXPECT_THAT(text_of(runs), HasSubstr("warning: the program's file is not the same"));
}

/// No line is longer than the terminal is wide; what finds no room stands beside the baseline
/// again.
TEST(Comparison, FitsTheTerminal) {
  std::vector<ComparedRun> runs;
  for (const char* name : {"lrr", "gto", "two_level", "oldest", "pro", "greedy_rr"})
    runs.push_back(run_of(name, 1e9 + 1e8 * static_cast<double>(runs.size()), 2));
  for (const unsigned width : {80u, 100u}) {
    const std::string text = text_of(runs, width);
    std::size_t begin = 0, baselines = 0, changes = 0;
    for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
      const std::string line = text.substr(begin, end - begin);
      EXPECT_LE(line.size(), width) << line;
      if (!line.starts_with("cycles ")) continue;
      baselines += line.find("1,000,000,000") != std::string::npos ? 1 : 0;
      for (std::size_t at = 0; (at = line.find("slower", at)) != std::string::npos; ++at) ++changes;
    }
    EXPECT_GT(baselines, 1u);
    EXPECT_EQ(changes, 5u);
  }
}

/// Of a policy that one run has, parameters count where they are not at their defaults.
TEST(Comparison, ShowsParametersOfAPolicyThatOneRunHas) {
  std::vector<ComparedRun> runs = {run_of("lrr", 50000, 0), run_of("pro", 40000, 2)};
  runs[1].settings["warp_scheduler.pro.threshold"] = {std::int64_t{1000}, "", false};
  runs[1].settings["warp_scheduler.pro.barriers"] = {false, "", false};
  const std::string text = text_of(runs);
  EXPECT_THAT(text, Not(HasSubstr("warp_scheduler.pro.threshold")));  // 1000 as ever
  EXPECT_THAT(text, ContainsRegex("warp_scheduler.pro.barriers +- +false\n"));
}

TEST(Comparison, IsMarkdownAndCsvToo) {
  const ComparedRuns both = compare({run_of("lrr", 50000, 0), run_of("g,to", 40000, 2)});
  EXPECT_THAT(comparison_markdown(both), HasSubstr("| cycles | 50,000 | 40,000 (1.25x faster) |"));
  EXPECT_THAT(comparison_markdown(both), HasSubstr("| walk | lrr | 3 | 50,000 |"));
  const std::string csv = comparison_csv(both);
  EXPECT_TRUE(csv.starts_with("section,name,unit,lrr,\"g,to\"\n")) << csv;
  EXPECT_THAT(csv, HasSubstr("\ntotal,cycles,cycles,50000,40000\n"));
  EXPECT_THAT(csv, HasSubstr("\nissue slots,barrier,%,80,60\n"));
}

}  // namespace
}  // namespace heddle::study
