// Files are checked as the commands that use them would read them.
#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"
#include "kernel_text.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;

class Check : public testing::Test {
 protected:
  Finished check(const std::string& name, const std::string& text) const {
    folder_.write(name, text);
    return folder_.heddle({"check", name});
  }
  void expect_right(const std::string& name, const std::string& text,
                    const std::string& said) const {
    const Finished checked = check(name, text);
    EXPECT_EQ(checked.exit_code, 0) << checked.err;
    EXPECT_EQ(checked.out, name + ": " + said + "\n");
  }
  void expect_wrong(const std::string& name, const std::string& text,
                    const std::string& said) const {
    const Finished checked = check(name, text);
    EXPECT_EQ(checked.exit_code, 1);
    EXPECT_EQ(checked.out, "");
    EXPECT_THAT(checked.err, HasSubstr(said));
  }
  Playground folder_;
};

TEST_F(Check, TellsWhatIsRight) {
  expect_right("small.toml", "base = \"gtx480\"\n[device]\nname = \"Small\"\n[sm]\ncount = 2\n",
               "a machine, Small");
  expect_right("settings.toml", "[l1]\nbytes = \"32KiB\"\n[policies]\nthrottle = \"swl\"\n",
               "2 settings");
  expect_right("sweep.toml",
               "workloads = \"bfs\"\nsizes = \"tiny\"\nmachines = [\"gtx480\", \"v100\"]\n",
               "a sweep of 2 runs");
  const std::string sweep = "workloads = \"bfs\"\nsizes = \"tiny\"\nmachines = [\"gtx480\"]\n";
  expect_right("mark.toml", "\xef\xbb\xbf" + sweep, "a sweep of 1 run");
  expect_right("indented.toml", "  # bfs\n  " + sweep, "a sweep of 1 run");
  EXPECT_EQ(
      folder_
          .heddle({"check", HEDDLE_SOURCE "/workloads/bfs/bfs.toml",
                   HEDDLE_SOURCE "/experiments/pro", HEDDLE_SOURCE "/experiments/pro/verdicts.csv",
                   HEDDLE_SOURCE "/machines/v100.toml"})
          .exit_code,
      0);
}

/// As heddle sweep takes them: a sweep of programs alone has no workload that one could be taken
/// for, and needs none to be there.
TEST_F(Check, TakesTheSweepsThatSweepTakes) {
  folder_.write("scale.ptx", kScale);
  const std::string program =
      "[[program]]\nname = \"bfs\"\nprogram = \"scale.ptx\"\n"
      "options = \"--kernel scale --grid 1 --block 32 --arg buffer:4KiB --arg u32:7\"\n";
  expect_right("own.toml", program, "a sweep of 1 run");
  EXPECT_EQ(folder_.heddle({"sweep", "own.toml"}).exit_code, 0);
  setenv("HEDDLE_WORKLOADS", folder_.path("nothing").c_str(), 1);
  expect_right("own.toml", program, "a sweep of 1 run");
  unsetenv("HEDDLE_WORKLOADS");
  const std::string both = "workloads = \"bfs\"\nsizes = \"tiny\"\n" + program;
  expect_wrong("both.toml", both, "'bfs' is the name of a workload");
  EXPECT_THAT(folder_.heddle({"sweep", "both.toml"}).err,
              HasSubstr("'bfs' is the name of a workload"));
}

TEST_F(Check, ListsTheInstructionsThatPtxLacks) {
  const std::string bad = ".entry other() { tcgen05.wait::ld.sync.aligned; tcgen05.fence; ret; }\n";
  const Finished checked = check("k.ptx", kScale + bad);
  EXPECT_EQ(checked.exit_code, 1);
  EXPECT_THAT(checked.err, HasSubstr("k.ptx: 1 of 2 kernels cannot run; the others can"));
  EXPECT_THAT(checked.err,
              HasSubstr("instruction tcgen05.wait::ld.sync.aligned: 1 time, first in line"));
  EXPECT_THAT(checked.err, HasSubstr("instruction tcgen05.fence: 1 time, first in line"));
}

TEST_F(Check, NamesThePlaceOfWhatIsWrong) {
  expect_wrong("small.toml", "base = \"gtx480\"\n[sm]\ncuont = 2\n", "small.toml:3");
  expect_wrong("settings.toml", "[l1]\nbytes = \"many\"\n", "settings.toml:2");
  expect_wrong("sweep.toml", "workloads = \"bfs\"\nsizes = \"huge\"\n", "sweep.toml:2");
  expect_wrong("sweep.toml", "workloads = \"bfs\"\nset = [\"l1.bites=3\"]\n", "l1.bites");
  expect_wrong("k.ptx", ".version 7.0\n.target sm_70\n.address_size 64\n.entry k() {\n  jump;\n}\n",
               "k.ptx:5");
  expect_wrong("results.sqlite", "text", "results.sqlite");
  expect_wrong("loads.csv", "a,b\n1,2\n", "loads.csv");
  expect_wrong("notes.txt", "text", "no file that heddle reads");
  expect_wrong("verdicts.csv", "a,b\n", "the experiment.toml beside it, and there is none");
  EXPECT_EQ(folder_.heddle({"check", "none.toml"}).exit_code, 1);
}

TEST_F(Check, GoesOnBehindAWrongFile) {
  folder_.write("wrong.toml", "[sm]\ncuont = 2\n");
  folder_.write("right.toml", "[sm]\ncount = 2\n");
  const Finished checked = folder_.heddle({"check", "wrong.toml", "right.toml"});
  EXPECT_EQ(checked.exit_code, 1);
  EXPECT_EQ(checked.out, "right.toml: 1 settings\n");
}

}  // namespace
}  // namespace heddle::test
