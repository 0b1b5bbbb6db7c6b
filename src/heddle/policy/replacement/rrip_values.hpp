// The re-reference prediction values (RRPV) of a cache's lines: in how long each is predicted to be
// used again, from 0, nearly at once, to 2^M - 1, in the distant future (A. Jaleel, K. B. Theobald,
// S. C. Steely Jr. and J. Emer, "High Performance Cache Replacement Using Re-Reference Interval
// Prediction (RRIP)", ISCA 2010).
//
// The paper looks for the first line at the greatest value, and if there is none lets all lines of
// the set age by 1 and looks again. The line that is found is the first of those with the greatest
// value that there is, so that a victim can be named without a change; the set ages when the line's
// place is filled, by as much as that line lacked.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "heddle/base/parameter.hpp"
#include "heddle/policy/replacement/replacement.hpp"

namespace heddle::policy {

class RripValues {
 public:
  void describe(ParameterVisitor& visit) {
    visit("bits", bits_,
          {.unit = "bits",
           .minimum = 1,
           .maximum = 8,
           .doc = "of a line's prediction when it is used again"});
  }
  void begin(const Replacement::Cache& cache) {
    ways_ = cache.ways;
    distant_ = static_cast<std::uint8_t>((1u << bits_) - 1);
    values_.assign(std::size_t{cache.sets} * ways_, distant_);
  }
  /// Of a line that is not predicted to be used again before others go.
  std::uint8_t distant_future() const { return distant_; }
  /// One less: unless it is used before, it goes when the set has aged once.
  std::uint8_t long_from_now() const { return static_cast<std::uint8_t>(distant_ - 1); }

  /// A line with the value comes to the way.
  void fill(std::uint32_t set, std::uint32_t way, std::uint8_t value) {
    const std::span<std::uint8_t> values = values_of(set);
    const int age = distant_ - values[way];
    for (std::uint8_t& each : values)
      each = static_cast<std::uint8_t>(std::min<int>(distant_, each + age));
    values[way] = value;
  }
  /// Hit priority: a line that is found once is predicted to be used again at once.
  void hit(std::uint32_t set, std::uint32_t way) { values_of(set)[way] = 0; }
  void empty(std::uint32_t set, std::uint32_t way) { values_of(set)[way] = distant_; }
  std::uint32_t victim(std::uint32_t set, std::span<const std::uint32_t> ways) const {
    const std::uint8_t* const values = &values_[std::size_t{set} * ways_];
    return *std::ranges::max_element(ways, {}, [&](std::uint32_t way) { return values[way]; });
  }

 private:
  std::span<std::uint8_t> values_of(std::uint32_t set) {
    return {&values_[std::size_t{set} * ways_], ways_};
  }

  std::uint32_t bits_ = 2;
  std::uint32_t ways_ = 0;
  std::uint8_t distant_ = 0;
  std::vector<std::uint8_t> values_;  ///< by place
};

/// Bimodal insertion: one of so many lines comes with the prediction `long`, by a counter of the
/// cache's fills, and the others with `distant`.
class BimodalFills {
 public:
  void describe(ParameterVisitor& visit) {
    visit("long_of", long_of_,
          {.unit = "fills",
           .minimum = 1,
           .maximum = 1 << 20,
           .doc = "of so many bimodal fills the last one is predicted to be used before others"});
  }
  std::uint8_t next(const RripValues& values) {
    if (++fills_ % long_of_ != 0) return values.distant_future();
    return values.long_from_now();
  }

 private:
  std::uint32_t long_of_ = 32;
  std::uint64_t fills_ = 0;
};

}  // namespace heddle::policy
