// Tables of values in a sweep's file, and the runs that --filter chooses.
#include <fmt/core.h>
#include <gmock/gmock.h>

#include "query.hpp"
#include "small_suite.hpp"

namespace heddle::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kRows = R"(
workloads = "count"
sizes = "tiny"
[[setting]]
name = "{size}x{ways}"
columns = "size ways"
rows = ["16KiB 4", "48KiB 6"]
set = ["l1.bytes={size}", "l1.associativity={ways}", "l1.set_index=linear"]
[[setting]]
axis = "scheduler"
name = "{}"
values = "lrr gto"
set = ["warp_scheduler={}"]
)";

class Filter : public SmallSuite {
 protected:
  /// The labels of the column in `heddle sweep --list`, with these options.
  std::vector<std::string> settings(std::vector<std::string> options) const {
    options.insert(options.begin(), {"sweep", "sweep.toml", "--list"});
    const Finished finished = folder_.heddle(options);
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    std::vector<std::string> found;
    for (const char* name : {"16KiBx4+lrr", "16KiBx4+gto", "48KiBx6+lrr", "48KiBx6+gto"})
      if (finished.out.find(name) != std::string::npos) found.emplace_back(name);
    return found;
  }
  std::string refusal(const std::vector<std::string>& options) const {
    std::vector<std::string> words = {"sweep", "sweep.toml", "--list"};
    words.insert(words.end(), options.begin(), options.end());
    const Finished finished = folder_.heddle(words);
    EXPECT_EQ(finished.exit_code, 1);
    EXPECT_EQ(finished.out, "");
    return finished.err;
  }
};

TEST_F(Filter, RowsSetSeveralParametersTogether) {
  folder_.write("sweep.toml", kRows);
  const std::string listed = folder_.heddle({"sweep", "sweep.toml", "--list"}).out;
  EXPECT_THAT(listed, HasSubstr("l1.bytes=16KiB l1.associativity=4"));
  EXPECT_THAT(listed, HasSubstr("l1.bytes=48KiB l1.associativity=6"));
  EXPECT_THAT(listed, Not(HasSubstr("l1.bytes=16KiB l1.associativity=6")));
}

TEST_F(Filter, RowsThatDoNotFitAreRefused) {
  const auto said = [&](const std::string& setting) {
    folder_.write("sweep.toml", "workloads = \"count\"\n[[setting]]\n" + setting);
    return refusal({});
  };
  const std::string columns = "name = \"{a}-{b}\"\ncolumns = \"a b\"\n";
  EXPECT_THAT(said(columns + "rows = [\"1 2\", \"3\"]\n"),
              HasSubstr("rows: '3' has 1 values, and there are 2 columns"));
  EXPECT_THAT(said(columns), HasSubstr("columns and rows stand together, as in columns = "));
  EXPECT_THAT(said(columns + "rows = [\"1 2\"]\nvalues = \"3\"\n"), HasSubstr("not both"));
  EXPECT_THAT(said("name = \"{a}\"\ncolumns = \"a b\"\nrows = [\"1 2\"]\n"),
              HasSubstr("sweep.toml:3:8: name has no {b} where a value is put"));
  EXPECT_THAT(said("name = \"{a}\"\ncolumns = \"a a\"\nrows = [\"1 2\"]\n"),
              HasSubstr("two have the same name"));
}

TEST_F(Filter, ChoosesByColumnsAndAxes) {
  folder_.write("sweep.toml", kRows);
  EXPECT_THAT(settings({}),
              ElementsAre("16KiBx4+lrr", "16KiBx4+gto", "48KiBx6+lrr", "48KiBx6+gto"));
  EXPECT_THAT(settings({"--filter", "scheduler=gto"}), ElementsAre("16KiBx4+gto", "48KiBx6+gto"));
  // The axis `setting` has the name of the column with the joined names.
  EXPECT_THAT(settings({"--filter", "setting=48*"}), ElementsAre("48KiBx6+lrr", "48KiBx6+gto"));
  EXPECT_THAT(settings({"--filter", "setting=48*", "--filter", "scheduler=l*"}),
              ElementsAre("48KiBx6+lrr"));
  EXPECT_THAT(settings({"--filter", "setting=16KiBx4+lrr,48KiBx6+gto"}),
              ElementsAre("16KiBx4+lrr", "48KiBx6+gto"));
}

TEST_F(Filter, RefusesWhatChoosesNothing) {
  folder_.write("sweep.toml", kRows);
  EXPECT_THAT(refusal({"--filter", "gto"}), HasSubstr("--filter gto: expected COLUMN=PATTERN"));
  EXPECT_THAT(refusal({"--filter", "schedular=gto"}), HasSubstr("did you mean 'scheduler'?"));
  EXPECT_THAT(refusal({"--filter", "scheduler=gto,lr"}),
              HasSubstr("no scheduler is 'lr'; did you mean 'lrr'?"));
  EXPECT_THAT(refusal({"--filter", "setting=16KiBx4+lrr", "--filter", "scheduler=gto"}),
              HasSubstr("--filter: no run matches all filters"));
  folder_.heddle({"sweep", "sweep.toml"});
  EXPECT_THAT(folder_
                  .heddle({"sweep", "--results", "sweep.sqlite", "--export", "csv", "--filter",
                           "scheduler=gto"})
                  .err,
              HasSubstr("leave out --filter"));
}

TEST_F(Filter, MakesAndShowsOnlyWhatItChooses) {
  folder_.write("sweep.toml", kRows);
  const Finished some = folder_.heddle({"sweep", "sweep.toml", "--filter", "scheduler=gto"});
  EXPECT_EQ(some.exit_code, 0) << some.err;
  EXPECT_THAT(some.err, HasSubstr("4 runs: 2 ok, 2 pending; 2 of them now"));
  EXPECT_THAT(some.err, testing::ContainsRegex("\\[1/2\\] .*: ok, [0-9.]+ s; 1 to go, about "));
  EXPECT_THAT(some.out, HasSubstr("16KiBx4+gto"));
  EXPECT_THAT(some.out, Not(HasSubstr("16KiBx4+lrr ")));
  const Finished rest = folder_.heddle({"sweep", "sweep.toml"});
  EXPECT_THAT(rest.err, HasSubstr("4 runs: 4 ok; 2 of them now"));
}

/// Two sizes of a workload are two inputs. Both take equally long under both settings, so the
/// interval has no width.
TEST_F(Filter, TablesHaveTheSpeedUpsOfAWorkloadOverItsInputs) {
  const std::string head = "workloads = \"count\"\nset = [\"l2.hit_latency=100\"]\n";
  const std::string settings =
      "[[setting]]\nname = \"one\"\nset = [\"l1.mshr_merges=8\"]\n"
      "[[setting]]\nname = \"two\"\nset = [\"l1.mshr_merges=8\"]\n";
  folder_.write("sweep.toml", head + "sizes = \"tiny\"\n" + settings);
  EXPECT_THAT(folder_.heddle({"sweep", "sweep.toml"}).out, Not(HasSubstr("inputs")));
  folder_.write("sweep.toml", head + "sizes = [\"tiny\", \"small\"]\n" + settings);
  const std::string both = folder_.heddle({"sweep", "sweep.toml"}).out;
  EXPECT_THAT(both, HasSubstr("speed-up over one  workload"));
  EXPECT_THAT(both, testing::ContainsRegex("two +count +gtx480 +2 +1.0000 +1.0000 +1.0000 +1.0000 "
                                           "to 1.0000\n"));
}

}  // namespace
}  // namespace heddle::test
