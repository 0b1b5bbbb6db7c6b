// Runs of a sweep in which captured programs share a GPU: their rows, what is made once, and what
// is refused.
#include <filesystem>

#include <fmt/core.h>
#include <gmock/gmock.h>

#include "query.hpp"
#include "small_suite.hpp"

namespace heddle::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kPairs = R"(machines = ["cke-ccbp"]
sizes = ["tiny"]
programs = []
[[capture]]
name = "A"
workload = "count"
sized_arguments = { tiny = "4096" }
[[capture]]
name = "B"
workload = "twice"
kernels = "count"
[[setting]]
name = "even"
set = ["corun=even"]
[[setting]]
name = "spatial"
set = ["corun=spatial"]
[[matrix]]
sized_together = { tiny = ["A B", "B A"] }
options = "--alone-set warp_scheduler=gto --windows 5K"
sized_options = { tiny = "--cycles 20K" }
)";

class Together : public SmallSuite {
 protected:
  Finished sweep(const std::string& text) const {
    folder_.write("sweep.toml", text);
    return folder_.heddle({"sweep", "sweep.toml", "--jobs", "1"});
  }
  Rows rows(const std::string& sql) const { return query(folder_.path("sweep.sqlite"), sql); }
  std::size_t files(const std::string& folder) const {
    std::size_t count = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder_.path(folder)))
      count += entry.is_regular_file() ? 1 : 0;
    return count;
  }
  void refused(const std::string& text, const std::string& message) const {
    const Finished finished = sweep(text);
    EXPECT_EQ(finished.exit_code, 1) << text;
    EXPECT_THAT(finished.err, HasSubstr(message)) << text;
  }
};

TEST_F(Together, PairsHaveRowsByProgramAndTogether) {
  const Finished finished = sweep(kPairs);
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("4 runs: 4 ok; 4 of them now"));
  EXPECT_EQ(rows("SELECT workload, setting, status FROM runs"), (Rows{{"A+B", "even", "ok"},
                                                                      {"A+B", "spatial", "ok"},
                                                                      {"B+A", "even", "ok"},
                                                                      {"B+A", "spatial", "ok"}}));
  EXPECT_EQ(
      rows("SELECT count(*), min(runs > 0), min(slowdown > 0.5), max(ended) FROM run_programs"),
      (Rows{{"8", "1", "1", "20000"}}));
  EXPECT_EQ(rows("SELECT p.program, k.name FROM runs r JOIN run_programs p USING (result) "
                 "JOIN run_kernels k ON k.run = r.run AND k.name = p.name WHERE r.run = 3"),
            (Rows{{"0", "B"}, {"1", "A"}}));
  // Each metric from the programs' rows, by its definition.
  EXPECT_EQ(
      rows("SELECT count(*) FROM (SELECT result, count(*) / sum(slowdown) AS harmonic, "
           "sum(1 / slowdown) AS weighted FROM run_programs GROUP BY result) p "
           "JOIN runs r USING (result) "
           "JOIN statistics h ON h.run = r.run AND h.name = 'corun.harmonic' "
           "JOIN statistics w ON w.run = r.run AND w.name = 'corun.weighted' "
           "WHERE abs(h.value / p.harmonic - 1) < 1e-6 AND abs(w.value / p.weighted - 1) < 1e-6"),
      (Rows{{"4"}}));
  EXPECT_EQ(rows("SELECT count(*) FROM (SELECT p.warp_instructions AS all_of_them, "
                 "sum(w.warp_instructions) AS of_windows FROM run_programs p JOIN run_windows w "
                 "ON w.result = p.result AND w.program = p.program GROUP BY p.result, p.program) "
                 "WHERE all_of_them = of_windows"),
            (Rows{{"8"}}));
}

/// The time of all pairs is the horizon: their speed-up over a setting is that of the harmonic
/// means.
TEST_F(Together, SpeedUpsAreOfHarmonicMeans) {
  const Finished finished = sweep(kPairs);
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_EQ(rows("SELECT count(*), sum(abs(p.speedup - s.value / b.value) < 1e-9), "
                 "sum(p.cycles = p.baseline_cycles) FROM speedups p "
                 "JOIN runs r ON r.workload = p.workload AND r.setting = p.baseline "
                 "JOIN statistics s ON s.run = p.run AND s.name = 'corun.harmonic' "
                 "JOIN statistics b ON b.run = r.run AND b.name = 'corun.harmonic'"),
            (Rows{{"8", "8", "8"}}));
  EXPECT_EQ(rows("SELECT workloads, missing, abs(geometric - 1) > 1e-3 FROM mean_speedups "
                 "WHERE baseline = 'even' AND setting = 'spatial'"),
            (Rows{{"2", "0", "1"}}));
}

