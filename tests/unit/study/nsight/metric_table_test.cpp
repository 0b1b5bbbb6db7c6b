#include "study/nsight/metric_table.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "heddle/sim/launches/launch_statistics.hpp"
#include "heddle/sim/settings/configuration.hpp"
#include "study/formulas/formula.hpp"

namespace heddle::study::nsight {
namespace {

/// Each name in the table is a statistic, a parameter, or the number of timed launches.
TEST(MetricTable, FormulasNameWhatExists) {
  std::set<std::string> known = {"launches.timed"};
  for (const Statistic& statistic : sim::all_statistics()) known.insert(statistic.name);
  for (const sim::ParameterRow& row : sim::all_parameters()) known.insert(row.key);
  for (const Metric& metric : metrics())
    for (const std::string& name : names_in(metric.formula))
      EXPECT_TRUE(known.contains(name)) << metric.name << ": " << name;
}

TEST(MetricTable, IsSorted) { EXPECT_TRUE(std::ranges::is_sorted(metrics(), {}, &Metric::name)); }

}  // namespace
}  // namespace heddle::study::nsight
