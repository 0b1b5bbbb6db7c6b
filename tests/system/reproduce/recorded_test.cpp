// What heddle reproduce answers from recorded verdicts: the scoreboard, the pages, and what it
// refuses in verdicts.csv. The rows are written by hand, so every count is known.
#include <filesystem>

#include <gmock/gmock.h>

#include "small_experiment.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kRows =
    "id,size,registers,variant,options,measured,verdict,runs,reason,revision,date\n"
    "t.gain,small,own,32 MSHRs,,1.05,same sign,,,aaaaaaa,2020-01-01\n"
    "t.gain,paper,own,32 MSHRs,,1.2512345,reproduced,,,bbbbbbb,2020-01-02\n"
    "t.gain,paper,own,16 MSHRs,,0.9,contradicted,,,bbbbbbb,2020-01-02\n"
    "t.gain,paper,own,32 MSHRs,--set x=1,1.31,reproduced,,,ddddddd,2020-01-04\n"
    "t.loss,paper,own,32 MSHRs,,1.2,contradicted,3 of 4,,bbbbbbb,2020-01-02\n"
    "t.bound,paper,own,32 MSHRs,,1.05,reproduced,,,ccccccc,2020-01-03\n"
    "t.order,paper,own,32 MSHRs,,lrr < gto,contradicted,,,bbbbbbb,2020-01-02\n"
    "t.area,paper,own,32 MSHRs,,,not measurable,,silicon,bbbbbbb,2020-01-02\n";

class Recorded : public SmallExperiment {
 protected:
  Recorded() { put("verdicts.csv", kRows); }

  std::string refusal(const std::string& row) const {
    const std::string rows = kRows;
    put("verdicts.csv", rows.substr(0, rows.find('\n') + 1) + row + "\n");
    const Finished finished = folder_.heddle({"reproduce"});
    EXPECT_EQ(finished.exit_code, 1);
    EXPECT_EQ(finished.out, "");
    return finished.err;
  }
};

