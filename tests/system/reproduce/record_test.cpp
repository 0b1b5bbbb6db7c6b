// heddle reproduce --record: which rows of verdicts.csv a run writes, and which it leaves alone.
#include <cstdlib>
#include <filesystem>
#include <regex>

#include <gmock/gmock.h>

#include "small_experiment.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kHead =
    "id,size,registers,variant,options,measured,verdict,runs,reason,revision,date\n";

class Record : public SmallExperiment {
 protected:
  /// What the run says in the end, after it recorded.
  Finished record(std::vector<std::string> options) const {
    options.insert(options.begin(), {"--record", "--with-changes"});
    return reproduce(std::move(options));
  }
  /// verdicts.csv with REV for the revision of this build and DAY for a day.
  std::string recorded() const {
    const std::string named = std::regex_replace(
        get("verdicts.csv"),
        std::regex(",([0-9a-z.-]+(\\+changes)?|unknown),(\\d{4}-\\d\\d-\\d\\d)\n"), ",REV,DAY\n");
    return named;
  }
};

TEST_F(Record, AWholeStudyHasARowForEachClaim) {
  const Finished finished = record({});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("6 verdicts of size tiny are in "));
  EXPECT_EQ(recorded(), kHead + std::string("t.gain,tiny,own,,,1.25,reproduced,,,REV,DAY\n"
                                            "t.loss,tiny,own,,,1.2,contradicted,,,REV,DAY\n"
                                            "t.bound,tiny,own,,,1.05,reproduced,,,REV,DAY\n"
                                            "t.order,tiny,own,,,lrr < gto,contradicted,,,REV,DAY\n"
                                            "t.area,tiny,own,,,,not measurable,,silicon,REV,DAY\n"
                                            "t.launches,tiny,own,,,1,reproduced,,,REV,DAY\n"));
}

/// Of size tiny and no options, whatever its variant; a third is written with all its digits.
TEST_F(Record, ReplacesTheRowsOfItsSizeAndOptionsAlone) {
  put("measures.sql",
      "CREATE TEMP VIEW measured_claims AS SELECT 't.gain' AS id, 1 + 1.0 / 3 AS value, NULL AS "
      "holds;");
  put("verdicts.csv", kHead + std::string("t.gain,tiny,own,old,,1.1,same sign,,,aaa,2020-01-01\n"
                                          "t.gain,small,own,,,1.2,reproduced,,,bbb,2020-01-02\n"
                                          "t.loss,tiny,own,,--set a=b,0.9,reproduced,,,ccc,2020-"
                                          "01-03\n"));
  record({});
  EXPECT_THAT(get("verdicts.csv"),
              HasSubstr("\nt.gain,small,own,,,1.2,reproduced,,,bbb,2020-01-02\n"));
  EXPECT_THAT(get("verdicts.csv"),
              HasSubstr("\nt.loss,tiny,own,,--set a=b,0.9,reproduced,,,ccc,2020-01-03\n"));
  EXPECT_THAT(recorded(), HasSubstr("\nt.gain,tiny,own,,,1.3333333333333333,reproduced,,,"));
  EXPECT_THAT(recorded(), HasSubstr("\nt.loss,tiny,own,,,,missing,,,"));
  EXPECT_THAT(recorded(), Not(HasSubstr("old")));
}

TEST_F(Record, OptionsHaveRowsOfTheirOwnForWhatTheyMeasured) {
  record({});
  const std::string whole = get("verdicts.csv");
  record({"--settings", "gto", "--set", "control.quantum=1"});
  const std::string both = get("verdicts.csv");
  const std::string options = "--set control.quantum=1 --settings gto";
  std::size_t kept = 0;
  for (std::size_t from = 0, to = 0; from < whole.size(); from = to + 1) {
    to = whole.find('\n', from);
    kept += both.find(whole.substr(from, to + 1 - from)) != std::string::npos ? 1 : 0;
  }
  EXPECT_EQ(kept, 7u);  // the columns and the six claims
  EXPECT_THAT(both, HasSubstr("\nt.gain,tiny,own,," + options + ",1.25,reproduced,"));
  EXPECT_THAT(both, Not(HasSubstr("t.area,tiny,own,," + options)));
}

TEST_F(Record, SaysOfHowManyRunsAValueIs) {
  put("matrix.toml", kMatrix +
                         "[[matrix]]\nworkloads = [\"count\"]\narguments = [\"13\"]\n"
                         "machines = [\"gtx480\"]\n");
  EXPECT_EQ(record({}).exit_code, 1);
  EXPECT_THAT(recorded(), HasSubstr("\nt.gain,tiny,own,,,1.25,reproduced,2 of 4,,REV,DAY\n"));
}

/// Without git nobody knows what the source tree holds.
TEST_F(Record, RefusesBeforeTheFirstRunIfTheRevisionIsNotKnown) {
  const std::string path = std::getenv("PATH");
  setenv("PATH", folder_.path("tmp").c_str(), 1);
  const Finished finished = reproduce({"--record"});
  setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.err, HasSubstr("--with-changes"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path("out")));
  EXPECT_FALSE(std::filesystem::exists(folder_.path("experiments/t/verdicts.csv")));
}

TEST_F(Record, GoesWithWhatRuns) {
  EXPECT_THAT(reproduce({"--record", "--no-run"}).err, HasSubstr("--no-run"));
  EXPECT_THAT(reproduce({"--with-changes"}).err, HasSubstr("--record"));
}

}  // namespace
}  // namespace heddle::test
