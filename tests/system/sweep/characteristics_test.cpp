// The document of what kernels are like, beside the studies' tables.
#include <gmock/gmock.h>

#include "query.hpp"
#include "small_suite.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class Characteristics : public SmallSuite {
 protected:
  void SetUp() override {
    folder_.write("sweep.toml", R"(
[[setting]]
name = "baseline"
[[matrix]]
paper = "first"
arguments = ["640"]
[[matrix]]
paper = "second"
sizes = ["tiny"]
)");
    const Finished finished = folder_.heddle({"sweep", "sweep.toml"});
    ASSERT_EQ(finished.exit_code, 0) << finished.err;
  }
  std::string document(std::vector<std::string> options = {}) const {
    options.insert(options.begin(), {"workloads", "--characteristics", "sweep.sqlite"});
    const Finished finished = folder_.heddle(options);
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    return finished.out;
  }
};

TEST_F(Characteristics, GridsAreThoseOfAllLaunches) {
  EXPECT_THAT(document(),
              testing::ContainsRegex(
                  "CNT_1 [|] count [|] count [|] [a-z (),]+ [|] 1 to 10 [(]16[)] [|] 64 "));
  EXPECT_THAT(document(), HasSubstr("| blocks of grids |"));
  EXPECT_THAT(folder_.heddle({"workloads", "count", "--results", "sweep.sqlite"}).out,
              testing::ContainsRegex("baseline +measured +underutilized +[a-z, ]+ +1 to 10 +64 "));
  EXPECT_EQ(query(folder_.path("sweep.sqlite"),
                  "SELECT name, value FROM kernel_statistics WHERE run = 1 AND name LIKE 'grid.%' "
                  "ORDER BY name"),
            (Rows{{"grid.greatest_blocks", "10"}, {"grid.least_blocks", "1"}}));
}

TEST_F(Characteristics, AClassThatIsNotTheStudysIsMarkedAndExplained) {
  EXPECT_THAT(document(), HasSubstr("| CNT_1 | count | count | DRAM | underutilized ≠ |"));
  EXPECT_THAT(document(), HasSubstr("\n\n- CNT_1: A few values fill no DRAM.\n"));
  EXPECT_THAT(document(),
              HasSubstr("| Count | count | count | compute and underutilized | underutilized |"));
}

TEST_F(Characteristics, AreThoseOfTheStudyAndTheWorkloadsThatWereAskedFor) {
  EXPECT_THAT(document({"--paper", "second"}),
              testing::AllOf(HasSubstr("\n## second"), Not(HasSubstr("\n## first"))));
  EXPECT_THAT(document({"count"}),
              testing::AllOf(HasSubstr("\n## second"), HasSubstr("\n## first")));
  EXPECT_THAT(document({"twice"}), Not(HasSubstr("\n## ")));
}

}  // namespace
}  // namespace heddle::test
