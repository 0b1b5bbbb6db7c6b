#include <fstream>
#include <map>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "built_program.hpp"
#include "command_runner.hpp"

namespace heddle::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

using Words = std::vector<std::string>;

constexpr const char* kNames[] = {"vecadd", "matmul",  "mandelbrot", "bfs",
                                  "nw",     "hotspot", "pathfinder", "launch"};

std::string source_of(const std::string& name) {
  std::ifstream stream(fs::path(WORKLOAD_FOLDER) / name / (name + ".cu"));
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

class Workload : public testing::Test {
 protected:
  /// The first word names the workload, the others are its arguments.
  Finished run(const Words& words, const Words& options) const {
    Words all = {"run", "--quiet", "--out", "out", "--overwrite"};
    all.insert(all.end(), options.begin(), options.end());
    all.insert(all.end(), {"--", built_program(words[0])});
    all.insert(all.end(), words.begin() + 1, words.end());
    return folder_.heddle(all);
  }
  double total(const std::string& statistic) const {
    return value(folder_.json("out/stats.json").at("total").at("statistics"), statistic);
  }

  Playground folder_;
};

TEST_F(Workload, DefaultAndOddSizesPassTheirOwnCheck) {
  const Words cases[] = {{"bfs"},
                         {"bfs", "1"},
                         {"bfs", "513", "3"},
                         {"bfs", "1000", "1"},
                         {"hotspot"},
                         {"hotspot", "1", "1", "1"},
                         {"hotspot", "37", "3", "7"},
                         {"hotspot", "100", "7", "10"},
                         {"nw"},
                         {"nw", "16", "1"},
                         {"nw", "48", "3"},
                         {"pathfinder"},
                         {"pathfinder", "1", "5", "3"},
                         {"pathfinder", "300", "1", "1"},
                         {"pathfinder", "777", "33", "7"},
                         {"pathfinder", "300", "200", "127"},
                         {"vecadd", "1001"},
                         {"matmul", "48"},
                         {"mandelbrot", "33", "20"},
                         {"launch", "100"}};
  for (const Words& words : cases) {
    const Finished finished = run(words, {"--timing", "none"});
    EXPECT_EQ(finished.exit_code, 0) << testing::PrintToString(words) << finished.err;
    EXPECT_EQ(finished.out, words[0] + ": passed\n") << testing::PrintToString(words);
  }
}

TEST_F(Workload, SizesThatAreNoneAreRefused) {
  const auto refused = [&](const Words& words, const char* message) {
    const Finished finished = run(words, {"--timing", "none"});
    EXPECT_EQ(finished.exit_code, 2) << testing::PrintToString(words);
    EXPECT_EQ(finished.out, "");
    EXPECT_THAT(finished.err, HasSubstr(message));
  };
  for (const char* name : kNames) {
    refused({name, "0"}, "'0' is not a size");
    refused({name, "12x"}, "'12x' is not a size");
    refused({name, "-4"}, "'-4' is not a size");
  }
  refused({"vecadd", "16", "9"}, "'9' is one argument too many: there are at most 1\n");
  refused({"matmul", "16", "16", "x"}, "'x' is one argument too many: there are at most 2\n");
  refused({"bfs", "16", "2", "32", "7", "8"}, "'7' is one argument too many: there are at most 3");
  refused({"matmul", "17"}, "must be a multiple of 16");
  refused({"nw", "250"}, "must be a multiple of 16");
  refused({"nw", "16", "100000000"}, "the penalty must be at most");
  refused({"bfs", "100000000", "100"}, "more than 2^28 edges");
  refused({"hotspot", "64", "8"}, "the height must be at most 7");
  refused({"hotspot", "100000"}, "the size must be at most");
  refused({"pathfinder", "300", "10", "128"}, "the height must be at most 127");
  refused({"pathfinder", "100000000", "100"}, "more than 2^28 places");
}

/// A kernel, and a mistake in it.
struct Mistake {
  const char *name, *right, *wrong;
};

class Mistaken : public Workload, public testing::WithParamInterface<Mistake> {};

TEST_P(Mistaken, FailsTheCheck) {
  const Mistake& mistake = GetParam();
  std::string source = source_of(mistake.name);
  const std::size_t at = source.find(mistake.right);
  ASSERT_NE(at, std::string::npos);
  source.replace(at, std::string(mistake.right).size(), mistake.wrong);
  folder_.write("mistaken.cu", source);
  const std::string headers = (fs::path(WORKLOAD_FOLDER) / mistake.name).string();
  const Finished compiled =
      folder_.heddle({"cc", "-I", headers, "mistaken.cu", "-o", mistake.name});
  ASSERT_EQ(compiled.exit_code, 0) << compiled.err;
  const Finished finished =
      folder_.heddle({"run", "--quiet", "--timing", "none", std::string("./") + mistake.name});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.out, HasSubstr("FAILED"));
}

constexpr Mistake kFirstMistakes[] = {
    {"vecadd", "c[i] = a[i] + b[i];", "c[i] = a[i] - b[i];"},
    {"matmul", "for (int k = 0; k < kTile; ++k) sum +=", "for (int k = 1; k < kTile; ++k) sum +="}};
