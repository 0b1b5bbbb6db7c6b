// What can be asked of the results: speed-ups and their means, CSV and JSON.
#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include <fmt/core.h>
#include <gmock/gmock.h>

#include "command_runner.hpp"
#include "kernel_text.hpp"
#include "query.hpp"

namespace heddle::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char* kSweep = R"(
[[setting]]
name = "slow"
set = ["l1.hit_latency=60"]
[[setting]]
name = "fast"
set = ["l1.hit_latency=20"]
[[setting]]
axis = "scheduler"
name = "lrr"
set = ["warp_scheduler=lrr"]
)";

std::string program(const std::string& name, const char* grid) {
  return fmt::format(
      "[[program]]\nname = '{}'\nprogram = \"scale.ptx\"\noptions = \"--kernel scale --grid {} "
      "--block 128 --arg buffer:4KiB --arg u32:7\"\n",
      name, grid);
}

/// A row's name and value are those of a run; SQLite prints 15 digits.
void expect_near(const std::vector<std::string>& row, const json& statistics) {
  const double expected = value(statistics, row[0]);
  EXPECT_NEAR(std::stod(row[1]), expected, 1e-14 * expected) << row[0];
}

class ResultsFile : public testing::Test {
 protected:
  void SetUp() override {
    folder_.write("scale.ptx", kScale);
    folder_.write("sweep.toml", program("one", "1") + program("a \"b\", c", "4") + kSweep);
    finished_ = folder_.heddle({"sweep", "sweep.toml", "--csv", "s.csv", "--json", "s.json"});
    ASSERT_EQ(finished_.exit_code, 0) << finished_.err;
  }
  Rows rows(const std::string& sql) const { return query(folder_.path("sweep.sqlite"), sql); }
  /// From now on run number `run` took so many cycles.
  void set_cycles(int run, double cycles) const {
    rows(
        fmt::format("UPDATE measured SET value = {} WHERE kernel = 0 AND result = (SELECT result "
                    "FROM runs WHERE run = {}) AND quantity = (SELECT quantity FROM quantities "
                    "WHERE name = 'cycles'){}",
                    cycles, run, kForgetChecksums));
  }

  Playground folder_;
  Finished finished_;
};

/// The settings without an axis are on the axis "setting", as the joined names are called.
TEST_F(ResultsFile, EachColumnHasAHeadingOfItsOwn) {
  std::istringstream lines(folder_.read("s.csv"));
  std::string heading, first;
  std::getline(lines, heading);
  std::getline(lines, first);
  std::map<std::string, std::string> by_column;
  std::istringstream names(heading), values(first);
  for (std::string name, value; std::getline(names, name, ',');) {
    std::getline(values, value, ',');
    EXPECT_TRUE(by_column.emplace(name, value).second) << "two columns " << name;
  }
  EXPECT_EQ(by_column["setting"], "slow+lrr");
  EXPECT_EQ(by_column["axis.setting"], "slow");
  EXPECT_EQ(by_column["scheduler"], "lrr");
}

