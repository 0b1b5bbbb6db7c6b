// Runs of a sweep in which captured programs share a GPU: their rows, what is made once, and what
// is refused.
#include <filesystem>

#include <fmt/format.h>
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
  refused("[[capture]]\nname = \"A\"\n", "a capture is of a workload = \"NAME\", or a file");
  refused("[[capture]]\nname = \"A B\"\nworkload = \"count\"\n", "a capture's name has no blank");
  refused("[[capture]]\nname = \"A\"\nfile = \"a.capture\"\n", "there is no file");
}

}  // namespace
}  // namespace heddle::test
