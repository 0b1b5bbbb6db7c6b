// A sweep's rows: how runs end, what is run again and what is not, who may work on the results.
#include <filesystem>

#include <fcntl.h>
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <sys/file.h>
#include <unistd.h>

#include "kernel_text.hpp"
#include "query.hpp"
#include "small_suite.hpp"

namespace heddle::test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kSchedulers = R"(workloads = ["count", "twice"]
sizes = ["tiny", "small"]
[[setting]]
name = "lrr"
set = ["warp_scheduler=lrr"]
[[setting]]
name = "gto"
set = ["warp_scheduler=gto"]
)";

class Sweep : public SmallSuite {
 protected:
  Finished sweep(const std::string& text, std::vector<std::string> options = {}) const {
    folder_.write("sweep.toml", text);
    options.insert(options.begin(), {"sweep", "sweep.toml"});
    return folder_.heddle(options);
  }
  Rows rows(const std::string& sql) const { return query(folder_.path("sweep.sqlite"), sql); }
  std::string programs() const {
    return "[[program]]\nname = \"p\"\nprogram = \"sweep.sqlite.work/programs/count\"\n";
  }
};

TEST_F(Sweep, NumberOfJobsMakesNoDifference) {
  give_programs("one.sqlite");
  give_programs("two.sqlite");
  const Finished one = sweep(kSchedulers, {"--jobs", "1", "--results", "one.sqlite"});
  const Finished two = sweep(kSchedulers, {"--jobs", "2", "--results", "two.sqlite"});
  ASSERT_EQ(one.exit_code, 0) << one.err;
  EXPECT_EQ(one.out, two.out);
  EXPECT_THAT(one.out, HasSubstr("count     tiny   gtx480   lrr      ok"));
  EXPECT_THAT(one.err, HasSubstr("[8/8] twice small gtx480 gto: ok"));
  EXPECT_THAT(one.err, HasSubstr("8 runs: 8 ok; 8 of them now; results in one.sqlite"));
  const char* kTables =
      "SELECT run, workload, size, arguments, machine, setting, status, message, exit_code, "
      "launches "
      "FROM runs; SELECT * FROM statistics; SELECT * FROM kernel_statistics; SELECT * FROM "
      "run_kernels; SELECT * FROM speedups";
  EXPECT_EQ(query(folder_.path("one.sqlite"), kTables), query(folder_.path("two.sqlite"), kTables));
}

TEST_F(Sweep, HowRunsEndStandsInTheirRows) {
  const std::string sizes = "seconds = 10\nmemory = \"256MiB\"\n";
  std::string all = sizes;
  for (const char* n : {"64", "13", "14", "15", "16"}) {
    all += fmt::format(
        "[[program]]\nname = \"p{0}\"\nprogram = \"sweep.sqlite.work/programs/count\"\n"
        "arguments = \"{0}\"\n",
        n);
  }
  folder_.write("broken.ptx", "no kernel");
  all += "[[program]]\nprogram = \"broken.ptx\"\noptions = \"--grid 1\"\n";
  const Finished finished = sweep(all);
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.err, HasSubstr("6 runs: 1 ok, 3 failed, 1 memory, 1 timeout"));
  const Rows found = rows("SELECT workload, status, message, exit_code FROM runs");
  ASSERT_EQ(found.size(), 6u);
  EXPECT_THAT(found[0], ElementsAre("p64", "ok", "", "0"));
  EXPECT_THAT(
      found[1],
      ElementsAre("p13", "failed",
                  "the program's exit code is 3; it said last: thirteen� is ä unlucky", "3"));
  EXPECT_THAT(found[2],
              ElementsAre("p14", "timeout", "ended after 10 s, as the sweep's file says", "137"));
  EXPECT_THAT(found[3],
              ElementsAre("p15", "memory",
                          "took more than the 256 MiB that the sweep's file allows", testing::_));
  EXPECT_THAT(found[4], ElementsAre("p16", "failed", "the program was ended by SIGABRT", "134"));
  EXPECT_THAT(found[5], ElementsAre("broken", "failed", HasSubstr("broken.ptx:1"), "1"));
  EXPECT_EQ(rows("SELECT count(*) FROM statistics WHERE run > 1"), Rows{{"0"}});
  // 256 MiB, less what `heddle run` and the one look in 50 ms leave over
  EXPECT_EQ(rows("SELECT peak_bytes > 128 << 20 FROM runs WHERE workload = 'p15'"), Rows{{"1"}});
  EXPECT_THAT(finished.out, HasSubstr("it said last: thirteen� is ä unlucky"));
}

