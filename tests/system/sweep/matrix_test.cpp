// What a sweep's file means: which runs there are, and what is refused before the first.
#include <filesystem>

#include <fmt/core.h>
#include <gmock/gmock.h>

#include "small_suite.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;

constexpr const char* kAxes = R"(
[[setting]]
name = "lrr"
set = ["warp_scheduler=lrr"]
[[setting]]
name = "gto"
set = ["warp_scheduler=gto"]
[[setting]]
axis = "hit"
name = "fast"
set = ["l1.hit_latency=20"]
[[setting]]
axis = "hit"
name = "slow"
set = ["l1.hit_latency=60"]
)";

class Matrix : public SmallSuite {
 protected:
  Matrix() { have_own_sources(); }
  /// What `heddle sweep --list` says, without the heading and with single blanks.
  std::vector<std::string> cells(const std::string& sweep) const {
    folder_.write("sweep.toml", sweep);
    const Finished finished = folder_.heddle({"sweep", "sweep.toml", "--list"});
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    std::vector<std::string> lines(1);
    for (const char c : finished.out) {
      if (c == '\n') {
        lines.emplace_back();
      } else if (c != ' ' || !lines.back().ends_with(' ')) {
        lines.back() += c;
      }
    }
    lines.pop_back();
    lines.erase(lines.begin());
    return lines;
  }
  void refused(const std::string& sweep, const char* message) const {
    folder_.write("sweep.toml", sweep);
    const Finished finished = folder_.heddle({"sweep", "sweep.toml"});
    EXPECT_EQ(finished.exit_code, 1) << sweep;
    EXPECT_THAT(finished.err, HasSubstr(message)) << sweep;
    EXPECT_FALSE(std::filesystem::exists(folder_.path("sweep.sqlite"))) << sweep;
  }
};

TEST_F(Matrix, CombinesEverything) {
  EXPECT_THAT(
      cells("workloads = \"*\"\nsizes = [\"tiny\", \"small\"]\nmachines = [\"gtx480\", \"v100\"]\n"
            "set = [\"l2.hit_latency=100\"]\n"
            "[[setting]]\nname = \"lrr\"\nset = \"warp_scheduler=lrr\"\n"),
      testing::ElementsAre("count tiny 64 gtx480 own lrr l2.hit_latency=100 warp_scheduler=lrr",
                           "count tiny 64 v100 own lrr l2.hit_latency=100 warp_scheduler=lrr",
                           "count small 512 gtx480 own lrr l2.hit_latency=100 warp_scheduler=lrr",
                           "count small 512 v100 own lrr l2.hit_latency=100 warp_scheduler=lrr",
                           "twice tiny 128 gtx480 own lrr l2.hit_latency=100 warp_scheduler=lrr",
                           "twice tiny 128 v100 own lrr l2.hit_latency=100 warp_scheduler=lrr",
                           "twice small 256 gtx480 own lrr l2.hit_latency=100 warp_scheduler=lrr",
                           "twice small 256 v100 own lrr l2.hit_latency=100 warp_scheduler=lrr"));
}