/// Axes that are called like a column of every run, a statistic and a parameter.
TEST_F(ResultsFile, AnAxisMayBeCalledLikeAnotherColumn) {
  std::string sweep = program("one", "1");
  for (const std::string axis : {"machine", "cycles", "l1.hit_latency"})
    sweep += fmt::format("[[setting]]\naxis = \"{0}\"\nname = \"of {0}\"\n", axis);
  sweep += "set = [\"l1.hit_latency=50\"]\n[[setting]]\naxis = \"l1.hit_latency\"\nname = \"y\"\n";
  folder_.write("axes.toml", sweep);
  const Finished finished = folder_.heddle({"sweep", "axes.toml", "--csv", "axes.csv"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  const std::string text = folder_.read("axes.csv");
  std::istringstream names(text.substr(0, text.find('\n')));
  std::set<std::string> known;
  for (std::string name; std::getline(names, name, ',');)
    EXPECT_TRUE(known.insert(name).second) << "two columns " << name;
  for (const char* axis : {"axis.machine", "axis.cycles", "axis.l1.hit_latency"})
    EXPECT_TRUE(known.contains(axis)) << axis;
}

/// energy.dram.read is a parameter and a statistic.
TEST_F(ResultsFile, AParameterMayBeCalledLikeAStatistic) {
  std::string sweep = program("one", "1");
  for (const char* value : {"50", "60"})
    sweep += fmt::format("[[setting]]\nname = \"{0}\"\nset = [\"energy.dram.read={0}\"]\n", value);
  folder_.write("energy.toml", sweep);
  const Finished finished = folder_.heddle({"sweep", "energy.toml", "--csv", "energy.csv"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  const std::string text = "," + folder_.read("energy.csv");
  const std::string heading = text.substr(0, text.find('\n'));
  const std::size_t first = heading.find(",energy.dram.read,");
  EXPECT_THAT(heading, HasSubstr(",parameter.energy.dram.read,"));
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(heading.find(",energy.dram.read,", first + 1), std::string::npos);
}

TEST_F(ResultsFile, MeansAreThoseOfTheSpeedUps) {
  // slow and fast of one workload, then of the other: speed-ups of 2 and 8 of fast over slow.
  set_cycles(1, 1000);
  set_cycles(2, 500);
  set_cycles(3, 4000);
  set_cycles(4, 500);
  EXPECT_EQ(rows("SELECT workload, baseline_cycles, cycles, speedup FROM speedups "
                 "WHERE baseline = 'slow+lrr' AND setting = 'fast+lrr' ORDER BY run"),
            (Rows{{"one", "1000", "500", "2.0"}, {"a \"b\", c", "4000", "500", "8.0"}}));
  const auto means = [&](const char* baseline, const char* setting) {
    const Rows found = rows(fmt::format(
        "SELECT arithmetic, geometric, harmonic, workloads, missing FROM mean_speedups WHERE "
        "baseline = '{}' AND setting = '{}'",
        baseline, setting));
    EXPECT_EQ(found.size(), 1u);
    std::vector<double> values;
    for (const std::string& text : found.at(0)) values.push_back(std::stod(text));
    return values;
  };
  using testing::DoubleNear;
  constexpr double kNear = 1e-12;
  EXPECT_THAT(means("slow+lrr", "fast+lrr"),
              testing::ElementsAre(DoubleNear(5, kNear), DoubleNear(4, kNear),
                                   DoubleNear(3.2, kNear), 2, 0));
  EXPECT_THAT(means("fast+lrr", "slow+lrr"),
              testing::ElementsAre(DoubleNear(0.3125, kNear), DoubleNear(0.25, kNear),
                                   DoubleNear(0.2, kNear), 2, 0));
  EXPECT_THAT(means("slow+lrr", "slow+lrr"), testing::ElementsAre(1, 1, 1, 2, 0));
  // The logarithms are ln 4 - ln 2 and ln 4 + ln 2, so the error of their mean is ln 2. The
  // quantile of one degree of freedom is 12.706.
  const Rows interval = rows(
      "SELECT low, high FROM mean_speedups WHERE baseline = 'slow+lrr' AND setting = 'fast+lrr'");
  EXPECT_NEAR(std::stod(interval.at(0).at(0)), 4 / std::exp2(12.706), kNear);
  EXPECT_NEAR(std::stod(interval.at(0).at(1)), 4 * std::exp2(12.706), 1e-6);

  rows(std::string("UPDATE results SET status = 'failed' WHERE result = (SELECT result FROM runs "
                   "WHERE run = 4)") +
       kForgetChecksums);
  EXPECT_THAT(means("slow+lrr", "fast+lrr"),
              testing::ElementsAre(2, DoubleNear(2, kNear), 2, 1, 1));
  EXPECT_EQ(rows("SELECT low FROM mean_speedups WHERE baseline = 'slow+lrr' AND setting = "
                 "'fast+lrr'"),
            Rows{{""}});
  rows(std::string("UPDATE results SET status = 'failed'") + kForgetChecksums);
  EXPECT_EQ(rows("SELECT baseline, setting, workloads, missing, arithmetic, geometric, harmonic "
                 "FROM mean_speedups ORDER BY 1, 2"),
            (Rows{{"fast+lrr", "fast+lrr", "0", "2", "", "", ""},
                  {"fast+lrr", "slow+lrr", "0", "2", "", "", ""},
                  {"slow+lrr", "fast+lrr", "0", "2", "", "", ""},
                  {"slow+lrr", "slow+lrr", "0", "2", "", "", ""}}));
  EXPECT_THAT(folder_.heddle({"sweep", "sweep.toml"}).out,
              testing::ContainsRegex("fast\\+lrr +gtx480 +0 +2 +- +- +- +-\n"));
}

TEST_F(ResultsFile, AnEarlierFileHasTheViewsOfNow) {
  rows("DROP VIEW mean_speedups; CREATE VIEW mean_speedups AS SELECT 1 AS one");
  const Finished again = folder_.heddle({"sweep", "sweep.toml"});
  EXPECT_EQ(again.out, finished_.out);
  EXPECT_EQ(rows("SELECT count(*) FROM mean_speedups"), Rows{{"4"}});
}

TEST_F(ResultsFile, TheTableShowsTheMeans) {
  EXPECT_THAT(finished_.out, HasSubstr("mean speed-up over slow+lrr  machine  workloads  missing"));
  const Finished other = folder_.heddle({"sweep", "sweep.toml", "--baseline", "fast+lrr"});
  EXPECT_THAT(other.out, HasSubstr("mean speed-up over fast+lrr"));
  EXPECT_THAT(folder_.heddle({"sweep", "sweep.toml", "--baseline", "fast"}).err,
              HasSubstr("there is no setting 'fast'; there are: slow+lrr, fast+lrr"));
}

TEST_F(ResultsFile, ValuesAreThoseOfARunByHand) {
  ASSERT_EQ(folder_
                .heddle({"run", "--quiet", "--out", "hand", "--set", "l1.hit_latency=20", "--set",
                         "warp_scheduler=lrr", "--kernel", "scale", "--grid", "4", "--block", "128",
                         "--arg", "buffer:4KiB", "--arg", "u32:7", "scale.ptx"})
                .exit_code,
            0);
  const json stats = folder_.json("hand/stats.json");
  const json total = stats.at("total").at("statistics");
  const Rows found = rows("SELECT name, value, unit FROM statistics WHERE run = 4");
  EXPECT_GE(found.size(), total.size());
  for (const auto& row : found) {
    expect_near(row, total);
    if (!total.contains(row[0])) continue;
    EXPECT_EQ(row[2], stats.at("statistics").at(row[0]).at("unit")) << row[0];
  }
  const json& kernel = stats.at("kernels").at(0);
  for (const auto& row : rows("SELECT name, value FROM kernel_statistics WHERE run = 4")) {
    expect_near(row, kernel.at("statistics"));
  }
  EXPECT_EQ(rows("SELECT name, launches, grid, block, blocks, threads, blocks_per_sm, limited_by "
                 "FROM run_kernels WHERE run = 4"),
            (Rows{{"scale", "1", "4x1x1", "128x1x1", "4", "128", kernel.at("blocks_per_sm").dump(),
                   kernel.at("limited_by").get<std::string>()}}));

  const json run = folder_.json("s.json").at("runs").at(3);
  for (const auto& [name, number] : run.at("statistics").items()) {
    EXPECT_DOUBLE_EQ(number, value(total, name)) << name;
  }
  EXPECT_EQ(run.at("workload"), "a \"b\", c");
  EXPECT_EQ(run.at("choices"), (json{{"setting", "fast"}, {"scheduler", "lrr"}}));
  EXPECT_EQ(run.at("kernels").at(0).at("threads"), 128);
  EXPECT_EQ(run.at("kernels").at(0).at("statistics"), kernel.at("statistics"));
}

/// Every line "key = value" of the configuration that a run by hand leaves.
TEST_F(ResultsFile, ParametersAreThoseOfARunByHand) {
  ASSERT_EQ(folder_
                .heddle({"run",      "--quiet",
                         "--out",    "hand",
                         "--stats",  "kernel",
                         "--set",    "l1.hit_latency=20",
                         "--set",    "warp_scheduler=lrr",
                         "--kernel", "scale",
                         "--grid",   "4",
                         "--block",  "128",
                         "--arg",    "buffer:4KiB",
                         "--arg",    "u32:7",
                         "scale.ptx"})
                .exit_code,
            0);
  std::istringstream config(folder_.read("hand/config.toml"));
  std::vector<std::string> keys;
  std::string table;
  for (std::string line; std::getline(config, line);) {
    if (line.starts_with('[')) table = line.substr(1, line.find(']') - 1) + ".";
    if (line.find(" = ") != std::string::npos)
      keys.push_back(table + line.substr(0, line.find(' ')));
  }
  EXPECT_GT(keys.size(), 200u);
  std::vector<std::string> found;
  for (const auto& row : rows("SELECT key FROM parameters WHERE run = 4")) found.push_back(row[0]);
  EXPECT_THAT(found, testing::UnorderedElementsAreArray(keys));

  const char* kChosen = "SELECT value, typeof(value) FROM parameters WHERE run = {} AND key = '{}'";
  const auto is = [&](int run, const char* key, const char* value, const char* type) {
    EXPECT_EQ(rows(fmt::format(fmt::runtime(kChosen), run, key)), (Rows{{value, type}})) << key;
  };
  is(1, "l1.hit_latency", "60", "integer");
  is(4, "l1.hit_latency", "20", "integer");
  is(4, "policies.warp_scheduler", "lrr", "text");
  is(4, "policies.throttle", "none", "text");
  is(4, "device.core_clock_mhz", "700", "integer");
  is(4, "host_link.device_bandwidth_gb_s", "70", "integer");
  is(4, "compiler.schedule", "false", "text");
  EXPECT_EQ(rows("SELECT count(DISTINCT configuration) FROM configurations"), Rows{{"2"}});

  const json exported = folder_.json("s.json");
  EXPECT_EQ(exported.at("runs").at(3).at("parameters"), (json{{"l1.hit_latency", 20}}));
  EXPECT_EQ(exported.at("parameters").at("policies.warp_scheduler"), "lrr");
  EXPECT_EQ(exported.at("parameters").size(), keys.size() - 1);
}

/// A policy's own parameters are those of the runs that chose it.
TEST_F(ResultsFile, CsvLeavesOpenWhatARunDoesNotHave) {
  folder_.write("limits.toml", program("one", "1") +
                                   "[[setting]]\nname = \"free\"\n[[setting]]\nname = \"few\"\n"
                                   "set = [\"throttle=swl\", \"throttle.swl.limit=2\"]\n");
  const Finished limits = folder_.heddle({"sweep", "limits.toml", "--csv", "-"});
  ASSERT_EQ(limits.exit_code, 0) << limits.err;
  EXPECT_THAT(limits.out, HasSubstr(",launches,policies.throttle,throttle.swl.force_release_after,"
                                    "throttle.swl.limit,cycles,"));
  EXPECT_THAT(limits.out, testing::ContainsRegex("\n1,one,.*,none,,,[1-9]"));
  EXPECT_THAT(limits.out, testing::ContainsRegex("\n2,one,.*,swl,0,2,[1-9]"));
}

/// What an earlier version left is read, and gets its parameters when a sweep writes to it.
TEST_F(ResultsFile, AFileWithoutParametersGetsThem) {
  const Rows before = rows("SELECT * FROM parameters ORDER BY run, key");
  rows(std::string("DROP VIEW parameters; DROP TABLE configured; DROP TABLE configurations; "
                   "DROP TABLE parameter_keys") +
       kForgetChecksums);
  const Finished old = folder_.heddle({"sweep", "--results", "sweep.sqlite", "--export", "csv"});
  EXPECT_EQ(old.exit_code, 0) << old.err;
  EXPECT_THAT(old.out, HasSubstr("launches,scheduler,axis.setting,cycles,"));
  const Finished again = folder_.heddle({"sweep", "sweep.toml"});
  EXPECT_THAT(again.err, HasSubstr("4 runs: 4 ok; 0 of them now"));
  EXPECT_EQ(rows("SELECT * FROM parameters ORDER BY run, key"), before);
}

TEST_F(ResultsFile, CsvHasARowForEachRun) {
  std::istringstream csv(folder_.read("s.csv"));
  std::string heading, line;
  std::getline(csv, heading);
  EXPECT_THAT(heading, testing::StartsWith(
                           "run,workload,paper,size,arguments,machine,registers,"
                           "setting,status,message,exit_code,host_seconds,"
                           "peak_bytes,launches,scheduler,axis.setting,l1.hit_latency,cycles,"));
  std::vector<std::string> lines;
  while (std::getline(csv, line)) lines.push_back(line);
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_THAT(lines[0], testing::StartsWith("1,one,,,,gtx480,own,slow+lrr,ok,,0,"));
  EXPECT_THAT(lines[3], testing::StartsWith("4,\"a \"\"b\"\", c\",,,,gtx480,own,fast+lrr,ok,,0,"));
  const Rows cycles = rows("SELECT value FROM statistics WHERE run = 1 AND name = 'cycles'");
  EXPECT_THAT(lines[0], HasSubstr(",lrr,slow,60," + cycles.at(0).at(0) + ","));
  EXPECT_EQ(std::count(heading.begin(), heading.end(), ','),
            std::count(lines[0].begin(), lines[0].end(), ','));
}

TEST_F(ResultsFile, ExportsWithoutRunning) {
  EXPECT_EQ(folder_.heddle({"sweep", "--results", "sweep.sqlite", "--export", "csv"}).out,
            folder_.read("s.csv"));
  EXPECT_EQ(folder_.heddle({"sweep", "--results", "sweep.sqlite", "--export", "json"}).out,
            folder_.read("s.json"));
  const auto refused = [&](const std::vector<std::string>& arguments, const char* message) {
    const Finished finished = folder_.heddle(arguments);
    EXPECT_EQ(finished.exit_code, 1);
    EXPECT_THAT(finished.err, HasSubstr(message));
  };
  refused({"sweep", "--export", "csv"}, "add --results FILE");
  refused({"sweep", "--export", "xml", "--results", "sweep.sqlite"}, "--export");
  refused({"sweep", "--export", "csv", "--results", "none.sqlite"},
          "there is no file 'none.sqlite'");
  refused({"sweep", "--export", "csv", "--results", "s.csv"}, "file is not a database");
}

}  // namespace
}  // namespace heddle::test
