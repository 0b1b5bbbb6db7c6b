// A file of results that somebody has changed: what it no longer holds is not taken for measured.
#include <filesystem>

#include <gmock/gmock.h>

#include "command_runner.hpp"
#include "kernel_text.hpp"
#include "query.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;

struct Alteration {
  const char* name;
  const char* sql;
  const char* what;  ///< the message says
};

constexpr Alteration kAlterations[] = {
    {"AllRowsGone", "DELETE FROM measured", "has not the rows of table measured"},
    {"ARowGone",
     "DELETE FROM measured WHERE result = 2 AND kernel = 0 AND quantity = (SELECT quantity FROM "
     "quantities WHERE name = 'cycles')",
     "has not the rows of table measured that result 2 had"},
    {"ARowMore", "INSERT INTO measured SELECT 1, 99, quantity, 7 FROM quantities LIMIT 1",
     "has not the rows of table measured that result 1 had"},
    {"TheKernelsGone", "DELETE FROM kernels WHERE result = 1",
     "has not the rows of table kernels that result 1 had"},
    {"TextForAValue", "UPDATE measured SET value = 'many' WHERE result = 1",
     "has a text where table measured has numbers"},
    {"TextForLaunches", "UPDATE results SET launches = 'some' WHERE result = 1",
     "has a text where table results has numbers"},
    {"BytesForRegisters", "UPDATE kernels SET registers = x'00ff'",
     "has a text where table kernels has numbers"},
    {"TheValuesDropped", "DROP VIEW run_speeds; DROP VIEW run_cycles; DROP TABLE measured",
     "lacks table measured"},
    {"TheNamesDropped", "DROP TABLE quantities", "lacks table quantities"},
    {"TheNameOfCyclesGone", "DELETE FROM quantities WHERE name = 'cycles'",
     "lacks the statistic 'cycles'"},
    {"CyclesRenamed", "UPDATE quantities SET name = 'cyclos' WHERE name = 'cycles'",
     "has the statistic 'cyclos' in place of 'cycles'"},
    {"InstructionsRenamed",
     "UPDATE quantities SET name = 'instructions' WHERE name = 'warp_instructions'",
     "has the statistic 'instructions' in place of 'warp_instructions'"},
    {"AStatisticWithoutValuesGone", "DELETE FROM quantities WHERE name = 'functional.blocks'",
     "lacks the statistic 'functional.blocks'"},
    {"AStatisticMore", "INSERT INTO quantities (name, unit, description) VALUES ('mine', '', '')",
     "has the statistic 'mine', which heddle has not written"},
    {"TwoNamesExchanged",
     "UPDATE quantities SET name = 'one' WHERE name = 'l1d.hits'; UPDATE quantities SET name = "
     "'l1d.hits' WHERE name = 'l1d.misses'; UPDATE quantities SET name = 'l1d.misses' WHERE name "
     "= 'one'",
     "in place of"},
    {"AnEarlierVersionsStatisticRenamed",
     "DELETE FROM about WHERE key = 'statistics'; UPDATE quantities SET name = 'instructions' "
     "WHERE name = 'warp_instructions'",
     "has the statistic 'instructions', which heddle does not write"},
    {"AColumnRenamed", "ALTER TABLE measured RENAME COLUMN value TO amount",
     "has other columns in table measured than result, kernel, quantity, value"},
    {"CyclesOfANameThatIsNotThere",
     "UPDATE measured SET quantity = 99999 WHERE result = 2 AND kernel = 0 AND quantity = (SELECT "
     "quantity FROM quantities WHERE name = 'cycles')",
     "has a row of table measured that belongs to no row of table quantities"},
    {"NegativeCycles",
     "UPDATE measured SET value = -5 WHERE result = 1 AND kernel = 0 AND quantity = (SELECT "
     "quantity FROM quantities WHERE name = 'cycles')",
     "has -5 in table measured, whose numbers are finite and from 0 on"},
    {"InfiniteCycles",
     "UPDATE measured SET value = 9e999 WHERE result = 1 AND kernel = 0 AND quantity = (SELECT "
     "quantity FROM quantities WHERE name = 'cycles')",
     "has Inf in table measured, whose numbers are finite and from 0 on"},
    {"CyclesThatNoCounterHolds",
     "UPDATE measured SET value = 1e30 WHERE result = 1 AND kernel = 0 AND quantity = (SELECT "
     "quantity FROM quantities WHERE name = 'cycles')",
     "has 1.0e+30 cycles of result 1"},
    {"ZeroCycles",
     "UPDATE measured SET value = 0 WHERE result = 2 AND kernel = 0 AND quantity = (SELECT "
     "quantity FROM quantities WHERE name = 'cycles')",
     "has 0 cycles of result 2"},
    {"NegativeLaunches", "UPDATE kernels SET launches = -1",
     "has -1 in table kernels, whose numbers are finite and from 0 on"},
    {"AValueChanged",
     "UPDATE measured SET value = 100 WHERE result = 1 AND kernel = 0 AND quantity = (SELECT "
     "quantity FROM quantities WHERE name = 'cycles')",
     "result 1 does not have the checksum with which it was stored"},
    {"AValueChangedALittle",
     "UPDATE measured SET value = value * (1 + 1e-15) WHERE result = 1 AND kernel = 0 AND typeof("
     "value) = 'real'",
     "result 1 does not have the checksum"},
    {"TheStatusChanged", "UPDATE results SET status = 'failed', exit_code = 1 WHERE result = 2",
     "result 2 does not have the checksum"},
    {"IdentitiesSwapped",
     "UPDATE results SET identity = 'x' WHERE result = 1; UPDATE results SET identity = (SELECT "
     "identity FROM cells WHERE run = 1) WHERE result = 2; UPDATE results SET identity = (SELECT "
     "identity FROM cells WHERE run = 2) WHERE result = 1",
     "does not have the checksum"},
    {"AResultDeleted",
     "DELETE FROM contents WHERE result = 1; DELETE FROM kernels WHERE result = 1; DELETE FROM "
     "measured WHERE result = 1; DELETE FROM results WHERE result = 1",
     "of which it has a checksum"},
    {"ConfigurationsChanged", "UPDATE configurations SET value = 'junk' WHERE configuration = 1",
     "its matrix (cells, choices, configured, parameter_keys, configurations) does not have"},
    {"ConfigurationsGone", "DELETE FROM configurations", "its matrix"},
    {"ChoicesGone", "DELETE FROM choices", "its matrix"},
    {"ACellGone",
     "DELETE FROM choices WHERE run = 1; DELETE FROM configured WHERE run = 1; DELETE FROM cells "
     "WHERE run = 1",
     "its matrix"},
    {"UnitsChanged", "UPDATE quantities SET unit = 'apples' WHERE name = 'cycles'",
     "its table quantities does not have the checksum"},
    {"AChecksumGone", "DELETE FROM checksums WHERE subject GLOB 'result *'", "without a checksum"},
    {"TheChecksumsGone", "DROP TABLE checksums", "lacks table checksums"},
    {"ATrigger", "CREATE TRIGGER mine AFTER INSERT ON cells BEGIN DELETE FROM measured; END",
     "has a trigger, mine, which would change results"},
    {"AColumnMore", "ALTER TABLE results ADD COLUMN mine", "has other columns in table results"},
};

