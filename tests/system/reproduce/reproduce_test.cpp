// heddle reproduce on a small experiment: reports, verdicts, what is refused.
#include <filesystem>
#include <map>

#include <gmock/gmock.h>

#include "query.hpp"
#include "report_page.hpp"
#include "small_experiment.hpp"
#include "study/results/database.hpp"

namespace heddle::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class Reproduce : public SmallExperiment {};

TEST_F(Reproduce, SetsEachClaimBesideWhatWasMeasured) {
  const Finished finished = reproduce({"--json", "claims.json", "--all"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("6 claims: 3 reproduced, 2 contradicted, 1 not measurable"));
  const json claims = folder_.json("claims.json");
  ASSERT_EQ(claims["claims"].size(), 6u);
  const auto is = [&](std::size_t i, const char* id, const char* verdict) {
    EXPECT_EQ(claims["claims"][i]["id"], id);
    EXPECT_EQ(claims["claims"][i]["verdict"], verdict);
  };
  is(0, "t.gain", "reproduced");
  is(1, "t.loss", "contradicted");
  is(2, "t.bound", "reproduced");
  is(3, "t.order", "contradicted");
  is(4, "t.area", "not measurable");
  is(5, "t.launches", "reproduced");
  EXPECT_EQ(claims["claims"][0]["paper"], 1.3);
  EXPECT_EQ(claims["claims"][0]["measured"], 1.25);
  EXPECT_EQ(claims["claims"][3]["measured"], "lrr < gto");
  EXPECT_FALSE(std::filesystem::exists(folder_.path("experiments/t/verdicts.csv")));
}

TEST_F(Reproduce, ThePageNeedsNothingElse) {
  ASSERT_EQ(reproduce({}).exit_code, 0);
  EXPECT_THAT(folder_.read("out/speed.svg"), HasSubstr("<svg"));
  const std::string page = folder_.read("out/report.html");
  EXPECT_THAT(page, HasSubstr("<title>A &lt;test> of two"));
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_THAT(page, Not(HasSubstr("src=")));
  EXPECT_THAT(page, Not(HasSubstr("href=\"http")));
  const Finished other = folder_.heddle({"report", "out", "-o", "other.html"});
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_THAT(other.err, HasSubstr("'out' holds a reproduction, and out/report.html is its page"));
  const Finished sweep = folder_.heddle({"report", "out/results.sqlite", "-o", "sweep.html"});
  EXPECT_EQ(sweep.exit_code, 0) << sweep.err;
}

/// Claims, verdicts and figures of the page are those of claims.json.
TEST_F(Reproduce, ThePageHasClaimsAndFigures) {
  ASSERT_EQ(reproduce({}).exit_code, 0);
  const json page = data_of_page(folder_.read("out/report.html"));
  EXPECT_EQ(page.at("kind"), "reproduction");
  const json shown = page.at("groups").at(0).at("claims"), claims = folder_.json("out/claims.json");
  ASSERT_EQ(shown.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(shown.at(i).at("id"), claims.at("claims").at(i).at("id"));
    EXPECT_EQ(shown.at(i).at("verdict"), claims.at("claims").at(i).at("verdict"));
  }
  EXPECT_EQ(shown.at(0).at("study"), "1.3 x");
  EXPECT_EQ(shown.at(0).at("measured"), "1.25");
  EXPECT_EQ(shown.at(4).at("reason"), "silicon");
  const json figure = page.at("figures").at(0);
  EXPECT_EQ(figure.at("level"), 1);
  for (const json& point : figure.at("points")) EXPECT_EQ(point.at(3), 1.5);  // the study's
  const std::string svg = folder_.read("out/speed.svg");
  EXPECT_THAT(svg, HasSubstr("the study"));
  EXPECT_THAT(svg, HasSubstr("class=\"level\""));
}

TEST_F(Reproduce, ThePageFiltersClaimsByVerdict) {
  if (!has_browser()) GTEST_SKIP() << "no chromium is installed";
  ASSERT_EQ(reproduce({}).exit_code, 0);
  folder_.shell("cp out/report.html page.html");
  const Finished page = drawn_after(folder_, "page.html", R"(
const ids = () => [...document.querySelectorAll("#claims tbody tr")].map((row) => row.querySelector("th").firstChild.textContent);
const box = (text) => [...document.querySelectorAll("#claims label")].find((one) => one.textContent.startsWith(text)).querySelector("input");
const says = { all: ids().length };
box("reproduced").click();
box("not measurable").click();
says.contradicted = ids();
box("headline").click();
says.headlines = ids();
says.figures = document.querySelectorAll("figure .wide > svg").length;
says.marks = document.querySelectorAll("rect.study").length;
done(says);
)");
  EXPECT_THAT(page.err, Not(HasSubstr("CONSOLE"))) << page.err;
  const json says = said_by(page);
  EXPECT_EQ(says.at("all"), 6);
  EXPECT_EQ(says.at("contradicted"), json({"t.loss", "t.order"}));
  EXPECT_EQ(says.at("headlines"), json({"t.order"}));
  EXPECT_EQ(says.at("figures"), 2);  // the scoreboard, and the experiment's
  EXPECT_GT(says.at("marks"), 0);
}

/// Wherever the axis of the variants is, settings have the names of the other axes.
TEST_F(Reproduce, SettingsAreNamedWithoutTheirVariant) {
  const std::string variants =
      "[[setting]]\naxis = \"variant\"\nname = \"one\"\n"
      "[[setting]]\naxis = \"variant\"\nname = \"two\"\nset = [\"l1.hit_latency=60\"]\n";
  const std::string settings =
      "[[setting]]\nname = \"lrr\"\nset = [\"warp_scheduler=lrr\"]\n"
      "[[setting]]\nname = \"gto\"\nset = [\"warp_scheduler=gto\"]\n";
  const std::string sms = "[[setting]]\naxis = \"sms\"\nname = \"few\"\nset = [\"sm.count=2\"]\n";
  put("claims.csv",
      "id,headline,system,baseline,metric,scope,value,unit,kind,comparison,where\n"
      "t.settings,true,gto,,settings,all,2,settings,value,=,Table 2\n");
  put("experiment.toml", "title = \"A test of two\"\nstudy = \"first\"\n");
  put("measures.sql",
      "CREATE TEMP VIEW measured_claims AS SELECT 't.settings' AS id, count(DISTINCT setting) AS "
      "value, NULL AS holds FROM done WHERE setting IN ('lrr+few', 'gto+few');\n");
  for (const std::string& matrix :
       {variants + settings + sms, settings + variants + sms, settings + sms + variants}) {
    put("matrix.toml", "seconds = 60\n" + matrix + "[[matrix]]\npaper = \"first\"\n");
    folder_.shell("rm -rf out");
    const Finished finished = reproduce({"--json", "claims.json"});
    ASSERT_EQ(finished.exit_code, 0) << finished.err;
    const json claims = folder_.json("claims.json");
    ASSERT_EQ(claims["claims"].size(), 2u);
    for (const json& claim : claims["claims"]) EXPECT_EQ(claim["measured"], 2) << matrix;
  }
}

/// Of the machine's node and settings, by the densities of the machine's file: 1,920 bits of
/// latches of 3.15 um2 at 40 nm for PRO on gtx480-pro, of 14 SMs; 48 KiB of 0.45 um2 a bit.
TEST_F(Reproduce, MeasuresWhatHeddleCostSays) {
  put("experiment.toml",
      "title = \"A <test> of two\"\nstudy = \"first\"\n"
      "[[cost]]\nname = \"here\"\nmachine = \"gtx480-pro\"\n"
      "[[cost]]\nname = \"larger\"\nmachine = \"gtx480-pro\"\n"
      "set = [\"technology.node_nm=80\", \"fetch.cache_bytes=49152\"]\n");
  put("claims.csv", kClaims +
                        "t.bits,false,pro,,bits,SM,1920,bits,value,=,Table 3\n"
                        "t.larger,false,pro,,area,SM,0.0242,mm2,value,=,Table 3\n"
                        "t.share,false,pro,,area,chip,0.064,%,value,=,Table 3\n"
                        "t.cache,false,SM,,area,SM,0.708,mm2,value,=,Table 3\n");
  const std::string of_pro = "policy = 'pro' AND kind = 'warp_scheduler'";
  std::string measures = kMeasures;
  measures.replace(measures.rfind(';'), 1,
                   "\nUNION ALL SELECT 't.bits', sum(entries * bits_each), NULL FROM storage_costs "
                   "WHERE cost = 'here' "
                   "AND " +
                       of_pro +
                       "\nUNION ALL SELECT 't.larger', sum(mm2), NULL FROM storage_costs WHERE "
                       "cost = 'larger' AND " +
                       of_pro +
                       "\nUNION ALL SELECT 't.share', chip_percent, NULL FROM storage_totals WHERE "
                       "cost = 'larger' "
                       "AND " +
                       of_pro +
                       "\nUNION ALL SELECT 't.cache', mm2, NULL FROM storage_costs WHERE cost = "
                       "'larger' AND kind = "
                       "'sm' "
                       "AND structure = 'instruction cache'"
                       "\nUNION ALL SELECT 't.area', 0.0, NULL;");
  put("measures.sql", measures);
  const Finished finished = reproduce({"--json", "claims.json"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  std::map<std::string, double> measured;
  const json claims = folder_.json("claims.json").at("claims");
  for (const json& claim : claims)
    if (claim.at("measured").is_number()) measured[claim.at("id")] = claim.at("measured");
  EXPECT_EQ(measured["t.bits"], 1920);
  EXPECT_NEAR(measured["t.larger"], 1920 * 3.15e-6 * 4, 1e-9);
  EXPECT_NEAR(measured["t.share"], 100 * 14 * 1920 * 3.15e-6 * 4 / 529, 1e-9);
  EXPECT_NEAR(measured["t.cache"], 49152 * 8 * 0.45e-6 * 4, 1e-9);

  const auto refused = [&](const std::string& costs, const char* said) {
    put("experiment.toml", kExperiment + costs);
    const Finished wrong = reproduce({"--no-run"});
    EXPECT_EQ(wrong.exit_code, 1);
    EXPECT_THAT(wrong.err, HasSubstr(said));
    EXPECT_EQ(folder_.heddle({"check", "experiments/t"}).exit_code, 1);
  };
  refused("[[cost]]\nname = \"a\"\nmachine = \"gtx48\"\n", "cost 'a': unknown machine 'gtx48'");
  refused("[[cost]]\nname = \"a\"\nmachine = \"vws\"\nset = [\"l1.bites=3\"]\n", "cost 'a': ");
  refused("[[cost]]\nname = \"a\"\nmachine = \"vws\"\n[[cost]]\nname = \"a\"\nmachine = \"vws\"\n",
          "two [[cost]] are called 'a'");
}

/// The program ends with exit code 3 where it is given 13.
TEST_F(Reproduce, CountsNoFailureThatIsMeant) {
  put("matrix.toml",
      kMatrix.substr(0, kMatrix.find("[[matrix]]")) +
          "[[matrix]]\nprograms = []\nworkloads = [\"count\"]\narguments = [\"13\"]\n"
          "machines = [\"gtx480\"]\n");
  put("experiment.toml", kExperiment +
                             "[[meant_to_fail]]\nworkload = \"count\"\n"
                             "setting = \"gto\"\nreason = \"of bad luck\"\n");
  const Finished one = reproduce({});
  EXPECT_EQ(one.exit_code, 1);
  EXPECT_THAT(one.err, HasSubstr("some runs failed"));
  EXPECT_THAT(folder_.read("out/report.html"), HasSubstr("2 runs, 1 of them failed"));

  put("experiment.toml", kExperiment + "[[meant_to_fail]]\nworkload = \"count\"\n");
  EXPECT_THAT(reproduce({}).err, HasSubstr("setting"));
}

TEST_F(Reproduce, RunsNothingTwice) {
  EXPECT_THAT(reproduce({}).err, HasSubstr("2 runs: 2 ok; 2 of them now"));
  EXPECT_THAT(reproduce({}).err, HasSubstr("2 runs: 2 ok; 0 of them now"));
}

/// Results of another heddle, whose runs would all be made anew, and without a table of theirs.
TEST_F(Reproduce, JudgesEarlierResultsWithoutARun) {
  EXPECT_THAT(reproduce({"--no-run"}).err, HasSubstr("there is no file"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path("out")));
  ASSERT_EQ(reproduce({}).exit_code, 0);
  {
    study::Database results(folder_.path("out/results.sqlite"), false);
    results.execute("UPDATE cells SET identity = 'other ' || identity");
    results.execute("UPDATE results SET identity = 'other ' || identity");
    results.execute("DROP TABLE run_blocks");
    results.execute(std::string("SELECT 1") + kForgetChecksums);
  }
  std::filesystem::remove_all(folder_.path("out/results.sqlite.work"));
  const Finished finished = reproduce({"--no-run"});
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_THAT(finished.err, Not(HasSubstr("of them now")));
  EXPECT_THAT(finished.out, HasSubstr("6 claims: 2 reproduced, 3 contradicted, 1 not"));
  EXPECT_THAT(folder_.read("out/report.html"), HasSubstr("2 runs, 0 of them failed"));
}

/// Of a file without parameters the matrix says them, unless it lacks a run that the file has.
TEST_F(Reproduce, AnEarlierFileGetsTheMatrixsParameters) {
  put("measures.sql",
      "CREATE TEMP VIEW measured_claims AS SELECT 't.order' AS id, p.value AS value, 1 AS holds "
      "FROM done d JOIN parameters p ON p.run = d.run AND p.key = 'policies.warp_scheduler' "
      "WHERE d.setting = 'gto';");
  reproduce({});
  const auto forget = [&] {
    study::Database results(folder_.path("out/results.sqlite"), false);
    results.execute(
        std::string("DROP VIEW parameters; DROP TABLE configured; DROP TABLE configurations; "
                    "DROP TABLE parameter_keys") +
        kForgetChecksums);
  };
  forget();
  const Finished finished = reproduce({"--no-run", "--json", "claims.json"});
  EXPECT_THAT(finished.err, HasSubstr("is of an earlier heddle; the parameters of its runs are "
                                      "taken from "));
  EXPECT_EQ(folder_.json("claims.json")["claims"][3]["measured"], "gto");
  EXPECT_THAT(reproduce({"--no-run"}).err, Not(HasSubstr("earlier")));
  forget();
  std::string matrix = kMatrix;
  put("matrix.toml", matrix.replace(matrix.find("\"lrr\""), 5, "\"rr\""));
  const Finished refused = reproduce({"--no-run"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.err, HasSubstr("has no parameters of its runs, and the matrix has no run "
                                     "'count first tiny 64 gtx480 own lrr'; the same command "
                                     "without --no-run runs what the file lacks"));
}

TEST_F(Reproduce, AClaimWithoutAValueIsMissing) {
  put("measures.sql",
      "CREATE TEMP VIEW measured_claims AS SELECT 't.gain' AS id, 1.25 AS value, NULL AS holds;");
  const Finished finished = reproduce({});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.out, HasSubstr("6 claims: 1 reproduced, 1 not measurable, 4 missing"));
}

/// Two runs of each setting, of which one ends with exit code 3.
TEST_F(Reproduce, AMeanThatLeavesFailedRunsOutSaysSo) {
  put("matrix.toml", kMatrix +
                         "[[matrix]]\nworkloads = [\"count\"]\n"
                         "arguments = [\"13\"]\nmachines = [\"gtx480\"]\n");
  const Finished finished = reproduce({"--all", "--json", "claims.json"});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.out, HasSubstr("reproduced (from 2 of 4 runs)"));
  const json claims = folder_.json("claims.json");
  EXPECT_EQ(claims["claims"][0]["runs"], 4);
  EXPECT_EQ(claims["claims"][0]["runs_ok"], 2);
  EXPECT_EQ(claims["claims"][0]["verdict"], "reproduced");
  EXPECT_EQ(claims["claims"][5]["runs"], 2);  // t.launches is of gto alone
  EXPECT_EQ(claims["claims"][5]["runs_ok"], 1);
}

TEST_F(Reproduce, SaysWhatIsWrongInItsFiles) {
  const auto refusal = [&] { return reproduce({}).err; };
  put("measures.sql",
      "CREATE TEMP VIEW measured_claims AS SELECT 't.other' AS id, 1 AS value, NULL AS holds;");
  EXPECT_THAT(refusal(), HasSubstr("measures.sql: 't.other' is no claim of claims.csv"));
  for (const std::string value : {"'fast'", "9e999", "x'00ff'"}) {
    put("measures.sql", "CREATE TEMP VIEW measured_claims AS SELECT 't.gain' AS id, " + value +
                            " AS value, NULL AS holds;");
    EXPECT_THAT(refusal(), HasSubstr("measures.sql: value of 't.gain' is '"));
    EXPECT_THAT(refusal(), HasSubstr("which is no finite number; type an expression that gives a "
                                     "number, as 1.25, or NULL without a run"));
  }
  put("measures.sql",
      "CREATE TEMP VIEW measured_claims AS SELECT 't.order' AS id, 'a < b' AS value, 'yes' AS "
      "holds;");
  EXPECT_THAT(refusal(), HasSubstr("measures.sql: holds of 't.order' is 'yes', which is no finite "
                                   "number; type 1 if the order holds"));
  put("measures.sql", "CREATE TEMP VIEW x AS SELCT 1;");
  EXPECT_THAT(refusal(), HasSubstr("experiments/t/measures.sql:1: near \"SELCT\""));
  put("measures.sql",
      "CREATE TEMP TABLE first AS\nSELECT 1 AS one;\n-- the second\n"
      "CREATE TEMP TABLE second AS SELECT one,\n  two FROM first;\n");
  EXPECT_THAT(refusal(), HasSubstr("experiments/t/measures.sql:5: no such column: two"));
  put("measures.sql",
      "CREATE TEMP VIEW first AS SELECT 1 AS one;\n"
      "CREATE TEMP VIEW second AS SELECT d.cycels AS value FROM done d;\n"
      "CREATE TEMP VIEW measured_claims AS\nSELECT 't.gain' AS id, value, NULL AS holds FROM "
      "second;");
  EXPECT_THAT(refusal(), HasSubstr("experiments/t/measures.sql:2: no such column: d.cycels"));
  put("measures.sql", "CREATE TEMP VIEW measured_claims AS SELECT 't.gain' AS id, 1 AS value;");
  EXPECT_THAT(refusal(), HasSubstr("experiments/t/measures.sql: no such column: holds"));
  put("measures.sql", kMeasures);
  put("experiment.toml",
      kExperiment +
          "[[figure]]\nname = \"other\"\ntitle = \"O\"\n"
          "kind = \"bars\"\ny = \"y\"\nquery = \"SELECT lable, setting, speedup FROM ratios\"\n");
  EXPECT_THAT(refusal(),
              HasSubstr("experiments/t/experiment.toml: figure 'other': no such column: lable"));
  put("claims.csv", "id,value\nx,1\n");
  EXPECT_THAT(refusal(), HasSubstr("claims.csv:1: the columns are to be id,headline,system"));
}

TEST_F(Reproduce, SaysWhatIsWrongInAClaim) {
  const auto expect_refusal = [&](const std::string& row, const std::string& message) {
    put("claims.csv", kClaims + row + "\n");
    EXPECT_THAT(reproduce({}).err, HasSubstr("experiments/t/claims.csv:8: " + message));
  };
  expect_refusal("t.gain,true,a,b,c,d,1,x,ratio,=,e", "a second claim 't.gain'");
  expect_refusal("t.new,true,a,b,c,d,many,x,ratio,=,e", "'many' is no number");
  expect_refusal("t.new,yes,a,b,c,d,1,x,ratio,=,e", "headline is true or false, not 'yes'");
  expect_refusal(
      "t.new,true,a,b,c,d,1,x,fraction,=,e",
      "kind is one of ratio, share, part, value, bound, order, measurement, not 'fraction'");
  expect_refusal("t.new,true,a,b,c,d,1,x,ratio,<,e",
                 "comparison is one of =, <=, >=, ordering, not '<'");
  expect_refusal("t.new,true,a,b,c,d,1,x,ratio,<=,e",
                 "a claim of kind ratio has comparison =, not '<='");
  expect_refusal("t.new,true,a,b,c,d,1,x,bound,=,e",
                 "a claim of kind bound has comparison <= or >=, not '='");
  expect_refusal("t.new,true,a,b,c,d,a < b,,order,=,e",
                 "a claim of kind order has comparison ordering, not '='");
  // A row is where it begins.
  put("claims.csv", kClaims + "t.new,true,a,b,\"two\nlines\",d,1,x,ratio,=,e\nt.gain,true\n");
  EXPECT_THAT(reproduce({}).err, HasSubstr("claims.csv:10:1: "));
}

TEST_F(Reproduce, RefusesWhatDoesNotExist) {
  EXPECT_THAT(folder_.heddle({"reproduce", "tt"}).err,
              HasSubstr("there is no experiment 'tt'; there are: t"));
  EXPECT_EQ(reproduce({"--size", "huge"}).exit_code, 1);
  folder_.write("doc.md", "nothing\n");
  const Finished into_file =
      folder_.heddle({"reproduce", "t", "--size", "tiny", "--out", "doc.md"});
  EXPECT_EQ(into_file.exit_code, 1);
  EXPECT_THAT(into_file.err, HasSubstr("doc.md: this is a file; name a folder"));
}

TEST_F(Reproduce, ARefusedSettingLeavesNoFolder) {
  const Finished finished = reproduce({"--set", "l1.bites=1"});
  EXPECT_NE(finished.exit_code, 0);
  EXPECT_THAT(finished.err, HasSubstr("l1.bites"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path("out")));
}

}  // namespace
}  // namespace heddle::test
