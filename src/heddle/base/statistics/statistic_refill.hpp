// Replaces the values in a list of statistics by the values of other counters of the same type. The
// list keeps its names, units and meanings, because making them is most of the cost of collecting a
// list.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "heddle/base/statistics/statistic.hpp"

namespace heddle {

/// Writes the values that it visits into a list that a StatisticList has collected.
class StatisticRefill final : public StatisticVisitor {
 public:
  explicit StatisticRefill(std::vector<Statistic>& values) : values_(values) {}
  void count(std::string_view name, std::uint64_t value, std::string_view unit,
             std::string_view doc) override;
  using StatisticVisitor::ratio;
  void ratio(std::string_view name, double numerator, double denominator, std::string_view unit,
             std::string_view doc) override;
  void time(std::string_view name, std::uint64_t value, std::string_view unit,
            std::string_view doc) override {
    count(name, value, unit, doc);
  }
  void rate(std::string_view name, double numerator, double denominator, std::string_view unit,
            std::string_view doc) override {
    ratio(name, numerator, denominator, unit, doc);
  }
  void amount(std::string_view name, const Amount& amount, std::string_view unit,
              std::string_view doc) override;
  void rate(std::string_view name, const Amount& amount, double time, std::string_view unit,
            std::string_view doc) override;
  void product(std::string_view name, const Amount& amount, double time, std::string_view unit,
               std::string_view doc) override;
  void least(std::string_view name, double value, std::string_view unit,
             std::string_view doc) override;
  void greatest(std::string_view name, double value, std::string_view unit,
                std::string_view doc) override;
  void geometric_mean(std::string_view name, double logarithms, double number,
                      std::string_view unit, std::string_view doc) override;
  /// Whether the list has exactly the visited names, in the order of the visits.
  bool fits() const { return fits_ && next_ == values_.size(); }

 protected:
  void begin_group(std::string_view name) override;
  void end_group(std::string_view name) override;

 private:
  void put(std::string_view name, double value, double weight, double timed = 0);

  std::vector<Statistic>& values_;
  std::size_t next_ = 0;
  std::string prefix_;  ///< prefix of the names in the current group
  bool fits_ = true;
};

/// Turns `values` into the statistics of `counters`, whatever `values` contained before.
template <typename Counters>
void refill(std::vector<Statistic>& values, const Counters& counters) {
  StatisticRefill refill(values);
  counters.describe(refill);
  if (refill.fits()) return;
  StatisticList list;
  counters.describe(list);
  values = std::move(list.values);
}

}  // namespace heddle
