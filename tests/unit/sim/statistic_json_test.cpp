// How statistics are shown: as a tree and as text, which say the same.
#include "heddle/sim/records/statistic_json.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace heddle::sim {
namespace {

TEST(StatisticJson, ShowsCountsAsIntegersAndRatiosAsFractions) {
  const std::vector<Statistic> statistics = {{"count", 3, "", "", 0}, {"ratio", 3, "", "", 2}};
  EXPECT_EQ(values_text(statistics), R"({"count":3,"ratio":3.0})");
}

TEST(StatisticJson, LeavesZerosOut) {
  const std::vector<Statistic> statistics = {{"none", 0, "", "", 0}, {"rate", 0, "", "", 5}};
  EXPECT_EQ(values_text(statistics), "{}");
  EXPECT_EQ(values_json(statistics, true).size(), 2u);
}

TEST(StatisticJson, SaysTheSameAsTextAndAsATree) {
  std::vector<Statistic> statistics;
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double value : {1.0, 0.0, -2.0, 0.1, 1e-5, 1e21, 5e-324, 9007199254740991.0,
                             9007199254740992.0, 1e300, infinity, -0.5}) {
    for (const double weight : {0.0, 1.0}) {
      const std::string name = "v." + std::to_string(statistics.size());
      statistics.push_back({name, value, "", "", weight});
    }
  }
  for (const char* name : {"of \"quotes\"", "back\\slash", "line\nend", "\u00e9t\u00e9", "a-b c"})
    statistics.push_back({name, 7, "", "", 0});
  EXPECT_EQ(values_text(statistics), values_json(statistics, false).dump());
}

}  // namespace
}  // namespace heddle::sim