class AlteredResults : public testing::TestWithParam<Alteration> {
 protected:
  void SetUp() override {
    folder_.write("scale.ptx", kScale);
    folder_.write("sweep.toml",
                  "[[program]]\nname = \"one\"\nprogram = \"scale.ptx\"\noptions = \"--kernel "
                  "scale --grid 4 --block 128 --arg buffer:4KiB --arg u32:7\"\n[[setting]]\nname "
                  "= \"plain\"\n[[setting]]\nname = \"slow\"\nset = [\"l1.hit_latency=60\"]\n");
    // One run at a time, so that result 1 is that of run 1.
    ASSERT_EQ(folder_.heddle({"sweep", "sweep.toml", "--jobs", "1"}).exit_code, 0);
  }
  Finished sweep() const { return folder_.heddle({"sweep", "sweep.toml"}); }
  Finished check() const { return folder_.heddle({"check", "sweep.sqlite"}); }
  Finished exported(const char* format) const {
    return folder_.heddle({"sweep", "--results", "sweep.sqlite", "--export", format});
  }

  Playground folder_;
};

TEST_P(AlteredResults, AreRefused) {
  query(
      folder_.path("sweep.sqlite"),
      std::string("PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON; ") + GetParam().sql);
  for (const Finished& finished : {check(), sweep(), exported("csv"), exported("json")}) {
    EXPECT_NE(finished.exit_code, 0) << finished.out;
    EXPECT_THAT(finished.err, HasSubstr(GetParam().what));
    EXPECT_THAT(finished.err, HasSubstr("sweep into another (--results)"));
  }
}

INSTANTIATE_TEST_SUITE_P(All, AlteredResults, testing::ValuesIn(kAlterations),
                         [](const auto& of) { return of.param.name; });

class UnalteredResults : public AlteredResults {};

/// Readers refuse it; a sweep makes all views anew.
TEST_F(UnalteredResults, AViewIsReplacedBySweepsAlone) {
  query(folder_.path("sweep.sqlite"),
        "DROP VIEW statistics; CREATE VIEW statistics AS SELECT 1 AS run, 'cycles' AS name, 7 AS "
        "value, 'cycles' AS unit");
  for (const Finished& finished : {check(), exported("json")}) {
    EXPECT_NE(finished.exit_code, 0);
    EXPECT_THAT(finished.err, HasSubstr("view statistics does not have the checksum"));
  }
  EXPECT_EQ(sweep().exit_code, 0) << sweep().err;
  EXPECT_EQ(check().exit_code, 0) << check().err;
}

/// A file of version 1 is read with a message, and gets checksums from a sweep.
TEST_F(UnalteredResults, OfAnEarlierVersionGetChecksums) {
  query(folder_.path("sweep.sqlite"), std::string("SELECT 1") + kForgetChecksums);
  EXPECT_THAT(check().err, HasSubstr("'sweep.sqlite' has version 1 of the format, without "
                                     "checksums: its values cannot be checked"));
  EXPECT_EQ(exported("csv").exit_code, 0);
  EXPECT_THAT(sweep().err, HasSubstr("its values were taken as they are and have checksums now"));
  EXPECT_EQ(check().err, "");
  query(folder_.path("sweep.sqlite"), "UPDATE kernels SET launches = launches + 1");
  EXPECT_THAT(check().err, HasSubstr("does not have the checksum"));
}

/// As it is, and of an earlier version, which has not counted the rows.
TEST_F(UnalteredResults, AreTaken) {
  EXPECT_EQ(check().exit_code, 0) << check().err;
  EXPECT_EQ(exported("csv").exit_code, 0) << exported("csv").err;
  EXPECT_EQ(sweep().exit_code, 0) << sweep().err;
  query(folder_.path("sweep.sqlite"),
        "DROP TABLE contents; DELETE FROM about WHERE key = 'statistics'");
  EXPECT_EQ(check().exit_code, 0) << check().err;
  EXPECT_EQ(sweep().exit_code, 0) << sweep().err;
}

}  // namespace
}  // namespace heddle::test