TEST_F(Sweep, WarningsAreTheMessageOfARunThatIsOk) {
  folder_.write("k.ptx", kScale);
  const Finished finished = sweep(
      "[[program]]\nprogram = \"k.ptx\"\noptions = \"--arg buffer:128 --arg u32:7\"\n"
      "[[setting]]\nname = \"kernel\"\nset = [\"kernel.scale.registers=20\"]\n"
      "[[setting]]\nname = \"other\"\nset = [\"kernel.sale.registers=20\"]\n");
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  const std::string warning =
      "warning: kernel.sale.registers = 20 had no effect: the kernels that ran are scale";
  EXPECT_EQ(rows("SELECT setting, status, message FROM runs"),
            (Rows{{"kernel", "ok", ""}, {"other", "ok", warning}}));
  EXPECT_THAT(finished.out, HasSubstr(warning));
  EXPECT_THAT(finished.err, HasSubstr("k gtx480 other: ok"));
}

TEST_F(Sweep, RunsThatWereEndedByABoundAreRepeatedUnderAWiderOne) {
  const std::string program = programs() + "arguments = \"15\"\n";
  EXPECT_EQ(sweep("memory = \"256MiB\"\n" + program).exit_code, 1);
  EXPECT_THAT(sweep("memory = \"200MiB\"\n" + program).err, HasSubstr("0 of them now"));
  EXPECT_THAT(sweep("memory = \"4GiB\"\n" + program).err, HasSubstr("1 ok; 1 of them now"));
}

TEST_F(Sweep, FailuresAreRepeatedOnlyOnRequest) {
  const std::string program = programs() + "arguments = \"13\"\n";
  EXPECT_THAT(sweep(program).err, HasSubstr("1 failed; 1 of them now"));
  EXPECT_THAT(sweep(program).err, HasSubstr("1 failed; 0 of them now"));
  EXPECT_THAT(sweep(program, {"--retry"}).err, HasSubstr("1 failed; 1 of them now"));
}

TEST_F(Sweep, OnlyWhatIsNewIsRun) {
  ASSERT_EQ(sweep(kSchedulers).exit_code, 0);
  const Rows before = rows("SELECT * FROM results ORDER BY identity");
  const std::string third = "[[setting]]\nname = \"again\"\nset = [\"warp_scheduler=lrr\"]\n";
  EXPECT_THAT(sweep(kSchedulers + third).err, HasSubstr("12 runs: 12 ok; 0 of them now"));
  std::string fewer = kSchedulers;
  fewer.replace(fewer.find("\"count\", "), 9, "");
  EXPECT_THAT(sweep(fewer).err, HasSubstr("4 runs: 4 ok; 0 of them now"));
  EXPECT_EQ(rows("SELECT count(*) FROM runs"), Rows{{"4"}});
  EXPECT_EQ(rows("SELECT * FROM results ORDER BY identity"), before);
  EXPECT_THAT(sweep(fewer, {"--prune"}).err, HasSubstr("4 results removed"));
  EXPECT_EQ(rows("SELECT count(*) FROM results"), Rows{{"4"}});
  const std::string other = "set = [\"l1.hit_latency=33\"]\n" + fewer;
  EXPECT_THAT(sweep(other).err, HasSubstr("4 of them now"));
  write("common/step.cuh", "constexpr int kStep = 7;\n");  // the programs are others
  EXPECT_THAT(sweep(other).err, HasSubstr("4 of them now"));
}

TEST_F(Sweep, AnInputFileIsPartOfARun) {
  folder_.write("graph", "1 2 3");
  const std::string program = programs() + "arguments = \"64\"\ninputs = [\"graph\"]\n";
  EXPECT_THAT(sweep(program).err, HasSubstr("1 of them now"));
  EXPECT_THAT(sweep(program).err, HasSubstr("0 of them now"));
  folder_.write("graph", "1 2 4");
  EXPECT_THAT(sweep(program).err, HasSubstr("1 of them now"));
}

