// Shares of a sweep's runs, and how their results come together.
#include <filesystem>

#include <fmt/core.h>
#include <gmock/gmock.h>

#include "query.hpp"
#include "small_suite.hpp"

namespace heddle::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// Eight runs, which leave blocks.csv.
constexpr const char* kMatrix = R"(workloads = ["count", "twice"]
sizes = ["tiny", "small"]
set = ["run.blocks=true"]
[[setting]]
name = "lrr"
set = ["warp_scheduler=lrr"]
[[setting]]
name = "gto"
set = ["warp_scheduler=gto"]
)";

constexpr const char* kValues =
    "SELECT run, workload, size, arguments, machine, setting, status, message, exit_code, launches "
    "FROM runs; SELECT * FROM statistics; SELECT * FROM kernel_statistics; SELECT * FROM "
    "run_kernels; SELECT * FROM speedups; SELECT * FROM parameters; SELECT * FROM choices; SELECT "
    "run, b.kernel, sm, place, block, start, end FROM runs JOIN run_blocks b USING (result) ORDER "
    "BY run, b.launch, block";

class Shards : public SmallSuite {
 protected:
  Finished shard(const std::string& shard, const std::string& results) const {
    folder_.write("sweep.toml", kMatrix);
    if (!std::filesystem::exists(folder_.path(results + ".work"))) give_programs(results);
    return folder_.heddle({"sweep", "sweep.toml", "--shard", shard, "--results", results});
  }
  Finished merge(std::vector<std::string> files) const {
    files.insert(files.begin(), "merge");
    return folder_.heddle(files);
  }
  Rows rows(const std::string& file, const std::string& sql) const {
    return query(folder_.path(file), sql);
  }
  std::string count(const std::string& file, const std::string& status) const {
    return rows(file, "SELECT count(*) FROM runs WHERE status = '" + status + "'").at(0).at(0);
  }
};

TEST_F(Shards, TogetherAreTheSweep) {
  folder_.write("sweep.toml", kMatrix);
  give_programs("all.sqlite");
  ASSERT_EQ(folder_.heddle({"sweep", "sweep.toml", "--results", "all.sqlite"}).exit_code, 0);
  const char* const kOk[] = {"3", "3", "2"};
  for (unsigned i = 1; i <= 3; ++i) {
    const std::string file = fmt::format("{}.sqlite", i);
    const Finished made = shard(fmt::format("{}/3", i), file);
    EXPECT_EQ(made.exit_code, 0) << made.err;
    EXPECT_EQ(count(file, "ok"), kOk[i - 1]);
  }
  const Finished merged = merge({"merged.sqlite", "1.sqlite", "2.sqlite", "3.sqlite"});
  EXPECT_EQ(merged.exit_code, 0) << merged.err;
  EXPECT_THAT(merged.err, HasSubstr("8 results added, 0 replaced, 0 known; 8 runs: 8 ok"));
  EXPECT_EQ(rows("merged.sqlite", kValues), rows("all.sqlite", kValues));
  // The sweep finds all that it needs.
  const Finished again = folder_.heddle({"sweep", "sweep.toml", "--results", "merged.sqlite"});
  EXPECT_THAT(again.err, HasSubstr("8 runs: 8 ok; 0 of them now"));
}

TEST_F(Shards, MergedTwiceAreMergedOnce) {
  ASSERT_EQ(shard("1/2", "1.sqlite").exit_code, 0);
  ASSERT_EQ(shard("2/2", "2.sqlite").exit_code, 0);
  ASSERT_EQ(merge({"1.sqlite", "2.sqlite"}).exit_code, 0);
  const char* const kAll =
      "SELECT * FROM results; SELECT * FROM measured; SELECT * FROM run_blocks";
  const Rows before = rows("1.sqlite", kAll);
  const Finished again = merge({"1.sqlite", "2.sqlite", "2.sqlite"});
  EXPECT_THAT(again.err, HasSubstr("0 results added, 0 replaced, 8 known"));
  EXPECT_EQ(rows("1.sqlite", kAll), before);
}

