// The page of a sweep: its data are those of the results, and its controls do what they say.
#include <filesystem>

#include <gmock/gmock.h>

#include "query.hpp"
#include "report_page.hpp"
#include "small_suite.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class SweepPage : public SmallSuite {
 protected:
  SweepPage() {
    folder_.write("sweep.toml", R"(workloads = ["count", "twice"]
sizes = ["tiny", "small"]
[[setting]]
name = "lrr"
set = ["warp_scheduler=lrr"]
[[setting]]
name = "slow"
set = ["warp_scheduler=gto", "l1.hit_latency=200", "control.launch_latency=9000"]
)");
    EXPECT_EQ(folder_.heddle({"sweep", "sweep.toml"}).exit_code, 0);
  }
  Finished report(std::vector<std::string> options = {}) const {
    options.insert(options.begin(), {"report", "sweep.sqlite", "-o", "page.html"});
    return folder_.heddle(options);
  }
  Rows of_results(const std::string& sql) const { return query(folder_.path("sweep.sqlite"), sql); }
};

TEST_F(SweepPage, HasWhatTheResultsHave) {
  const Finished finished = report();
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  const auto page = data_of_page(folder_.read("page.html"));
  EXPECT_EQ(page.at("kind"), "sweep");
  EXPECT_EQ(page.at("baseline"), "lrr");
  EXPECT_EQ(page.at("settings"), nlohmann::json({"lrr", "slow"}));
  ASSERT_EQ(page.at("runs").size(), 8u);
  const Rows cycles =
      of_results("SELECT run, value FROM statistics WHERE name = 'cycles' ORDER BY run");
  ASSERT_EQ(cycles.size(), 8u);
  for (std::size_t i = 0; i < 8; ++i) {
    const auto& run = page.at("runs").at(i);
    EXPECT_EQ(run.at("run"), std::stoi(cycles[i][0]));
    EXPECT_EQ(page.at("measures").at(0).at("label"), "cycles");
    EXPECT_EQ(run.at("measures").at(0), std::stoi(cycles[i][1]));
    // Runs alternate between the settings.
    const double baseline = std::stod(cycles[i - i % 2][1]);
    EXPECT_NEAR(run.at("speedup"), baseline / std::stod(cycles[i][1]), 1e-5);
    EXPECT_FALSE(run.at("kernels").empty());
  }
  EXPECT_LT(page.at("runs").at(1).at("speedup"), 1);  // a launch takes longer
  const Rows mean = of_results(
      "SELECT geometric FROM mean_speedups WHERE baseline = 'lrr' AND setting = 'slow' AND size = "
      "'small'");
  bool found = false;
  for (const auto& row : page.at("means")) {
    if (row.at(0) != "slow" || row.at(2) != "small") continue;
    found = true;
    EXPECT_NEAR(row.at(8), std::stod(mean.at(0).at(0)), 1e-5);
  }
  EXPECT_TRUE(found);
  const auto& configurations = page.at("configurations");
  EXPECT_EQ(configurations.size(), 2u);
  EXPECT_EQ(configurations.at("2").at("settings").at("l1.hit_latency"), "200");
  EXPECT_FALSE(page.at("common").contains("l1.hit_latency"));
  EXPECT_EQ(page.at("common").at("sm.count"), "15");
}

TEST_F(SweepPage, RefusesWhatItCannotUse) {
  EXPECT_THAT(report({"--baseline", "none"}).err,
              HasSubstr("the sweep has the settings lrr, slow"));
  const Finished two = folder_.heddle({"report", "sweep.sqlite", "out", "-o", "page.html"});
  EXPECT_THAT(two.err,
              HasSubstr("'sweep.sqlite' holds the runs of a sweep: a report has it alone"));
  const Finished same = folder_.heddle({"report", "sweep.sqlite", "-o", "sweep.sqlite"});
  EXPECT_EQ(same.exit_code, 1);
  EXPECT_THAT(same.err, HasSubstr("the report is made from this file"));
  const Finished other = folder_.heddle({"report", "sweep.toml", "-o", "page.html"});
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_FALSE(std::filesystem::exists(folder_.path("page.html")));
  EXPECT_EQ(of_results("SELECT count(*) FROM cells"), Rows{{"8"}});
}

/// Pages in the middle of the file hold something else.
TEST_F(SweepPage, RefusesADamagedFile) {
  std::string bytes = folder_.read("sweep.sqlite");
  std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(bytes.size() / 8192 * 4096), 8192, '?');
  folder_.write("sweep.sqlite", bytes);
  const Finished finished = report();
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.err, HasSubstr("'sweep.sqlite' is damaged: "));
  EXPECT_FALSE(std::filesystem::exists(folder_.path("page.html")));
}