// v100 has compute capability 7.0 and a matrix unit for f16, t4 7.5 and one for int8 too,
// gtx480 7.5 and none.
TEST_F(Matrix, LeavesOutWhatAMachineLacksUnlessTheSweepNamesIt) {
  const std::string manifest = folder_.read("workloads/twice/twice.toml");
  const auto need = [&](const std::string& needs) {
    write("twice/twice.toml", manifest + "\n[needs]\nmachine = \"a100\"\n" + needs);
  };
  const std::string machines = "sizes = \"tiny\"\nmachines = [\"gtx480\", \"v100\", \"t4\"]\n";
  const std::string of_pattern = "workloads = \"tw*\"\n" + machines;
  need("architecture = 75\n");
  EXPECT_THAT(cells(of_pattern), testing::ElementsAre("twice tiny 128 gtx480 own default",
                                                      "twice tiny 128 t4 own default"));
  EXPECT_THAT(folder_.heddle({"sweep", "sweep.toml", "--list"}).err,
              HasSubstr("leaves out twice on v100: device.compute_capability is 7, and not 7.5 "
                        "or more\n"));
  EXPECT_THAT(cells("set = \"device.compute_capability=8.0\"\n" + of_pattern), testing::SizeIs(3));
  EXPECT_THAT(cells("workloads = \"twice\"\n" + machines), testing::SizeIs(3));
  need("architecture = 70\nmatrix = \"f16\"\n");
  EXPECT_THAT(cells(of_pattern), testing::ElementsAre("twice tiny 128 v100 own default",
                                                      "twice tiny 128 t4 own default"));
  need("architecture = 75\nmatrix = \"int8\"\n");
  EXPECT_THAT(cells(of_pattern), testing::ElementsAre("twice tiny 128 t4 own default"));
  EXPECT_THAT(cells("set = \"run.timing=none\"\n" + of_pattern), testing::SizeIs(2));
  need("architecture = 70\nshared_bytes = 98304\n");
  EXPECT_THAT(cells(of_pattern), testing::ElementsAre("twice tiny 128 v100 own default"));
  need("architecture = 90\n");
  refused(of_pattern, "sweep.toml: nothing to run: no machine has what the workloads need (twice");
  need("architecture = 70\nmatrix = \"f17\"\n");
  refused(of_pattern, "a workload needs 'execution.matrix.f17', which is no parameter");
}

TEST_F(Matrix, CrossesTheAxesOfSettings) {
  EXPECT_THAT(cells(std::string("workloads = \"count\"\nsizes = \"tiny\"\n") + kAxes),
              testing::ElementsAre(
                  "count tiny 64 gtx480 own lrr+fast warp_scheduler=lrr l1.hit_latency=20",
                  "count tiny 64 gtx480 own lrr+slow warp_scheduler=lrr l1.hit_latency=60",
                  "count tiny 64 gtx480 own gto+fast warp_scheduler=gto l1.hit_latency=20",
                  "count tiny 64 gtx480 own gto+slow warp_scheduler=gto l1.hit_latency=60"));
}

// A setting of one policy, where that policy is chosen on another axis.
TEST_F(Matrix, AChoiceMaySetMoreBesideSomeOfAnotherAxis) {
  const std::string sweep = std::string("workloads = \"count\"\nsizes = \"tiny\"\n") + kAxes;
  EXPECT_THAT(
      cells(sweep + "[[setting.beside]]\nsettings = [\"g*\"]\nset = [\"l2.hit_latency=9\"]\n"),
      testing::ElementsAre("count tiny 64 gtx480 own lrr+fast warp_scheduler=lrr l1.hit_latency=20",
                           "count tiny 64 gtx480 own lrr+slow warp_scheduler=lrr l1.hit_latency=60",
                           "count tiny 64 gtx480 own gto+fast warp_scheduler=gto l1.hit_latency=20",
                           "count tiny 64 gtx480 own gto+slow warp_scheduler=gto l1.hit_latency=60 "
                           "l2.hit_latency=9"));
  refused(sweep + "[[setting.beside]]\nsettings = [\"fast\"]\nset = [\"l2.hit_latency=9\"]\n",
          "settings: no other axis has 'fast'");
  refused(sweep + "[[setting.beside]]\nset = [\"l2.hit_latency=9\"]\n",
          "beside has settings = [names or patterns] and set = [key=value]");
}

