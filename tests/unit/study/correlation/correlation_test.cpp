// Errors beside a chip: groups, means and tables; values by hand.
#include "study/correlation/correlation.hpp"

#include <cmath>

#include <gmock/gmock.h>

#include "study/correlation/correlation_tables.hpp"

namespace heddle::study {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

JudgedClaim row(const std::string& name, const std::string& counter, double chip,
                std::optional<double> simulated) {
  JudgedClaim judged;
  judged.claim.kind = ClaimKind::measurement;
  judged.claim.system = name;
  judged.claim.metric = counter;
  judged.claim.scope = "card";
  judged.claim.unit = "cycles";
  judged.claim.value = chip;
  judged.measured.value = simulated;
  judged.verdict = judge_claim(judged.claim, judged.measured);
  return judged;
}

TEST(Correlation, GroupsRowsByCounter) {
  const std::vector<JudgedClaim> claims = {row("a", "cycles", 100, 150), row("a", "reads", 10, 5),
                                           row("b", "cycles", 200, 100)};
  const auto all = correlations(claims);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].counter, "cycles");
  ASSERT_EQ(all[0].rows.size(), 2u);
  EXPECT_EQ(all[0].rows[1].name, "b");
  EXPECT_EQ(all[1].rows.size(), 1u);
}

TEST(Correlation, LeavesOutWhatHasNoValueAndWhatIsNoMeasurement) {
  JudgedClaim other = row("a", "cycles", 100, 150);
  other.claim.kind = ClaimKind::value;
  EXPECT_THAT(correlations(std::vector{row("a", "cycles", 100, {}), other}), IsEmpty());
}

/// +50% and -50%: the mean of the absolute errors is 50%, the ratio sqrt(1.5 * 0.5).
TEST(Correlation, MeansAreOfErrorsAndRatios) {
  const auto all =
      correlations(std::vector{row("a", "cycles", 100, 150), row("b", "cycles", 200, 100)});
  EXPECT_DOUBLE_EQ(*all[0].mean_absolute_error(), 0.5);
  EXPECT_NEAR(*all[0].mean_ratio(), std::sqrt(0.75), 1e-12);
  EXPECT_FALSE(all[0].coefficient());  // two points lie on a line
  EXPECT_EQ(all[0].worst()->name, "a");
}

/// The logarithms 0, 1, 2 beside 1, 2, 3, and beside 3, 2, 1.
TEST(Correlation, TheCoefficientIsOfLogarithms) {
  const auto coefficient = [](double first, double last) {
    return *correlations(std::vector{row("a", "cycles", 1, first), row("b", "cycles", 10, 100),
                                     row("c", "cycles", 100, last)})[0]
                .coefficient();
  };
  EXPECT_NEAR(coefficient(10, 1000), 1, 1e-9);
  EXPECT_NEAR(coefficient(1000, 10), -1, 1e-9);
}

TEST(Correlation, ValuesOfZeroHaveNoError) {
  const auto all = correlations(
      std::vector{row("a", "reads", 0, 0), row("b", "reads", 0, 3), row("c", "reads", 100, 90)});
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].zeros, 2u);
  EXPECT_EQ(all[0].wrong_zeros, 1u);
  EXPECT_NEAR(*all[0].mean_absolute_error(), 0.1, 1e-12);
}

/// A simulator that lacks a row has no mean.
TEST(Correlation, OtherSimulatorsStandBesideOnTheSameRows) {
  std::vector<JudgedClaim> claims = {row("a", "cycles", 100, 150), row("b", "cycles", 200, 100)};
  claims[0].claim.others = {{"Other", 120}, {"Partial", 100}};
  claims[1].claim.others = {{"Other", 180}};
  const auto errors = correlations(claims)[0].other_errors();
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_NEAR(errors.at("Other"), 0.15, 1e-12);
}

TEST(CorrelationTables, HaveErrorsByCounterAndByRow) {
  const auto all = correlations(std::vector{row("a", "cycles", 100, 150), row("a", "reads", 0, 1),
                                            row("b", "cycles", 200, 100)});
  const Table table = correlation_table(all);
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_THAT(table.rows[0], ElementsAre("card", "cycles", "2", "50.0%", "0.87", "a +50.0%"));
  EXPECT_THAT(table.rows[1],
              ElementsAre("card", "reads", "0 + 1 of 0 (1 not 0 here)", "-", "-", "-"));
  const Table errors = row_errors(all, "card");
  EXPECT_THAT(errors.columns, ElementsAre("row", "cycles"));
  ASSERT_EQ(errors.rows.size(), 2u);
  EXPECT_THAT(errors.rows[0], ElementsAre("a", "+50.0%"));
  EXPECT_THAT(errors.rows[1], ElementsAre("b", "-50.0%"));
}

TEST(CorrelationTables, FiguresNeedTwoRows) {
  const auto all = correlations(std::vector{row("a", "cycles", 100, 150), row("a", "reads", 10, 1),
                                            row("b", "cycles", 200, 100)});
  const auto figures = correlation_figures(all);
  ASSERT_EQ(figures.size(), 1u);
  EXPECT_EQ(figures[0].figure.kind, FigureKind::correlation);
  ASSERT_EQ(figures[0].points.size(), 2u);
  EXPECT_EQ(figures[0].points[1].x, "200");
  EXPECT_EQ(figures[0].points[1].y, 100);
  EXPECT_EQ(figures[0].points[1].name, "b");
}

}  // namespace
}  // namespace heddle::study
