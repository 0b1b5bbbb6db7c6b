// A histogram of durations by powers of two, with the number and the sum of the durations. The
// counts of a period are the difference of the counts at its two ends. This does not hold for the
// least and the greatest value, so they are a separate struct.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace heddle {

/// Least and greatest of the values seen; 0 and 0 before the first.
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
/// also counts all greater values.
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
