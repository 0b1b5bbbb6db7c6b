#include "heddle/base/statistics/statistic.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "heddle/base/statistics/statistic_refill.hpp"

namespace heddle {
namespace {

struct Cache {
  std::uint64_t accesses = 0, misses = 0;
  void describe(StatisticVisitor& visit) const {
    visit.count("accesses", accesses, "accesses", "all");
    visit.ratio("miss_rate", static_cast<double>(misses), static_cast<double>(accesses), "",
                "share");
  }
};

struct Sm {
  Cache cache;
  void describe(StatisticVisitor& visit) const { visit.group("l1d", cache); }
};

std::vector<Statistic> list(const Sm& sm) {
  StatisticList list;
  sm.describe(list);
  return list.values;
}

TEST(StatisticList, NamesValuesByTheirGroups) {
  const auto values = list({{8, 2}});
  ASSERT_EQ(values.size(), 2u);
  EXPECT_EQ(values[0].name, "l1d.accesses");
  EXPECT_EQ(values[0].value, 8);
  EXPECT_EQ(values[0].unit, "accesses");
  EXPECT_EQ(values[1].name, "l1d.miss_rate");
  EXPECT_EQ(values[1].value, 0.25);
}

/// A group whose name has a dot, in a group, before another value of that.
struct Dotted {
  std::uint64_t value = 0;
  void describe(StatisticVisitor& visit) const { visit.count("value", value, "", ""); }
};
struct Around {
  Dotted inner;
  std::uint64_t next = 0;
  void describe(StatisticVisitor& visit) const {
    visit.group("trip.last", inner);
    visit.count("next", next, "", "");
  }
};
struct Outermost {
  Around around;
  void describe(StatisticVisitor& visit) const { visit.group("l1d", around); }
};

TEST(StatisticList, AGroupsNameMayHaveDots) {
  StatisticList collected;
  Outermost{{{1}, 2}}.describe(collected);
  ASSERT_EQ(collected.values.size(), 2u);
  EXPECT_EQ(collected.values[0].name, "l1d.trip.last.value");
  EXPECT_EQ(collected.values[1].name, "l1d.next");
  std::vector<Statistic> values = collected.values;
  refill(values, Outermost{{{3}, 4}});
  EXPECT_EQ(values[0].value, 3);
  EXPECT_EQ(values[1].value, 4);
}

/// A unit that a machine may lack.
struct Lanes {
  bool present = false;
  void describe(StatisticVisitor& visit) const {
    if (visit.wants(present)) visit.count("lanes", 0, "", "");
  }
};

TEST(StatisticList, ListsWhatAMachineLacksOnlyWhenAskedForAll) {
  const auto listed = [](StatisticList list, bool present) {
    Lanes{present}.describe(list);
    return list.values.size();
  };
  EXPECT_EQ(listed(StatisticList(), false), 0u);
  EXPECT_EQ(listed(StatisticList(), true), 1u);
  EXPECT_EQ(listed(StatisticList(true), false), 1u);
}

TEST(StatisticList, RatioWithoutDenominatorIsZero) { EXPECT_EQ(list({})[1].value, 0); }

TEST(StatisticRefill, GivesWhatAFreshListGives) {
  const auto expect_fresh = [](std::vector<Statistic> values, const Sm& sm) {
    refill(values, sm);
    const auto fresh = list(sm);
    ASSERT_EQ(values.size(), fresh.size());
    for (std::size_t i = 0; i < fresh.size(); ++i) {
      EXPECT_EQ(values[i].name, fresh[i].name);
      EXPECT_EQ(values[i].value, fresh[i].value);
      EXPECT_EQ(values[i].weight, fresh[i].weight);
      EXPECT_EQ(values[i].unit, fresh[i].unit);
    }
  };
  const Sm sm{{8, 2}};
  expect_fresh({}, sm);
  expect_fresh(list({{3, 3}}), sm);
  expect_fresh({{"l1d.accesses", 1, "accesses", "all", 0}}, sm);
  expect_fresh({{"accesses", 1, "B", "", 0}, {"l1d.miss_rate", 1, "B", "", 0}}, sm);
  auto longer = list(sm);
  longer.push_back({"more", 1, "B", "", 0});
  expect_fresh(longer, sm);
}

TEST(Accumulate, CountsAddUpAndRatiosAreThoseOfTheSums) {
  std::vector<Statistic> sum;
  heddle::accumulate(sum, list({{8, 2}}));
  heddle::accumulate(sum, list({{2, 2}}));
  heddle::accumulate(sum, list({{0, 0}}));
  ASSERT_EQ(sum.size(), 2u);
  EXPECT_EQ(sum[0].value, 10);
  EXPECT_DOUBLE_EQ(sum[1].value, 0.4);  // 4 of 10
}

TEST(Accumulate, GeometricMeansAreThoseOfAllValues) {
  const auto of = [](std::vector<double> values) {
    double logarithms = 0;
    for (const double value : values) logarithms += std::log(value);
    StatisticList list;
    list.geometric_mean("mean", logarithms, static_cast<double>(values.size()), "", "");
    std::vector<Statistic> refilled = list.values;
    StatisticRefill refill(refilled);
    refill.geometric_mean("mean", logarithms, static_cast<double>(values.size()), "", "");
    EXPECT_TRUE(refill.fits());
    EXPECT_EQ(refilled[0].value, list.values[0].value);
    EXPECT_EQ(refilled[0].weight, list.values[0].weight);
    return list.values;
  };
  std::vector<Statistic> sum;
  heddle::accumulate(sum, of({}));
  EXPECT_EQ(sum[0].value, 0);
  heddle::accumulate(sum, of({2, 4, 8}));
  EXPECT_DOUBLE_EQ(sum[0].value, 4);
  heddle::accumulate(sum, of({}));
  heddle::accumulate(sum, of({64}));
  EXPECT_DOUBLE_EQ(sum[0].value, 8);  // the fourth root of 2 * 4 * 8 * 64
  EXPECT_EQ(sum[0].weight, 4);
}

TEST(Accumulate, ExtremesStayExtreme) {
  const auto part = [](double least, double greatest) {
    return std::vector<Statistic>{{"least", least, "", "", 0, Merge::least},
                                  {"greatest", greatest, "", "", 0, Merge::greatest}};
  };
  std::vector<Statistic> sum;
  // 0 is none, wherever it comes.
  for (const auto& [least, greatest] : {std::pair(0, 0), {7, 9}, {0, 0}, {5, 6}, {6, 12}})
    heddle::accumulate(sum, part(least, greatest));
  EXPECT_EQ(sum[0].value, 5);
  EXPECT_EQ(sum[1].value, 12);
}

TEST(Accumulate, WhatGrowsWithTimeCountsOnceInAnAmount) {
  // 3 and 5 that were done, and 2 a second for 4 and 6 seconds, of which 3 are the same.
  const auto part = [](double done, double seconds) {
    StatisticList list;
    const Amount amount{done + 2 * seconds, 2 * seconds};
    list.amount("all", amount, "J", "");
    list.rate("power", amount, seconds, "W", "");
    list.product("delay_product", amount, seconds, "J s", "");
    return list.values;
  };
  std::vector<Statistic> sum;
  heddle::accumulate(sum, part(3, 4));
  heddle::accumulate(sum, part(5, 6), 0.5);
  EXPECT_EQ(sum[0].value, 3 + 5 + 2 * 7);
  EXPECT_EQ(sum[0].timed, 2 * 7);
  EXPECT_DOUBLE_EQ(sum[1].value, 22.0 / 7);
  EXPECT_DOUBLE_EQ(sum[2].value, 22.0 * 7);
  // The same of a sum of sums.
  std::vector<Statistic> twice;
  heddle::accumulate(twice, sum, 0);
  EXPECT_EQ(twice[0].value, 3 + 5);
}

TEST(Accumulate, ListsMayDiffer) {
  std::vector<Statistic> sum = {{"a", 1, "", "", 0}, {"b", 2, "", "", 0}};
  heddle::accumulate(sum, {{"b", 3, "", "", 0}, {"c", 4, "", "", 0}, {"a", 5, "", "", 0}});
  ASSERT_EQ(sum.size(), 3u);
  EXPECT_EQ(sum[0].value, 6);
  EXPECT_EQ(sum[1].value, 5);
  EXPECT_EQ(sum[2].value, 4);
}

}  // namespace
}  // namespace heddle
