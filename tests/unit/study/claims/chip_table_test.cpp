// Tables of what was measured on a chip: their claims, and what is refused.
#include "study/claims/chip_table.hpp"

#include <gmock/gmock.h>

#include "chip_folder.hpp"
#include "heddle/base/text/names_of.hpp"

namespace heddle::study {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class ChipTables : public ChipFolder {
 protected:
  std::string refusal_of_rows(const std::string& rows) const {
    write("t/chip.csv", rows);
    return refusal([&] { read(); });
  }
  std::string refusal_of_stand_ins(const std::string& rows) const {
    write("t/stand_ins.csv", "name,workload,kernel,arguments,tiny\n" + rows);
    return refusal([&] { read(); });
  }
};

TEST_F(ChipTables, EachValueOfTheChipIsAClaim) {
  const Experiment experiment = read();
  EXPECT_EQ(experiment.claim_source, ClaimSource::chip);
  std::vector<std::string> ids;
  for (const Claim& claim : experiment.claims) ids.push_back(claim.id);
  EXPECT_THAT(ids, ElementsAre("card.one.cycles", "card.one.reads", "card.two.cycles"));
  const Claim& claim = experiment.claims.front();
  EXPECT_EQ(claim.kind, ClaimKind::measurement);
  EXPECT_EQ(claim.value, 100);
  EXPECT_EQ(claim.words(), "one: cycles, A card");
  EXPECT_EQ(claim.paper_text(), "100 cycles");
  EXPECT_EQ(claim.others.at("Other"), 110);
  EXPECT_TRUE(experiment.claims.back().others.empty());
  EXPECT_EQ(experiment.chips.front().source, "Measured by somebody.");
}

TEST_F(ChipTables, ARowWithoutAWorkloadIsNotMeasurable) {
  const Experiment experiment = read();
  EXPECT_EQ(experiment.reason(experiment.claims[0]), nullptr);
  ASSERT_NE(experiment.reason(experiment.claims[2]), nullptr);
  EXPECT_EQ(*experiment.reason(experiment.claims[2]), kNoStandIn);
}

TEST_F(ChipTables, StandInsHaveArgumentsBySize) {
  const ChipRow row = read().chips.front().rows.front();
  ASSERT_TRUE(row.stand_in);
  EXPECT_EQ(row.stand_in->program, "bfs");
  EXPECT_EQ(row.stand_in->kernel, "visit");
  EXPECT_EQ(row.stand_in->arguments.at("tiny"), "8 4");
  EXPECT_EQ(row.stand_in->arguments.at("small"), "64 4");
  EXPECT_EQ(row.stand_in->arguments.at("paper"), "64 4");
}

TEST_F(ChipTables, DamagedTablesAreRefusedWithTheirPlace) {
  const std::string head = "# By x.\nname,program,arguments,kernel,cycles [cycles]\n";
  EXPECT_THAT(refusal_of_rows(head + "one,first,,work,many\n"),
              HasSubstr("chip.csv:3: cycles is 'many'; write a number of at least 0"));
  EXPECT_THAT(refusal_of_rows(head + "one,first,,work,-1\n"),
              HasSubstr("chip.csv:3: cycles is '-1'"));
  EXPECT_THAT(refusal_of_rows(head + "one,first,,work\n"),
              HasSubstr("chip.csv:3:1: 4 fields, where there are 5 columns"));
  EXPECT_THAT(refusal_of_rows(head + "one,,,work,1\n"),
              HasSubstr("chip.csv:3: the row has no program"));
  EXPECT_THAT(refusal_of_rows(head + "one,a,,b,1\none,a,,b,1\n"),
              HasSubstr("chip.csv:4: a second row 'one'; rename one"));
  EXPECT_THAT(refusal_of_rows(head), HasSubstr("chip.csv: the table has no row"));
  EXPECT_THAT(refusal_of_rows("# By x.\nname,kernel,cycles [cycles]\n"),
              HasSubstr("the first columns are to be name,program,arguments,kernel"));
  EXPECT_THAT(refusal_of_rows("# By x.\nname,program,arguments,kernel,cycles\na,b,c,d,1\n"),
              HasSubstr("'cycles' is no counter with its unit"));
  EXPECT_THAT(refusal_of_rows("name,program,arguments,kernel,cycles [cycles]\na,b,c,d,1\n"),
              HasSubstr("the file does not name its source"));
}

TEST_F(ChipTables, StandInsThatFitNoRowAreRefused) {
  EXPECT_THAT(refusal_of_stand_ins("three,bfs,visit,64 4,8 4\n"),
              HasSubstr("stand_ins.csv:2: chip.csv has no row 'three'"));
  EXPECT_THAT(refusal_of_stand_ins("one,bfs,visit,64 4,8 4\none,nw,align,64,8\n"),
              HasSubstr("stand_ins.csv:3: a second workload stands for 'one'"));
}

TEST_F(ChipTables, TwoChipsNeedTwoNames) {
  const std::string text = kExperiment;
  write("t/experiment.toml", text + text.substr(text.find("[[measurements]]")));
  EXPECT_THAT(refusal([&] { read(); }), HasSubstr("two [[measurements]] are called 'card'"));
}

TEST_F(ChipTables, AMissingFileIsNamed) {
  std::filesystem::remove(folder_ / "t/chip.csv");
  EXPECT_THAT(refusal([&] { read(); }), HasSubstr("chip.csv"));
}

}  // namespace
}  // namespace heddle::study