constexpr Mistake kMistakes[] = {
    {"mandelbrot", "image[row * size + column] = escape_time(row, column, step, limit);",
     "image[row * size + column] = escape_time(row, column, step, limit - 1);"},
    {"bfs", "search.cost[target] = search.cost[node] + 1;",
     "search.cost[target] = search.cost[node] + 2;"},
    {"hotspot", "(chip.air - middle) * up", "chip.air * up"},
    {"nw", "const int aligned = tile[y][x] + gain[y][x];",
     "const int aligned = tile[y][x] + gain[x][y];"},
    {"pathfinder", "min(cost[left], cost[right])", "min(cost[left], cost[x])"},
    {"launch", "{ ++*launches; }", "{ *launches = 1; }"}};

std::string name_of_mistake(const testing::TestParamInfo<Mistake>& parameter) {
  return parameter.param.name;
}

INSTANTIATE_TEST_SUITE_P(Kernels, Mistaken, testing::ValuesIn(kFirstMistakes), name_of_mistake);
INSTANTIATE_TEST_SUITE_P(WholeKernels, Mistaken, testing::ValuesIn(kMistakes), name_of_mistake);

TEST_F(Workload, StencilsMeetAtTwoBarriersAStepButTheLast) {
  const auto barriers = [&](const Words& words) {
    EXPECT_EQ(run(words, {}).exit_code, 0);
    return total("instructions.barrier");
  };
  // One after loading, then 2 x steps - 1; of the 8 warps of each block. 8 rows after the first are
  // walked 4 at a time by blocks that end with 256 - 2 x 4 columns.
  EXPECT_EQ(barriers({"pathfinder", "1000", "9", "4"}), 2 * 8 * 5 * 8);
  // Two steps by 5 x 5 tiles that end 12 wide, then one by 4 x 4 tiles that end 14 wide.
  EXPECT_EQ(barriers({"hotspot", "50", "2", "3"}), 4 * 25 * 8 + 2 * 16 * 8);
  EXPECT_GT(total("instructions.float64"), 0);
}

class TimedWorkload : public Workload,
                      public testing::WithParamInterface<std::tuple<const char*, const char*>> {};

TEST_P(TimedWorkload, PassesAndExecutesWhatItExecutesWithoutTiming) {
  const Words cases[] = {{"vecadd", "5000"},
                         {"matmul", "48"},
                         {"mandelbrot", "40", "32"},
                         {"bfs", "600", "4"},
                         {"nw", "64"},
                         {"hotspot", "50", "2", "3"},
                         {"pathfinder", "1000", "9", "4"},
                         {"launch", "100"}};
  const auto [machine, scheduler] = GetParam();
  for (const Words& words : cases) {
    const Finished finished =
        run(words, {"--machine", machine, "--set", std::string("warp_scheduler=") + scheduler});
    EXPECT_EQ(finished.exit_code, 0) << testing::PrintToString(words) << finished.err;
    EXPECT_EQ(finished.out, words[0] + ": passed\n");
    EXPECT_GT(total("cycles"), 0) << words[0];
    const double timed = total("warp_instructions");
    ASSERT_EQ(run(words, {"--machine", machine, "--timing", "none"}).exit_code, 0);
    EXPECT_EQ(timed, total("functional.warp_instructions")) << words[0];
  }
}

INSTANTIATE_TEST_SUITE_P(Machines, TimedWorkload,
                         testing::Combine(testing::Values("gtx480", "v100"),
                                          testing::Values("lrr", "gto")),
                         [](const auto& pair) {
                           return std::string(std::get<0>(pair.param)) + "_" +
                                  std::get<1>(pair.param);
                         });

TEST_F(Workload, EveryOrganisationPassesTheirCheck) {
  const Words cases[] = {{"vecadd", "1000"},
                         {"matmul", "32"},
                         {"mandelbrot", "32", "20"},
                         {"bfs", "300", "4"},
                         {"hotspot", "40", "2", "2"},
                         {"nw", "48", "10"},
                         {"pathfinder", "700", "12", "5"}};
  const Words organisations[] = {
      {"organisation=spatial", "organisation.spatial.width=16"},
      {"organisation=spatial", "organisation.spatial.width=8"},
      {"organisation=spatial", "organisation.spatial.width=4"},
      {"organisation.spatial.width=8", "organisation.spatial.sequential=true"},
      {"organisation=temporal", "organisation.temporal.units=32"},
      {"organisation=temporal", "organisation.temporal.units=32",
       "organisation.temporal.overlap=true"},
      {"organisation=spatio_temporal", "organisation.spatio_temporal.units=32"}};
  for (const Words& words : cases) {
    for (const Words& settings : organisations) {
      Words options = {"--machine", "gtx480"};
      for (const std::string& setting : settings) options.insert(options.end(), {"--set", setting});
      const Finished finished = run(words, options);
      EXPECT_EQ(finished.exit_code, 0) << words[0] << " " << settings.back() << finished.err;
    }
  }
}

// Enough traffic that replies wait for the interconnect behind full channels: they leave when they
// can, not when they were ready, however short the steps in which time passes.
TEST_F(Workload, StepsOfOneCycleEndAsThoseOfSixteen) {
  std::map<std::string, double> cycles;
  for (const char* quantum : {"1", "16"}) {
    const Finished finished =
        run({"vecadd", "262144"},
            {"--machine", "gtx480", "--set", std::string("control.quantum=") + quantum});
    ASSERT_EQ(finished.exit_code, 0) << finished.err;
    cycles[quantum] = total("cycles");
  }
  EXPECT_NEAR(cycles["1"], cycles["16"], 0.01 * cycles["16"]);
}

}  // namespace
}  // namespace heddle::test