TEST_F(Matrix, MatricesTakeWhatTheyDoNotSayFromTheFile) {
  EXPECT_THAT(
      cells(std::string("sizes = \"tiny\"\n") + kAxes +
            "[[matrix]]\nworkloads = \"count\"\nsettings = [\"lrr\"]\n"
            "[[matrix]]\nworkloads = \"*\"\nsettings = [\"lrr\"]\nmachines = \"gtx480\"\n"
            "[[matrix]]\nworkloads = \"count\"\nsizes = \"paper\"\nsettings = [\"slow\"]\n"),
      testing::ElementsAre("count tiny 64 gtx480 own lrr warp_scheduler=lrr",
                           "twice tiny 128 gtx480 own lrr warp_scheduler=lrr",
                           "count paper 2048 gtx480 own slow l1.hit_latency=60"));
}

TEST_F(Matrix, APaperBringsMachineSizesAndRegisters) {
  EXPECT_THAT(cells("paper = \"first\"\nregisters = [\"own\", \"published\"]\n"),
              testing::ElementsAre(
                  "count first paper 1024 gtx480 own default",
                  "count first paper 1024 gtx480 published default kernel.count.registers=40"));
  EXPECT_THAT(cells("paper = \"second\"\nsizes = [\"tiny\", \"paper\"]\n"),
              testing::ElementsAre("count second tiny 64 v100 own default",
                                   "count second paper 2048 v100 own default"));
}

TEST_F(Matrix, ArgumentsOfAMatrixMayBeBySize) {
  const std::string matrix =
      "[[matrix]]\npaper = \"second\"\nworkloads = \"count\"\n"
      "sized_arguments = { tiny = \"7 1\", small = \"8\" }\n";
  EXPECT_THAT(cells("sizes = [\"tiny\", \"small\"]\n" + matrix),
              testing::ElementsAre("count second tiny 7 1 v100 own default",
                                   "count second small 8 v100 own default"));
  refused("sizes = [\"paper\"]\n" + matrix,
          "sweep.toml:2: sized_arguments has none of size 'paper': add paper = \"...\"");
  refused("arguments = [\"1\"]\n" + matrix, "arguments stand in place of sizes");
  refused("workloads = \"count\"\nsized_arguments = { huge = \"1\" }\n",
          "there is no key 'huge' here");
}

TEST_F(Matrix, RunsProgramsOfTheUser) {
  folder_.write("k.ptx", "");
  folder_.write("mine", "", true);
  EXPECT_THAT(cells("[[program]]\nname = \"m\"\nprogram = \"mine\"\narguments = \"1 2\"\n"
                    "[[program]]\nprogram = \"k.ptx\"\noptions = \"--grid 4\"\n"
                    "[[matrix]]\nworkloads = \"twice\"\n[[matrix]]\nprograms = \"k\"\n"),
              testing::ElementsAre("twice small 256 gtx480 own default", "m 1 2 gtx480 own default",
                                   "k gtx480 own default"));
}

