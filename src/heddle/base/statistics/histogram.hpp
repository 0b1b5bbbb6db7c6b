// A histogram of durations by powers of two, with the number and the sum of the durations. The
// counts of a period are the difference between the counts at its end and at its start. The minimum
// and the maximum of a period cannot be computed in this way, so they are in a separate struct.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace heddle {

/// Minimum and maximum of the values seen; both are 0 before the first value.
struct Extremes {
  std::uint64_t least = 0, greatest = 0;

  void add(std::uint64_t value) {
    least = least == 0 ? value : std::min(least, value);
    greatest = std::max(greatest, value);
  }
  void add(const Extremes& other) {
    if (other.greatest == 0) return;
    add(other.least);
    add(other.greatest);
  }
};

/// Bucket i counts the values from 2^i to 2^(i+1) - 1. The value 0 counts as 1. The last bucket
/// also counts all values that are greater.
template <unsigned Buckets>
struct LogHistogram {
  std::array<std::uint64_t, Buckets> counts{};
  std::uint64_t number = 0, sum = 0;

  static unsigned bucket(std::uint64_t value) {
    const auto width = static_cast<unsigned>(std::bit_width(value | 1)) - 1;
    return std::min(width, Buckets - 1);
  }
  void add(std::uint64_t value) {
    ++counts[bucket(value)];
    ++number;
    sum += value;
  }
  void add(std::uint64_t value, Extremes& extremes) {
    add(value);
    extremes.add(value);
  }
};

}  // namespace heddle