TEST_F(Shards, WithOtherValuesAreRefused) {
  ASSERT_EQ(shard("1/2", "1.sqlite").exit_code, 0);
  ASSERT_EQ(shard("2/2", "2.sqlite").exit_code, 0);
  for (const char* change :
       {"UPDATE measured SET value = value + 1 WHERE quantity = (SELECT quantity FROM quantities "
        "WHERE name = 'cycles') AND kernel = 0",
        "UPDATE run_blocks SET sm = sm + 1 WHERE true",
        "UPDATE kernels SET launches = launches + 1 WHERE true"}) {
    fs::copy_file(folder_.path("1.sqlite"), folder_.path("changed.sqlite"),
                  fs::copy_options::overwrite_existing);
    rows("changed.sqlite", std::string(change) +
                               " AND result = (SELECT result FROM runs WHERE run = 5)" +
                               kForgetChecksums);
    const Finished refused = merge({"new.sqlite", "1.sqlite", "2.sqlite", "changed.sqlite"});
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.err, HasSubstr("other simulated values of run 5 (twice tiny gtx480 lrr)"));
    EXPECT_FALSE(fs::exists(folder_.path("new.sqlite")));
    const Rows before = rows("2.sqlite", "SELECT * FROM results");
    EXPECT_EQ(merge({"2.sqlite", "1.sqlite", "changed.sqlite"}).exit_code, 1);
    EXPECT_EQ(rows("2.sqlite", "SELECT * FROM results"), before);
  }
}

TEST_F(Shards, AResultWithValuesTakesThePlaceOfOneWithout) {
  ASSERT_EQ(shard("1/2", "1.sqlite").exit_code, 0);
  fs::copy_file(folder_.path("1.sqlite"), folder_.path("failed.sqlite"));
  rows("failed.sqlite",
       std::string("DELETE FROM measured WHERE result = 1; UPDATE results SET status = 'failed' "
                   "WHERE result = 1") +
           kForgetChecksums);
  EXPECT_THAT(merge({"failed.sqlite", "1.sqlite"}).err, HasSubstr("0 results added, 1 replaced"));
  EXPECT_EQ(count("failed.sqlite", "ok"), "4");
  EXPECT_EQ(rows("failed.sqlite", kValues), rows("1.sqlite", kValues));
}

TEST_F(Shards, OfTwoSweepsAreRefused) {
  ASSERT_EQ(shard("1/2", "1.sqlite").exit_code, 0);
  folder_.write("other.toml", "workloads = \"count\"\nsizes = \"tiny\"\n");
  ASSERT_EQ(folder_.heddle({"sweep", "other.toml"}).exit_code, 0);
  const Finished refused = merge({"1.sqlite", "other.sqlite"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.err, HasSubstr("two sweeps"));
  EXPECT_THAT(merge({"1.sqlite", "./1.sqlite"}).err, HasSubstr("cannot be merged into itself"));
  EXPECT_THAT(merge({"1.sqlite", "none.sqlite"}).err, HasSubstr("there is no file"));
  folder_.write("text", "no results");
  EXPECT_EQ(merge({"1.sqlite", "text"}).exit_code, 1);
  EXPECT_EQ(merge({"text", "1.sqlite"}).exit_code, 1);
}

TEST_F(Shards, HaveANumberWithinTheirNumber) {
  for (const char* wrong : {"0/2", "3/2", "1", "/2", "1/", "-1/2", "1/2/3", "a/b", "1/0"}) {
    const Finished refused = shard(wrong, "never.sqlite");
    EXPECT_EQ(refused.exit_code, 1) << wrong;
    EXPECT_THAT(refused.err, HasSubstr("expected I/N")) << wrong;
  }
  EXPECT_FALSE(fs::exists(folder_.path("never.sqlite")));
  EXPECT_THAT(folder_.heddle({"sweep", "sweep.toml", "--shard", "1/2", "--list"}).err,
              HasSubstr("leave one of them out"));
}

TEST_F(Shards, AreAlsoMadeOfRunsByNumber) {
  folder_.write("sweep.toml", kMatrix);
  folder_.write("some", "2,7-8\n");
  const auto made = [&](const std::string& numbers) {
    return folder_.heddle({"sweep", "sweep.toml", "--results", "r.sqlite", "--runs", numbers});
  };
  EXPECT_EQ(made("@some").exit_code, 0);
  EXPECT_EQ(rows("r.sqlite", "SELECT run FROM runs WHERE status = 'ok'"),
            (Rows{{"2"}, {"7"}, {"8"}}));
  EXPECT_EQ(made("4,2-3").exit_code, 0);
  EXPECT_EQ(count("r.sqlite", "ok"), "5");
  const Finished beyond = made("1,99");
  EXPECT_EQ(beyond.exit_code, 1);
  EXPECT_THAT(beyond.err,
              testing::HasSubstr("--runs 1,99: there is no run 99; the sweep has runs 1-"));
  for (const char* wrong : {"0", "3-2", "a", "1,,2", "-3", "1-"}) {
    const Finished refused = made(wrong);
    EXPECT_EQ(refused.exit_code, 1) << wrong;
    EXPECT_THAT(refused.err, HasSubstr("is no number or range")) << wrong;
  }
  EXPECT_THAT(folder_.heddle({"sweep", "sweep.toml", "--tasks", "3"}).err,
              HasSubstr("add --on slurm"));
}

}  // namespace
}  // namespace heddle::test
