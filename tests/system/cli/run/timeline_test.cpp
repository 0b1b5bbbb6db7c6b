// heddle timeline: where it begins, when it is empty, its table and its pictures, what is said of
// what was written.

#include <filesystem>
#include <regex>
#include <sstream>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A copy of a megabyte, then two kernels.
constexpr const char* kCopyingProgram = R"(
#include <vector>
__global__ void walk(int* x, int trips) {
  int sum = 0;
  for (int i = 0; i < trips; ++i) sum += x[(threadIdx.x * 33 + i * 512) & 0xFFFF];
  x[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void add(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
int main() {
  int* x;
  std::vector<int> host(1 << 18, 1);
  cudaMalloc(&x, host.size() * sizeof(int));
  cudaMemcpy(x, host.data(), host.size() * sizeof(int), cudaMemcpyHostToDevice);
  walk<<<32, 128>>>(x, 8);
  add<<<32, 128>>>(x);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
)";

struct Row {
  std::string sm, track, state;
  long number = 0, begin = 0, end = 0;
};

class Timeline : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new Playground;
    program_ = new std::string(folder_->compile("copies", kCopyingProgram));
  }
  static void TearDownTestSuite() {
    delete program_;
    delete folder_;
  }

  static Finished timeline(const std::string& file, std::vector<std::string> options) {
    options.insert(options.begin(), {"timeline", "-o", file});
    options.insert(options.end(), {"--", *program_});
    return folder_->heddle(options);
  }

  static std::vector<Row> rows(const std::string& file) {
    std::vector<Row> rows;
    std::istringstream lines(folder_->read(file));
    std::string line;
    std::getline(lines, line);
    EXPECT_EQ(line, "sm,track,number,begin,end,state,warp,pc,lanes,launch,block,kernel");
    while (std::getline(lines, line)) {
      std::istringstream cells(line);
      std::vector<std::string> words;
      for (std::string word; std::getline(cells, word, ',');) words.push_back(word);
      rows.push_back({words[0], words[1], words[5], std::stol(words[2]), std::stol(words[3]),
                      std::stol(words[4])});
    }
    return rows;
  }

  static Playground* folder_;
  static std::string* program_;
};

Playground* Timeline::folder_ = nullptr;
std::string* Timeline::program_ = nullptr;

TEST_F(Timeline, BeginsAtTheFirstKernel) {
  ASSERT_EQ(timeline("whole.csv", {"--quiet", "--out", "out"}).exit_code, 0);
  const auto launches = folder_->json("out/stats.json").at("launches");
  const long started = launches.at(0).at("started_cycle"), ended = launches.at(1).at("ended_cycle");
  ASSERT_GT(started, 1000);  // a megabyte was copied
  for (const Row& row : rows("whole.csv")) {
    EXPECT_GE(row.begin, started);
    EXPECT_LE(row.end, ended);
  }
  ASSERT_EQ(timeline("part.csv", {"--quiet", "--cycles", "60"}).exit_code, 0);
  const auto part = rows("part.csv");
  ASSERT_FALSE(part.empty());
  for (const Row& row : part) {
    EXPECT_GE(row.begin, started);
    EXPECT_LE(row.end, started + 60);
  }
}

/// Each warp instruction is issued by one scheduler, in one cycle.
TEST_F(Timeline, TheTableHasEveryIssue) {
  ASSERT_EQ(timeline("all.csv", {"--quiet", "--out", "all"}).exit_code, 0);
  const double instructions =
      value(folder_->json("all/stats.json").at("total").at("statistics"), "warp_instructions");
  double warps = 0, slots = 0, blocks = 0;
  for (const Row& row : rows("all.csv")) {
    EXPECT_LT(row.begin, row.end);
    blocks += row.track == "block" ? 1 : 0;
    if (row.state != "issued") continue;
    EXPECT_EQ(row.end, row.begin + 1);
    (row.track == "warp" ? warps : slots) += 1;
  }
  EXPECT_EQ(warps, instructions);
  EXPECT_EQ(slots, instructions);
  EXPECT_EQ(blocks, 64);
}

TEST_F(Timeline, SaysWhenItIsEmptyAndWhereTheKernelsAre) {
  ASSERT_EQ(timeline("run.csv", {"--quiet", "--out", "where"}).exit_code, 0);
  const auto launches = folder_->json("where/stats.json").at("launches");
  const long first = launches.at(0).at("started_cycle"), last = launches.at(0).at("ended_cycle");
  const Finished before = timeline("empty.json", {"--quiet", "--from", "0", "--to", "1000"});
  EXPECT_EQ(before.exit_code, 0);
  EXPECT_THAT(before.err, HasSubstr("warning: the timeline is empty"));
  EXPECT_THAT(before.err,
              HasSubstr(fmt::format("walk(int*, int) in cycles {} to {}, add(int*) in cycles ",
                                    first, last - 1)));
  const Finished behind = timeline("empty.json", {"--quiet", "--from", "1e9"});
  EXPECT_THAT(behind.err, HasSubstr("warning: the timeline is empty"));
  const Finished none = timeline("empty.json", {"--quiet", "--timing", "none"});
  EXPECT_THAT(none.err, HasSubstr("the timeline is empty: no launch was timed"));
  EXPECT_THAT(timeline("full.json", {"--quiet"}).err, Not(HasSubstr("empty")));
  const Finished picture = timeline("empty.svg", {"--quiet", "--to", "1000"});
  EXPECT_NE(picture.exit_code, 0);
  EXPECT_THAT(picture.err, HasSubstr("there is nothing to draw"));
  EXPECT_FALSE(std::filesystem::exists(folder_->path("empty.svg")));
}

TEST_F(Timeline, ATextListsTheKernelsOfItsCycles) {
  ASSERT_EQ(timeline("all.txt", {"--quiet", "--text"}).exit_code, 0);
  EXPECT_THAT(folder_->read("all.txt"), HasSubstr("launch 0: walk(int*, int), grid 32,1,1"));
  EXPECT_THAT(folder_->read("all.txt"), HasSubstr("launch 1: add(int*), grid 32,1,1"));
  ASSERT_EQ(timeline("part.txt", {"--quiet", "--text", "--cycles", "20"}).exit_code, 0);
  EXPECT_THAT(folder_->read("part.txt"), HasSubstr("launch 0: walk(int*, int), grid 32,1,1"));
  EXPECT_THAT(folder_->read("part.txt"), Not(HasSubstr("launch 1")));
}

TEST_F(Timeline, SaysWhatWasWrittenUnlessItIsToBeQuiet) {
  const Finished trace = timeline("trace.json", {"--out", "files"});
  const auto events = folder_->json("trace.json").at("traceEvents").size();
  EXPECT_THAT(trace.err,
              testing::ContainsRegex("heddle: wrote trace.json \\([0-9.]+ [KM]iB, [0-9,]+ "
                                     "events\\): open it in https://ui.perfetto.dev\n"));
  std::string said = trace.err.substr(trace.err.find("iB, ") + 4);
  said.resize(said.find(' '));
  std::erase(said, ',');
  EXPECT_EQ(said, std::to_string(events));
  EXPECT_THAT(trace.err,
              HasSubstr("heddle: wrote files: config.toml, manifest.json, stats.json\n"));
  EXPECT_THAT(timeline("t.csv", {}).err, HasSubstr(" rows)\n"));
  EXPECT_THAT(timeline("t.txt", {"--text"}).err, HasSubstr(" lines)\n"));
  EXPECT_THAT(timeline("t.svg", {}).err, HasSubstr("heddle: wrote t.svg ("));
  for (const char* file : {"q.json", "q.svg"})
    EXPECT_EQ(timeline(file, {"--quiet", "--out", std::string("out-") + file}).err, "");
}

TEST_F(Timeline, APictureIsTheSameInEachRun) {
  for (const char* threads : {"1", "3"})
    ASSERT_EQ(timeline(std::string(threads) + ".svg", {"--quiet", "--threads", threads}).exit_code,
              0);
  const std::string svg = folder_->read("1.svg");
  const std::regex command("<metadata>.*</metadata>");
  EXPECT_EQ(std::regex_replace(svg, command, ""),
            std::regex_replace(folder_->read("3.svg"), command, ""));
  EXPECT_TRUE(svg.starts_with("<svg "));
  EXPECT_THAT(svg, HasSubstr("<metadata>heddle timeline -o 1.svg "));
  EXPECT_THAT(svg, HasSubstr(">copies on gtx480</text>"));
  EXPECT_THAT(svg, HasSubstr(">SM 0; kernels walk, add</text>"));
  EXPECT_THAT(svg, HasSubstr(">waits for memory</text>"));
}

/// A panel for each run, with the cycles that each has by itself.
TEST_F(Timeline, APictureHasSeveralRuns) {
  const std::vector<std::string> settings = {"warp_scheduler=lrr", "warp_scheduler=gto"};
  std::vector<double> cycles;
  for (const std::string& setting : settings) {
    const Finished finished =
        folder_->heddle({"run", "--quiet", "--out", setting, "--set", setting, *program_});
    ASSERT_EQ(finished.exit_code, 0) << finished.err;
    cycles.push_back(
        value(folder_->json(setting + "/stats.json").at("total").at("statistics"), "cycles"));
  }
  const Finished both =
      timeline("both.svg", {"--set", settings[0], "--versus", settings[1] + ",l1.hit_latency=90"});
  ASSERT_EQ(both.exit_code, 0) << both.err;
  const std::string svg = folder_->read("both.svg");
  EXPECT_THAT(svg, HasSubstr(">warp_scheduler = lrr, l1.hit_latency = 35</text>"));
  EXPECT_THAT(svg, HasSubstr(">warp_scheduler = gto, l1.hit_latency = 90</text>"));
  ASSERT_EQ(timeline("two.svg", {"--set", settings[0], "--versus", settings[1]}).exit_code, 0);
  const std::string two = folder_->read("two.svg");
  for (const double of_run : cycles) {
    const auto count = static_cast<long>(of_run);
    EXPECT_THAT(two,
                HasSubstr(fmt::format("whole GPU: {},{:03} cycles", count / 1000, count % 1000)));
  }
}

TEST_F(Timeline, WhatMakesNoPictureIsRefusedBeforeItRuns) {
  const auto refusal = [&](const std::string& file, std::vector<std::string> options) {
    const Finished finished = timeline(file, std::move(options));
    EXPECT_EQ(finished.exit_code, 1);
    EXPECT_THAT(finished.err, Not(HasSubstr("launches")));  // no summary
    return finished.err;
  };
  EXPECT_THAT(refusal("a.json", {"--versus", "warp_scheduler=gto"}), HasSubstr("-o FILE.svg"));
  EXPECT_THAT(refusal("a.svg", {"--versus", "warp_scheduler=got"}),
              HasSubstr("did you mean 'gto'"));
  EXPECT_THAT(refusal("a.svg", {"--versus", "warp_scheduler=gto", "--out", "o"}),
              HasSubstr("--versus makes several"));
  EXPECT_THAT(refusal("a.svg", {"--text"}), HasSubstr("is a picture"));
  EXPECT_THAT(refusal("a.csv", {"--to", "9", "--cycles", "3"}), HasSubstr("--to and --cycles"));
  EXPECT_FALSE(std::filesystem::exists(folder_->path("a.svg")));
}

}  // namespace
}  // namespace heddle::test