/// A pair whose second program begins in the last cycle, and a program alone in a time that is
/// said.
TEST_F(Together, ProgramsThatStarvedCountInMeans) {
  std::string text = kPairs;
  text.resize(text.find("[[matrix]]"));
  const Finished finished = sweep(
      text + "[[matrix]]\ntogether = [\"A B\"]\noptions = \"--cycles 20K --start 0,19999\"\n" +
      "[[matrix]]\ntogether = [\"A\"]\noptions = \"--cycles 20K --alone none\"\n");
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  const auto values = [&](const std::string& name) {
    return rows(
        "SELECT r.workload, s.value FROM runs r JOIN statistics s USING (run) "
        "WHERE r.setting = 'even' AND s.name = '" +
        name + "' ORDER BY 1");
  };
  EXPECT_EQ(values("corun.harmonic"), (Rows{{"A+B", "0"}}));
  EXPECT_EQ(values("corun.fairness"), (Rows{{"A+B", "0"}}));
  EXPECT_EQ(values("corun.antt"), Rows{});
  EXPECT_EQ(values("corun.starved"), (Rows{{"A", "0"}, {"A+B", "1"}}));
  EXPECT_EQ(rows("SELECT count(*) FROM kernel_statistics WHERE name GLOB 'corun.*'"),
            (Rows{{"0"}}));
  // By their definitions, from the programs' rows.
  EXPECT_EQ(rows("SELECT count(*) / sum(p.slowdown), abs(sum(1 / p.slowdown) / s.value - 1) < 1e-6 "
                 "FROM runs r JOIN run_programs p USING (result) JOIN statistics s ON "
                 "s.run = r.run AND s.name = 'corun.weighted' GROUP BY r.run"),
            (Rows{{"0.0", "1"}, {"0.0", "1"}}));
  EXPECT_EQ(rows("SELECT workloads, missing FROM mean_speedups WHERE baseline <> setting"),
            (Rows{{"0", "2"}, {"0", "2"}}));
  EXPECT_THAT(folder_.heddle({"sweep", "--results", "sweep.sqlite", "--export", "csv"}).out,
              HasSubstr("corun.harmonic"));
}

TEST_F(Together, AProgramAloneHasASpeedUpWithinItsTime) {
  std::string text = kPairs;
  text.resize(text.find("[[matrix]]"));
  const Finished finished =
      sweep(text + "[[matrix]]\ntogether = [\"A\"]\noptions = \"--cycles 20K\"\n");
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_EQ(rows("SELECT workloads, missing FROM mean_speedups WHERE baseline <> setting"),
            (Rows{{"1", "0"}, {"1", "0"}}));
}

TEST_F(Together, CapturesAndRunsAloneAreMadeOnce) {
  const Finished first = sweep(kPairs);
  ASSERT_EQ(first.exit_code, 0) << first.err;
  EXPECT_THAT(first.err, HasSubstr("[2/2] captured"));
  EXPECT_EQ(files("sweep.sqlite.work/captures"), 2u);
  EXPECT_EQ(files("sweep.sqlite.work/alone"), 2u);
  const Finished again = sweep(kPairs);
  EXPECT_THAT(again.err, HasSubstr("4 runs: 4 ok; 0 of them now"));
  EXPECT_THAT(again.err, Not(HasSubstr("captured")));
  const Finished more =
      sweep(std::string(kPairs) + "[[matrix]]\ntogether = [\"A\"]\noptions = \"--once\"\n");
  EXPECT_THAT(more.err, HasSubstr("6 runs: 6 ok; 2 of them now"));
  EXPECT_THAT(more.err, Not(HasSubstr("captured")));
}

TEST_F(Together, RefusesWhatIsNoCaptureOrIsTheSweeps) {
  refused(std::string(kPairs) + "[[matrix]]\ntogether = [\"A C\"]\n",
          "there is no [[capture]] 'C'");
  refused(std::string(kPairs) + "[[matrix]]\ntogether = [\"A B\"]\noptions = \"--set corun=smk\"\n",
          "'--set' is none of --cycles");
  refused(std::string(kPairs) + "[[matrix]]\ntogether = [\"A B\"]\noptions = \"-h\"\n",
          "'-h' is none of --cycles");
  refused("[[capture]]\nname = \"A\"\n", "a capture is of a workload = \"NAME\", or a file");
  refused("[[capture]]\nname = \"A B\"\nworkload = \"count\"\n", "a capture's name has no blank");
  refused("[[capture]]\nname = \"A\"\nfile = \"a.capture\"\n", "there is no file");
}

/// Before a capture is made and before the first run, as for settings.
TEST_F(Together, RefusesOptionsBeforeTheFirstRun) {
  const auto refused_options = [&](const std::string& options, const std::string& message) {
    refused(
        std::string(kPairs) + "[[matrix]]\ntogether = [\"A B\"]\noptions = \"" + options + "\"\n",
        message);
    EXPECT_FALSE(fs::exists(folder_.path("sweep.sqlite"))) << options;
    EXPECT_FALSE(fs::exists(folder_.path("sweep.sqlite.work/captures"))) << options;
  };
  refused_options("--cycles 10Q", "A+B tiny cke-ccbp even: --cycles 10Q: expected a number");
  refused_options("--cycles 10K --once", "--once and --cycles exclude each other");
  refused_options("--cycles 10K --priority 0", "--priority: 1 numbers for 2 programs");
  refused_options("--cycles 10K --start 0,20K", "the run ends at --cycles 10000");
  refused_options("--cycles 10K --alone-set warp_scheduler=best", "best");
  refused_options("--cycles 10K --alone-set corun=smk", "shares the GPU with nobody");
  refused_options("--cycles 10K 5", "'5' is no option");
  refused(std::string(kPairs) +
              "[[setting]]\nname = \"three\"\n"
              "set = ['corun=fixed', 'corun.fixed.caps=\"1 1 1\"']\n",
          "corun.fixed.caps: 3 numbers for 2 programs");
}

}  // namespace
}  // namespace heddle::test
