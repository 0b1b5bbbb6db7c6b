// The re-reference prediction values (RRPV) of a cache's lines. The value of a line predicts when
// the line is used again. With M bits, 0 means soon, and 2^M - 1 means in the distant future.
// sources.hpp names the paper.
//
// In the paper, a search finds the first line with the value 2^M - 1. If the search finds no line,
// all values of the set rise by 1, and the search starts again. The result is always the first of
// the lines with the greatest value in the set. So heddle selects this line and leaves the values
// unchanged. When a new line fills the victim's way, heddle adds 2^M - 1 minus the victim's value
// to the values of the set.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>

#include "heddle/base/parameter.hpp"
#include "heddle/policy/replacement/replacement.hpp"
#include "heddle/policy/replacement/way_table.hpp"

namespace heddle::policy {

class RripValues {
 public:
  void describe(ParameterVisitor& visit) {
    visit(
        "bits", bits_,
        {.unit = "bits", .minimum = 1, .maximum = 8, .doc = "width of a line's prediction value"});
  }
  void begin(const Replacement::Cache& cache) {
    distant_ = static_cast<std::uint8_t>((1u << bits_) - 1);
    values_.begin(cache, distant_);
  }
  /// The value of a line that is predicted to be evicted before it is used again.
  std::uint8_t distant_future() const { return distant_; }
  /// Returns one less than distant_future(). A line with this value is evicted after the values of
  /// its set have risen once, unless the line is used before.
  std::uint8_t long_from_now() const { return static_cast<std::uint8_t>(distant_ - 1); }

  /// Notes that a new line with this value fills the way.
  void fill(std::uint32_t set, std::uint32_t way, std::uint8_t value) {
    const std::span<std::uint8_t> values = values_.of(set);
    const int age = distant_ - values[way];
    for (std::uint8_t& each : values)
      each = static_cast<std::uint8_t>(std::min<int>(distant_, each + age));
    values[way] = value;
  }
  /// Sets the value of a line after a hit. Hit priority: the line is predicted to be used again at
  /// once.
  void hit(std::uint32_t set, std::uint32_t way) { values_.at(set, way) = 0; }
  void empty(std::uint32_t set, std::uint32_t way) { values_.at(set, way) = distant_; }
  std::uint32_t victim(std::uint32_t set, std::span<const std::uint32_t> ways) const {
    return values_.first(set, ways, std::greater<>());
  }

 private:
  std::uint32_t bits_ = 2;
  std::uint8_t distant_ = 0;
  WayTable<std::uint8_t> values_;
};

/// What SRRIP, BRRIP and DRRIP have in common: they differ in the value of a new line only.
class RripReplacement : public Replacement {
 public:
  void describe(ParameterVisitor& visit) override { values_.describe(visit); }
  void begin(const Cache& cache) override { values_.begin(cache); }
  void hit(std::uint32_t set, std::uint32_t way) final { values_.hit(set, way); }
  void emptied(std::uint32_t set, std::uint32_t way) final { values_.empty(set, way); }
  std::uint32_t victim(std::uint32_t set, std::span<const std::uint32_t> ways) const final {
    return values_.victim(set, ways);
  }

 protected:
  RripValues& values() { return values_; }

 private:
  RripValues values_;
};

/// Bimodal insertion. A counter of fills selects one fill in `long_of`. This fill gets the value
/// long_from_now(). All other fills get distant_future().
class BimodalFills {
 public:
  void describe(ParameterVisitor& visit) {
    visit("long_of", long_of_,
          {.unit = "fills",
           .minimum = 1,
           .maximum = 1 << 20,
           .doc = "one fill in this many gets the prediction that srrip gives to all fills"});
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
