// The runs of a chip's rows: workloads that stand for programs, and programs from a folder.
#include "study/claims/chip_runs.hpp"

#include <gmock/gmock.h>

#include "chip_folder.hpp"

namespace heddle::study {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ChipRuns : public ChipFolder {
 protected:
  SweepFile runs_of(const Experiment& experiment, const std::string& size) const {
    SweepFile sweep;
    sweep.file = folder_ / "t/matrix.toml";
    sweep.matrices.emplace_back();  // the file has nothing to run
    add_chip_runs(experiment, size, sweep);
    return sweep;
  }
};

TEST_F(ChipRuns, WorkloadsRunAtTheClockOfTheChip) {
  const SweepFile sweep = runs_of(read(), "tiny");
  ASSERT_EQ(sweep.groups.size(), 1u);
  EXPECT_EQ(sweep.groups[0].name, "A card");
  EXPECT_THAT(sweep.groups[0].assignments, ElementsAre("device.core_clock_mhz=1000"));
  ASSERT_EQ(sweep.matrices.size(), 1u);  // row 'two' has no workload
  EXPECT_THAT(sweep.matrices[0].workloads, ElementsAre("bfs"));
  EXPECT_THAT(sweep.matrices[0].sizes, ElementsAre("tiny"));
  EXPECT_EQ(sweep.matrices[0].sized_arguments.at("tiny"), "8 4");
  EXPECT_THAT(sweep.matrices[0].machines, ElementsAre("v100"));
  EXPECT_THAT(sweep.matrices[0].settings, ElementsAre("A card"));
}

TEST_F(ChipRuns, ProgramsRunInTheirFolderWithTheArgumentsOfTheRow) {
  write_program("first");
  const Experiment experiment = with_programs(read(), folder_);
  EXPECT_THAT(missing_programs(experiment), ElementsAre("second"));
  const SweepFile sweep = runs_of(experiment, "small");
  ASSERT_EQ(sweep.programs.size(), 1u);
  EXPECT_EQ(sweep.programs[0].name, "card.one");
  EXPECT_EQ(sweep.programs[0].file, std::filesystem::canonical(folder_) / "first");
  EXPECT_EQ(sweep.programs[0].folder, std::filesystem::canonical(folder_));
  EXPECT_TRUE(sweep.programs[0].any_exit_code);
  EXPECT_THAT(sweep.programs[0].arguments, ElementsAre("-n", "4"));
  ASSERT_EQ(sweep.matrices.size(), 1u);
  EXPECT_THAT(sweep.matrices[0].programs, ElementsAre("card.one"));
  EXPECT_THAT(sweep.matrices[0].workloads, IsEmpty());
}

/// Claims of claims.csv are of heddle's own workloads.
TEST_F(ChipRuns, WithProgramsTheRowsAloneAreJudged) {
  write_program("second");
  write("t/claims.csv",
        "id,headline,system,baseline,metric,scope,value,unit,kind,comparison,where\n"
        "rate,false,a,-,b,c,1,x,measurement,=,d\n");
  const Experiment experiment = with_programs(read(), folder_);
  ASSERT_EQ(experiment.claims.size(), 3u);
  for (const Claim& claim : experiment.claims) EXPECT_EQ(experiment.reason(claim), nullptr);
}

TEST_F(ChipRuns, FoldersThatDoNotServeAreRefused) {
  EXPECT_THAT(refusal([&] { with_programs(read(), folder_ / "nowhere"); }),
              HasSubstr("--programs: there is no folder"));
  EXPECT_THAT(refusal([&] { with_programs(read(), folder_); }),
              HasSubstr("has none of the experiment's programs, such as 'first'"));
  write("first", "no program");
  EXPECT_THAT(refusal([&] { with_programs(read(), folder_); }),
              HasSubstr("first' is no executable program; build it with heddle cc"));
  Experiment other = read();
  other.chips.clear();
  EXPECT_THAT(refusal([&] { with_programs(other, folder_); }),
              HasSubstr("--programs: experiment 't' has no rows of a chip"));
}

}  // namespace
}  // namespace heddle::study
