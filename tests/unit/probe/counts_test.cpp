#include "heddle/probe/counts.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "heddle/base/statistics/counts.hpp"

namespace heddle::probe {
namespace {

struct Hits : heddle::Counts<Hits> {
  std::uint64_t hits = 0, misses = 0;
  void describe(StatisticVisitor& visit) const {
    visit.count("hits", hits, "accesses", "for tests");
    visit.count("misses", misses, "accesses", "for tests");
  }
};
struct Rows : heddle::Counts<Rows> {
  std::uint64_t rows = 0;
  void describe(StatisticVisitor& visit) const { visit.count("rows", rows, "rows", "for tests"); }
};

Hits hits(std::uint64_t hits, std::uint64_t misses) {
  Hits counts;
  counts.hits = hits;
  counts.misses = misses;
  return counts;
}

Rows rows(std::uint64_t number) {
  Rows counts;
  counts.rows = number;
  return counts;
}

CountsList list(ProbeCounts first, ProbeCounts second) {
  CountsList list;
  list.add(std::move(first));
  list.add(std::move(second));
  return list;
}

std::vector<std::string> described(const CountsList& list) {
  StatisticList statistics;
  list.describe(statistics);
  std::vector<std::string> texts;
  for (const Statistic& statistic : statistics.values)
    texts.push_back(statistic.name + " " + std::to_string(static_cast<int>(statistic.value)));
  return texts;
}

using Texts = std::vector<std::string>;

TEST(ProbeCounts, AreValues) {
  const ProbeCounts first("l1", hits(3, 1));
  ProbeCounts copy = first;
  copy += first;
  EXPECT_EQ(copy.find<Hits>()->hits, 6u);
  EXPECT_EQ(first.find<Hits>()->hits, 3u);
  EXPECT_EQ(first.find<Rows>(), nullptr);
  copy = first;
  EXPECT_EQ(copy.find<Hits>()->misses, 1u);
}

TEST(ProbeCounts, OfAUnitThatCountsNothingAreNeutral) {
  ProbeCounts sum;
  EXPECT_TRUE(sum.is_empty());
  sum += ProbeCounts("l1", hits(3, 1));
  sum += ProbeCounts();
  sum -= ProbeCounts();
  EXPECT_EQ(sum.find<Hits>()->hits, 3u);
}

TEST(CountsList, DescribesProbesInTheirOrder) {
  EXPECT_EQ(described(list({"l1", hits(3, 1)}, {"dram", rows(7)})),
            (Texts{"l1.hits 3", "l1.misses 1", "dram.rows 7"}));
}

TEST(CountsList, IsSummedAndSubtractedProbeByProbe) {
  CountsList sum;
  sum += list({"l1", hits(3, 1)}, {"dram", rows(7)});
  sum += list({"l1", hits(10, 20)}, {"dram", rows(30)});
  EXPECT_EQ(described(sum), (Texts{"l1.hits 13", "l1.misses 21", "dram.rows 37"}));
  sum -= list({"l1", hits(3, 1)}, {"dram", rows(7)});
  EXPECT_EQ(described(sum), (Texts{"l1.hits 10", "l1.misses 20", "dram.rows 30"}));
}

TEST(CountsList, KeepsWhatAnEarlierListDoesNotHave) {
  CountsList earlier;
  earlier.add({"l1", hits(1, 1)});
  CountsList later = list({"l1", hits(3, 4)}, {"dram", rows(7)});
  later -= earlier;
  EXPECT_EQ(described(later), (Texts{"l1.hits 2", "l1.misses 3", "dram.rows 7"}));
}

}  // namespace
}  // namespace heddle::probe