/// By what is in it, not by its name.
TEST_F(SweepPage, IsMadeOfAFileOfAnyName) {
  std::filesystem::rename(folder_.path("sweep.sqlite"), folder_.path("results.db"));
  const Finished checked = folder_.heddle({"check", "results.db"});
  EXPECT_EQ(checked.exit_code, 0) << checked.err;
  EXPECT_THAT(checked.out, HasSubstr("results.db: results of a sweep: 8 runs"));
}

/// Settings of two axes have a filter for each axis, and numbers in names sort by what they are.
TEST_F(SweepPage, FiltersByAxisAndSortsNumbersInNames) {
  if (!has_browser()) GTEST_SKIP() << "no chromium is installed";
  folder_.write("sweep.toml", R"(workloads = "count"
sizes = "tiny"
[[setting]]
name = "b{}"
values = "1 10 2"
set = ["l1.hit_latency={}"]
[[setting]]
axis = "l2"
name = "slow{}"
values = "100 200"
set = ["l2.hit_latency={}"]
)");
  EXPECT_EQ(folder_.heddle({"sweep", "sweep.toml", "--prune"}).exit_code, 0);
  ASSERT_EQ(report().exit_code, 0);
  const Finished page = drawn_after(folder_, "page.html", R"(
const says = {};
says.filters = [...document.querySelectorAll("#runs form label")].map((one) => one.firstChild.textContent);
const l2 = [...document.querySelectorAll("#runs form label")].find((one) => one.firstChild.textContent === "l2").querySelector("select");
l2.selectedIndex = 1;
l2.dispatchEvent(new Event("change"));
[...document.querySelectorAll("#runs th button")].find((one) => one.textContent === "setting").click();
says.rows = [...document.querySelectorAll("#runs tbody tr")].map((row) => row.children[1].textContent);
done(says);
)");
  const auto says = said_by(page);
  EXPECT_EQ(says.at("filters"), nlohmann::json({"measure", "l2", "setting", "search"}));
  EXPECT_EQ(says.at("rows"), nlohmann::json({"b1+slow100", "b2+slow100", "b10+slow100"}));
}

/// Filters, sorts, and follows a bar to its run.
TEST_F(SweepPage, FiltersSortsAndLeadsToRuns) {
  if (!has_browser()) GTEST_SKIP() << "no chromium is installed";
  ASSERT_EQ(report().exit_code, 0);
  const Finished page = drawn_after(folder_, "page.html", R"(
const says = {};
const rows = () => document.querySelectorAll("#runs tbody tr").length;
const bars = () => document.querySelectorAll("#figure-runs a").length;
says.all = [rows(), bars()];
const search = document.querySelector("#runs input[type=search]");
search.value = "twice slow";
search.dispatchEvent(new Event("input"));
says.searched = [rows(), bars()];
search.value = "";
search.dispatchEvent(new Event("input"));
const [measure] = document.querySelectorAll("#runs select");
measure.selectedIndex = [...measure.options].findIndex((one) => one.text === "cycles");
measure.dispatchEvent(new Event("change"));
const heading = [...document.querySelectorAll("#runs th button")].find((one) => one.textContent === "cycles");
heading.click();
const column = [...heading.closest("tr").children].indexOf(heading.closest("th"));
says.sort = heading.closest("th").getAttribute("aria-sort");
says.cycles = [...document.querySelectorAll("#runs tbody tr")].map((row) =>
  Number(row.children[column].textContent.replaceAll(",", "")));
document.querySelector("#figure-runs a[href='#run-3']").dispatchEvent(new MouseEvent("click", { bubbles: true }));
setTimeout(() => {
  says.run = document.getElementById("run-heading").textContent;
  says.parts = [...document.querySelectorAll("#run section")].map((one) => one.id);
  says.focus = document.activeElement.id;
  done(says);
}, 300);
)");
  EXPECT_THAT(page.err, Not(HasSubstr("CONSOLE"))) << page.err;
  const auto says = said_by(page);
  EXPECT_EQ(says.at("all"), nlohmann::json({8, 8}));
  EXPECT_EQ(says.at("searched"), nlohmann::json({2, 2}));
  EXPECT_EQ(says.at("sort"), "descending");
  const auto cycles = says.at("cycles").get<std::vector<double>>();
  ASSERT_EQ(cycles.size(), 8u);
  EXPECT_TRUE(std::ranges::is_sorted(cycles, std::ranges::greater{}));
  EXPECT_EQ(says.at("run"), "Run 3: count small lrr");
  EXPECT_EQ(says.at("parts"),
            nlohmann::json({"limits", "stalls", "roofline", "occupancy", "memory", "energy"}));
  EXPECT_EQ(says.at("focus"), "run-heading");
}

}  // namespace
}  // namespace heddle::test