// The run itself writes over an input that its identity depends on.
TEST_F(Sweep, NothingIsStoredOfARunThatChangedMeanwhile) {
  const auto writes_over = [&](const char* file, const char* line) {
    folder_.write("k.ptx", kScale);
    folder_.write("my.toml", "base = \"gtx480\"\n");
    folder_.write("graph", "1 2 3");
    fs::remove(folder_.path("sweep.sqlite"));
    return sweep(
        fmt::format("{}\n[[program]]\nprogram = \"k.ptx\"\ninputs = [\"graph\"]\noptions "
                    "= \"--arg buffer:128 --arg u32:7 --dump-arg 0:{}\"\n",
                    line, file));
  };
  for (const auto& [file, line] : std::initializer_list<std::pair<const char*, const char*>>{
           {"graph", ""}, {"graph", "machines = \"my.toml\""}}) {
    const Finished finished = writes_over(file, line);
    EXPECT_EQ(finished.exit_code, 1) << file;
    EXPECT_THAT(finished.err, HasSubstr("its program, machine or input changed meanwhile"));
    EXPECT_THAT(finished.err, HasSubstr("1 run: 1 pending; 0 of them now"));
    EXPECT_THAT(finished.err, HasSubstr("1 changed while they ran"));
    EXPECT_EQ(rows("SELECT count(*) FROM results"), Rows{{"0"}}) << file;
  }
  EXPECT_THAT(writes_over("other", "").err, HasSubstr("1 run: 1 ok; 1 of them now"));
}

TEST_F(Sweep, FilesThatAreWrittenAreDifferentOnes) {
  folder_.write("k.ptx", kScale);
  const std::string text = "[[program]]\nprogram = \"k.ptx\"\n";
  folder_.write("other.sqlite", "");
  fs::create_hard_link(folder_.path("other.sqlite"), folder_.path("linked"));
  const auto refused = [&](std::vector<std::string> options, const char* message) {
    const Finished finished = sweep(text, std::move(options));
    EXPECT_EQ(finished.exit_code, 1) << message;
    EXPECT_THAT(finished.err, HasSubstr(message));
    EXPECT_EQ(folder_.read("sweep.toml"), text);
    EXPECT_FALSE(fs::exists(folder_.path("sweep.sqlite")));
  };
  refused({"--results", "sweep.toml"}, "FILE and --results are the same file, 'sweep.toml'");
  refused({"--csv", "./sweep.toml"}, "FILE and --csv are the same file");
  refused({"--json", "sweep.sqlite"}, "--results and --json are the same file, 'sweep.sqlite'");
  refused({"--csv", "out", "--json", "out"}, "--csv and --json are the same file, 'out'; name");
  refused({"--results", "other.sqlite", "--csv", "linked"}, "--results and --csv are the same");
}

TEST_F(Sweep, ResultsAreOneSweepsAtATime) {
  fs::create_directories(folder_.path("sweep.sqlite.work"));
  const int folder = open(folder_.path("sweep.sqlite.work").c_str(), O_RDONLY | O_DIRECTORY);
  ASSERT_EQ(flock(folder, LOCK_EX), 0);
  const Finished refused = sweep(kSchedulers);
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.err, HasSubstr("another sweep is working on 'sweep.sqlite'"));
  close(folder);
}

TEST_F(Sweep, FilesOfSomethingElseAreRefused) {
  folder_.write("sweep.sqlite", "This is a letter, and not a database, and longer than a header.");
  EXPECT_THAT(sweep(kSchedulers).err, HasSubstr("sweep.sqlite: file is not a database"));
  fs::remove(folder_.path("sweep.sqlite"));
  rows("CREATE TABLE letters (letter)");
  EXPECT_THAT(sweep(kSchedulers).err, HasSubstr("holds no results of heddle sweep"));
  EXPECT_EQ(rows("SELECT name FROM sqlite_master"), Rows{{"letters"}});
  fs::remove(folder_.path("sweep.sqlite"));
  EXPECT_THAT(sweep(kSchedulers, {"--results", "no/such/folder.sqlite"}).err,
              HasSubstr("No such file or directory; make its folder first"));
}

TEST_F(Sweep, PublishedRegistersBoundTheBlocks) {
  ASSERT_EQ(sweep("paper = \"first\"\nregisters = [\"own\", \"published\"]\n").exit_code, 0);
  EXPECT_EQ(rows("SELECT r.registers, k.registers FROM runs r JOIN run_kernels k USING (run) "
                 "WHERE r.registers = 'published'"),
            (Rows{{"published", "40"}}));
  const Finished measured = folder_.heddle({"workloads", "count", "--results", "sweep.sqlite"});
  EXPECT_THAT(measured.out,
              testing::ContainsRegex("count +gtx480 +paper first default published +"
                                     "measured +underutilized +[a-z_ ]+ +16 +64 +2 +40 +0 "));
  const auto all = nlohmann::json::parse(
      folder_.heddle({"workloads", "--json", "--results", "sweep.sqlite"}).out);
  const auto& kernels = all.at("workloads").at(0).at("measured");
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels.at(1).at("registers"), 40);
  EXPECT_EQ(kernels.at(1).at("statistics").at("warps"), 32);  // 1024 threads
  EXPECT_EQ(all.at("workloads").at(1).at("measured"), nlohmann::json::array());
}

}  // namespace
}  // namespace heddle::test