/// Size paper, its first variant: t.launches has no row.
TEST_F(Recorded, TheLargestSizeDecidesTheScore) {
  const Finished finished = folder_.heddle({"reproduce", "--scoreboard", "--markdown"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_THAT(
      finished.out,
      HasSubstr(
          "| study | headline claims | median effect | all claims | reproduced | "
          "near | same sign | contradicted | given | not measurable | missing | size | registers | "
          "revision |\n"));
  const std::string counts =
      " | 2: 1 reproduced, 1 contradicted | 0.84 of 1 | 6 | 2 | 0 | 0 | 2 | 0 | 1 | 1 | ";
  EXPECT_THAT(finished.out, HasSubstr("| [A <test> of two](reports/reproduction/t.md)" + counts +
                                      "paper | own | bbbbbbb |\n"));
  EXPECT_THAT(finished.out, HasSubstr("| all studies" + counts + " |  |  |\n"));
}

TEST_F(Recorded, ExpectationsOfOursDoNotCountAsClaimsOfStudies) {
  put("experiment.toml", "claims = \"expectations\"\n" + kExperiment);
  const std::string out = folder_.heddle({"reproduce", "--markdown"}).out;
  EXPECT_THAT(
      out,
      HasSubstr("| all studies | 0 | - | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 |  |  |  |\n| [A <test> of "
                "two](reports/reproduction/t.md) (expectations) | 2: "));
}

TEST_F(Recorded, WhatNeverRanIsMissing) {
  std::filesystem::remove(folder_.path("experiments/t/verdicts.csv"));
  const std::string out = folder_.heddle({"reproduce", "--markdown"}).out;
  EXPECT_THAT(out,
              HasSubstr(" | 2: 2 missing | - | 6 | 0 | 0 | 0 | 0 | 0 | 0 | 6 | - | - | - |\n"));
}

TEST_F(Recorded, ThePageHasCountsHeadlinesClaimsAndNotes) {
  put("notes.md", "**Why.** See [energy](../../docs/energy.md#model) and [it](https://x.org/a).\n");
  folder_.shell("mkdir -p reports/reproduction other");
  ASSERT_EQ(folder_.heddle({"reproduce", "t", "--report", "reports/reproduction/t.md"}).exit_code,
            0);
  const std::string page = folder_.read("reports/reproduction/t.md");
  EXPECT_TRUE(page.starts_with("# A <test> of two\n"));
  EXPECT_THAT(page, HasSubstr("[verdicts.csv](../../experiments/t/verdicts.csv)"));
  EXPECT_THAT(page, HasSubstr("- Size paper, 32 MSHRs: 6 claims, 2 reproduced, 2 contradicted, 1 "
                              "not measurable, 1 missing.\n  `heddle reproduce t --size paper`, "
                              "heddle bbbbbbb, 2020-01-02; 1 claim: ccccccc, 2020-01-03\n"));
  EXPECT_THAT(page, HasSubstr("- Size paper, 16 MSHRs: 1 claim, 1 contradicted.\n"));
  EXPECT_THAT(page, HasSubstr("`heddle reproduce t --size paper --set x=1`, heddle ddddddd"));
  EXPECT_THAT(page, HasSubstr("| t.gain | gto over lrr: speed-up, all | 1.3 x | 1.251 | 0.84 | "
                              "reproduced |\n"));
  EXPECT_THAT(page, HasSubstr("| 1.2 | -2.00 | contradicted (from 3 of 4 runs) |"));
  EXPECT_THAT(page, HasSubstr("not measurable: silicon"));
  const auto place = [&](const char* text) { return page.find(text); };
  EXPECT_LT(place("- Size paper, 16"), place("- Size small"));
  EXPECT_LT(place("## Headline claims"), place("## All claims"));
  EXPECT_LT(place("## All claims"), place("## Notes\n\n**Why.**"));
  EXPECT_THAT(page, HasSubstr("(../../docs/energy.md#model) and [it](https://x.org/a)"));

  ASSERT_EQ(folder_.heddle({"reproduce", "t", "--report", "other/t.md"}).exit_code, 0);
  EXPECT_THAT(folder_.read("other/t.md"), HasSubstr("(../docs/energy.md#model)"));
  EXPECT_THAT(folder_.read("other/t.md"), HasSubstr("(../experiments/t/claims.csv)"));
}

TEST_F(Recorded, AllPagesAreWrittenAtOnce) {
  ASSERT_EQ(folder_.heddle({"reproduce", "--reports", "pages"}).exit_code, 0);
  EXPECT_THAT(folder_.read("pages/t.md"), HasSubstr("## All claims"));
  EXPECT_THAT(folder_.read("pages/README.md"), HasSubstr("| [A <test> of two](t.md) | 2: "));
}

/// t.loss is contradicted as well, and no headline.
TEST_F(Recorded, ContradictedHeadlinesStandWithTheirCauses) {
  const std::vector<std::string> command = {"reproduce", "--contradicted", "--markdown"};
  const std::string head =
      "| study | headline claim | study's value | measured | why |\n| --- | --- | --- | --- | --- "
      "|\n"
      "| [A <test> of two](reports/reproduction/t.md) | gto over lrr: cycles, all | gto < lrr | "
      "lrr "
      "< gto | ";
  EXPECT_EQ(folder_.heddle(command).out, head + "- |\n");
  put("experiment.toml",
      kExperiment + "[contradicted.\"t.order\"]\nreason = \"two warps are too few\"\n");
  EXPECT_EQ(folder_.heddle(command).out, head + "two warps are too few |\n");
  ASSERT_EQ(folder_.heddle({"reproduce", "t", "--report", "t.md"}).exit_code, 0);
  EXPECT_THAT(folder_.read("t.md"),
              HasSubstr("- `t.order` is contradicted: two warps are too few.\n"));
  put("experiment.toml", kExperiment + "[contradicted.\"t.loss\"]\nreason = \"none\"\n");
  EXPECT_THAT(folder_.heddle(command).err,
              HasSubstr("there is no headline claim 't.loss' in claims.csv"));
}

TEST_F(Recorded, SaysWhatIsWrongInVerdicts) {
  EXPECT_THAT(refusal("t.new,tiny,own,,,1,reproduced,,,a,2020-01-01"),
              HasSubstr("verdicts.csv: row 2: 't.new' is no claim of claims.csv"));
  EXPECT_THAT(refusal("t.gain,huge,own,,,1,reproduced,,,a,2020-01-01"),
              HasSubstr("row 2: size is one of tiny, small, paper, not 'huge'"));
  EXPECT_THAT(refusal("t.gain,tiny,both,,,1,reproduced,,,a,2020-01-01"),
              HasSubstr("row 2: registers is own or published, not 'both'"));
  EXPECT_THAT(
      refusal("t.gain,tiny,own,,,many,reproduced,,,a,2020-01-01"),
      HasSubstr("row 2: 'many' was measured, which is no finite number; type one, as 1.25"));
  EXPECT_THAT(refusal("t.gain,tiny,own,,,1,right,,,a,2020-01-01"),
              HasSubstr("row 2: there is no verdict 'right'"));
  EXPECT_THAT(refusal("t.gain,tiny,own,,,1,missing,,,a,2020-01-01"),
              HasSubstr("row 2: '1' was measured, and the verdict is missing"));
  EXPECT_THAT(refusal("t.gain,tiny,own,,,1,reproduced,most,,a,2020-01-01"),
              HasSubstr("row 2: runs are as '5 of 6'"));
  for (const std::string measured : {"nan", "inf", "-inf"})
    EXPECT_THAT(refusal("t.gain,tiny,own,,," + measured + ",reproduced,,,a,2020-01-01"),
                HasSubstr("row 2: '" + measured + "' was measured, which is no finite number"));
  for (const std::string runs : {"-1 of 6", "2.5 of 6", "7 of 6", "nan of 6"})
    EXPECT_THAT(refusal("t.gain,tiny,own,,,1,reproduced," + runs + ",,a,2020-01-01"),
                HasSubstr("row 2: runs are as '5 of 6'"));
  for (const std::string date : {"yesterday", "", "2020-13-01", "2020-02-30", "2020-1-011"})
    EXPECT_THAT(refusal("t.gain,tiny,own,,,1,reproduced,,,a," + date),
                HasSubstr("row 2: date is a day, as 2026-01-31, not '" + date + "'"));
  const std::string row = "t.gain,tiny,own,,,1.3,reproduced,,,a,2020-01-01";
  EXPECT_THAT(refusal(row + "\n" + row), HasSubstr("row 3: a second verdict of 't.gain'"));
  put("verdicts.csv", "id,verdict\n");
  EXPECT_THAT(folder_.heddle({"reproduce"}).err, HasSubstr("verdicts.csv:1: the columns are"));
}

TEST_F(Recorded, AVerdictThatDoesNotFollowIsRefusedAndJudgedAgain) {
  const std::string row = "t.gain,tiny,own,,,1,";
  EXPECT_THAT(refusal(row + "reproduced,,,a,2020-01-01"),
              HasSubstr("row 2: the verdict of 't.gain' is 'reproduced', and by the rules "
                        "'contradicted'; 'heddle reproduce t --rejudge'"));
  EXPECT_EQ(folder_.heddle({"reproduce", "t", "--rejudge"}).out, "t: 1 verdict changed\n");
  EXPECT_THAT(folder_.read("experiments/t/verdicts.csv"),
              HasSubstr("\n" + row + "contradicted,,,a,2020-01-01\n"));
  EXPECT_EQ(folder_.heddle({"reproduce", "--rejudge"}).out, "t: 0 verdicts changed\n");
  EXPECT_EQ(folder_.heddle({"reproduce"}).exit_code, 0);
  EXPECT_THAT(folder_.heddle({"reproduce", "t", "--rejudge", "--size", "tiny"}).err,
              HasSubstr("leave out --size"));
}

TEST_F(Recorded, AGivenClaimCountsForNothing) {
  put("experiment.toml", kExperiment + "[given.\"t.gain\"]\nreason = \"an argument\"\n");
  ASSERT_EQ(folder_.heddle({"reproduce", "--rejudge"}).exit_code, 0);
  EXPECT_THAT(folder_.heddle({"reproduce", "--markdown"}).out,
              HasSubstr(" | 2: 1 contradicted, 1 given | - | 6 | 1 | 0 | 0 | 2 | 1 | 1 | 1 | "));
  ASSERT_EQ(folder_.heddle({"reproduce", "t", "--report", "t.md"}).exit_code, 0);
  EXPECT_THAT(folder_.read("t.md"), HasSubstr("| 1.3 x | 1.251 | - | given: an argument |"));
  put("experiment.toml", kExperiment + "[given.\"t.none\"]\nreason = \"an argument\"\n");
  EXPECT_THAT(folder_.heddle({"reproduce"}).err, HasSubstr("there is no claim 't.none'"));
}

/// The registers of the table that decides are named, with the reason and what the others give.
TEST_F(Recorded, OfTwoRegistersTheDecidingOnesAreStated) {
  put("verdicts.csv",
      std::string(kRows) +
          "t.gain,paper,published,32 MSHRs,,0.9,contradicted,,,bbbbbbb,2020-01-02\n");
  EXPECT_THAT(folder_.heddle({"reproduce"}).err,
              HasSubstr("experiment.toml: the verdicts of size paper are of own and of published "
                        "registers; say which decide: [deciding] with registers = \"own\""));
  put("experiment.toml",
      kExperiment + "[deciding]\nregisters = \"own\"\nreason = \"no table has them\"\n");
  ASSERT_EQ(folder_.heddle({"reproduce", "t", "--report", "t.md"}).exit_code, 0);
  EXPECT_THAT(
      folder_.read("t.md"),
      HasSubstr("\nThe first table decides. Its registers are those of heddle's compiler: no "
                "table has them. Headline claims by these: 1 reproduced, 1 contradicted; by "
                "those of the study, as far as measured: 1 contradicted.\n"));
  put("experiment.toml", kExperiment + "[deciding]\nregisters = \"published\"\nreason = \"x\"\n");
  EXPECT_THAT(
      folder_.heddle({"reproduce"}).err,
      HasSubstr("[deciding] has registers \"published\", but the table with all claims is of "
                "\"own\""));
  put("experiment.toml", kExperiment + "[deciding]\nregisters = \"mine\"\nreason = \"x\"\n");
  EXPECT_THAT(folder_.heddle({"reproduce"}).err, HasSubstr("registers is own or published"));
}

TEST_F(Recorded, RefusesOptionsThatDoNotGoTogether) {
  const auto refused = [&](const std::vector<std::string>& words) {
    const Finished finished = folder_.heddle(words);
    EXPECT_EQ(finished.exit_code, 1);
    return finished.err;
  };
  EXPECT_THAT(refused({"reproduce", "--record"}), HasSubstr("heddle reproduce NAME --record"));
  EXPECT_THAT(refused({"reproduce", "t", "--markdown"}), HasSubstr("leave out 't'"));
  EXPECT_THAT(refused({"reproduce", "t", "--report", "t.md", "--size", "tiny"}),
              HasSubstr("leave out --size"));
  EXPECT_THAT(refused({"reproduce", "t", "--report", "none/t.md"}),
              HasSubstr("No such file or directory; make its folder first"));
  EXPECT_THAT(refused({"reproduce", "--reports", "pages", "--markdown"}), HasSubstr("excludes"));
  EXPECT_THAT(refused({"reproduce", "t", "--scoreboard"}), HasSubstr("leave out 't'"));
  EXPECT_THAT(refused({"reproduce", "--reports", "experiments/t/claims.csv"}),
              HasSubstr("this is a file; name a folder"));
}

}  // namespace
}  // namespace heddle::test
