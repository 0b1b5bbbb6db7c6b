// A value for each way of each set of a cache.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "heddle/policy/replacement/replacement.hpp"

namespace heddle::policy {

template <typename Value>
class WayTable {
 public:
  /// Gives all ways of the cache the value `initial`.
  void begin(const Replacement::Cache& cache, Value initial = {}) {
    ways_ = cache.ways;
    values_.assign(std::size_t{cache.sets} * cache.ways, initial);
  }
  Value& at(std::uint32_t set, std::uint32_t way) { return values_[place(set, way)]; }
  const Value& at(std::uint32_t set, std::uint32_t way) const { return values_[place(set, way)]; }
  /// The values of the set, by way.
  std::span<Value> of(std::uint32_t set) { return {&values_[place(set, 0)], ways_}; }
  /// Returns the first of these ways of the set whose value no other value precedes. `precedes`
  /// compares two values.
  template <typename Precedes = std::less<>>
  std::uint32_t first(std::uint32_t set, std::span<const std::uint32_t> ways,
                      Precedes&& precedes = {}) const {
    return *std::ranges::min_element(
        ways, precedes, [&](std::uint32_t way) -> const Value& { return at(set, way); });
  }

 private:
  std::size_t place(std::uint32_t set, std::uint32_t way) const {
    return std::size_t{set} * ways_ + way;
  }

  std::uint32_t ways_ = 0;
  std::vector<Value> values_;
};

}  // namespace heddle::policy