TEST_F(Matrix, MistakesAreSaidBeforeTheFirstRun) {
  const std::string count = "workloads = \"count\"\n";
  refused("workload = \"count\"\n",
          "sweep.toml:1:1: there is no key 'workload' here; did you mean");
  refused("workloads = \"cuont\"\n", "there is no workload 'cuont'; did you mean 'count'?");
  refused("paper = \"third\"\n", "there is no study 'third'");
  refused("paper = \"first\"\nworkloads = \"twice\"\n", "there is no workload 'twice' of first");
  refused("machines = \"gtx480\"\n", "sweep.toml:1: nothing to run: add workloads");
  refused(count + "sizes = [\"huge\"]\n", "sweep.toml:2:9: sizes: there is no 'huge'");
  refused(count + "machines = [\"gtx48\"]\n", "unknown machine 'gtx48'; did you mean 'gtx480'?");
  refused(count + "registers = \"published\"\n", "add paper = \"NAME\"");
  refused("paper = \"second\"\nregisters = \"published\"\n",
          "sweep.toml:1: second states no registers of these workloads");
  refused(count + "memory = \"much\"\n", "sweep.toml:2:10: memory takes a size");
  refused(count + "seconds = -1\n", "sweep.toml:2:11: seconds takes a whole number");
  refused(count + "threads = 0\n", "threads takes a number from 1");
  refused(count + "set = [\"warp_scheduler\"]\n", "expected key=value");
  refused(count + "set = [\"warp_schedule=gto\"]\n",
          "count small gtx480 default: --set: unknown key 'warp_schedule'");
  refused(count + "[[setting]]\nset = [\"warp_scheduler=gto\"]\n",
          "sweep.toml:2:1: name is missing: what results call these settings");
  refused(count + kAxes + "[[setting]]\nname = \"gto\"\n", "two [[setting]] are called 'gto'");
  refused(count + kAxes + "[[matrix]]\nsettings = [\"gt0\"]\n", "settings: there is no 'gt0'");
  refused("[[program]]\nprogram = \"missing\"\n", "sweep.toml:2:11: there is no file");
  folder_.write("mine", "", true);
  refused("[[program]]\nprogram = \"mine\"\noptions = \"--grid 4\"\n",
          "options are those of a kernel");
  refused("[[program]]\nprogram = \"mine\"\ninputs = [\"graph\"]\n", "there is no file");
  refused(count + "[[program]]\nname = \"count\"\nprogram = \"mine\"\n",
          "is the name of a workload");
  refused(count + "[[setting]]\nname = \"a+b\"\n",
          "sweep.toml:3:8: 'a+b': + joins the names of several axes");
  refused(count + "[[setting]]\nname = \"{}\"\nvalues = [\"a\", \"b+c\"]\n",
          "'b+c': + joins the names of several axes");
  refused(count + "[[setting]]\nname = \"a\\nb\"\n", "name: a name is one line of text");
  refused(count + "[[setting]]\nname = \"a\"\naxis = \"\\t\"\n", "axis: a name is one line");
  refused(count + "[[setting]]\nname = \"default\"\n[[matrix]]\n[[matrix]]\nsettings = []\n",
          "a [[setting]] is called 'default', as are the runs of a [[matrix]] without settings");
  folder_.write("sweep.toml", count + "machines = [\"gtx48\"]\n");
  const Finished listed = folder_.heddle({"sweep", "sweep.toml", "--list"});
  EXPECT_EQ(listed.exit_code, 1);
  EXPECT_THAT(listed.err, HasSubstr("unknown machine 'gtx48'; did you mean 'gtx480'?"));
  EXPECT_THAT(folder_.heddle({"sweep", "sweep.toml", "--csv", ""}).err,
              HasSubstr("--csv '': expected FILE"));
  EXPECT_THAT(folder_.heddle({"sweep"}).err, HasSubstr("no file: heddle sweep FILE.toml"));
  EXPECT_THAT(folder_.heddle({"sweep", "none.toml"}).err, HasSubstr("none.toml"));
}

TEST_F(Matrix, OptionsOfAKernelSayWhatRunsAndNothingElse) {
  folder_.write("k.ptx", "");
  const auto with = [](const std::string& options) {
    return "[[program]]\nprogram = \"k.ptx\"\noptions = " + options + "\n";
  };
  for (const char* option : {"--set", "--machine", "--out", "--help", "-h", "--threads", "--stats",
                             "--config", "--timing", "other.ptx"}) {
    refused(with(fmt::format("\"--grid 4 {} x\"", option)),
            fmt::format("sweep.toml:3:11: options: '{}' is none of a kernel's: they are --kernel, "
                        "--grid, --block, --shared, --arg, --dump-arg, --print-arg; a machine "
                        "stands in machines",
                        option)
                .c_str());
  }
  refused(with("\"--grid\""), "options: --grid");
  refused(with("\"--grid 4 --\""), "options: leave out --");
  EXPECT_THAT(cells(with("\"--kernel k --grid 4 --block 2,2 --shared 4KiB --arg u32:1 --arg s32:-1 "
                         "--dump-arg 0:f --print-arg 0:u32\"")),
              testing::ElementsAre("k gtx480 own default"));
}

}  // namespace
}  // namespace heddle::test
