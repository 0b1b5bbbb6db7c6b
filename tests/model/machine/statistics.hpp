#pragma once
// The counters of a launch as the statistics that a user sees.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "heddle/gpu/accounts/counters.hpp"

namespace heddle::test {

inline std::vector<Statistic> statistics_of(const gpu::GridCounters& counters) {
  StatisticList list;
  counters.describe(list);
  return list.values;
}

inline std::vector<double> values_of(const gpu::GridCounters& counters) {
  std::vector<double> values;
  for (const auto& statistic : statistics_of(counters)) values.push_back(statistic.value);
  return values;
}

inline double value_of(const gpu::GridCounters& counters, const std::string& name) {
  for (const auto& statistic : statistics_of(counters)) {
    if (statistic.name == name) return statistic.value;
  }
  ADD_FAILURE() << "no value " << name;
  return 0;
}

}  // namespace heddle::test
