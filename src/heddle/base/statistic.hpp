// Statistics are plain structs of counters in the unit that counts; `describe(StatisticVisitor&)
// const` gives each value its name, unit and meaning once. A region of a run is the difference of
// two copies.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

/// How values of parts make that of the whole.
enum class Merge : std::uint8_t { sum, least, greatest, geometric, product };

/// A sum that is no whole number, such as an energy, and what of it grows with time. Both are
/// multiples of kUnit, so that sums up to 2^13 are exact in any order.
struct Amount {
  static constexpr double kUnit = 0x1p-40;

  double value = 0;
  double timed = 0;  ///< of parts that run at the same time it counts once
};

/// One measured value as results show it.
struct Statistic {
  std::string name;  ///< dotted: "l1d.misses"
  double value = 0;  ///< counts are exact up to 2^53
  std::string unit;  ///< "cycles", "instructions", "B", "" for a ratio
  std::string description;
  double weight = 0;         ///< of a ratio: its denominator; 0: a count, and counts add up; of a
                             ///< geometric mean: how many values it is of; of a product: its time
  Merge merge = Merge::sum;  ///< least and greatest: 0 is none
  /// It, or of a ratio its denominator, grows with time: what parts have in common counts once.
  bool of_time = false;
  double timed = 0;  ///< of an amount, or of a ratio's or product's: Amount::timed
};

/// Adds what was counted elsewhere, name by name: counts add up, ratios are those of the sums, of
/// extremes the more extreme one stays, geometric means are those of all values. `own_time`: the
/// share of the part's time that it has in common with nothing that is in the sum already.
void accumulate(std::vector<Statistic>& sum, const std::vector<Statistic>& part,
                double own_time = 1);
/// The same of lists of lists, such as those of each SM, one by one.
void accumulate(std::vector<std::vector<Statistic>>& sums,
                const std::vector<std::vector<Statistic>>& parts);

class StatisticVisitor {
 public:
  virtual ~StatisticVisitor() = default;
  virtual void count(std::string_view name, std::uint64_t value, std::string_view unit,
                     std::string_view doc) = 0;
  /// A quotient of two counts; 0 while the denominator is 0.
  virtual void ratio(std::string_view name, double numerator, double denominator,
                     std::string_view unit, std::string_view doc) = 0;
  /// A span of time, and a quotient whose denominator grows with it (Statistic::of_time).
  virtual void time(std::string_view name, std::uint64_t value, std::string_view unit,
                    std::string_view doc) = 0;
  virtual void rate(std::string_view name, double numerator, double denominator,
                    std::string_view unit, std::string_view doc) = 0;
  /// An amount; what it is on average over a time, and its product with a time.
  virtual void amount(std::string_view name, const Amount& amount, std::string_view unit,
                      std::string_view doc) = 0;
  virtual void rate(std::string_view name, const Amount& amount, double time, std::string_view unit,
                    std::string_view doc) = 0;
  virtual void product(std::string_view name, const Amount& amount, double time,
                       std::string_view unit, std::string_view doc) = 0;
  /// The least and greatest of what was seen; 0 if nothing was.
  virtual void least(std::string_view name, double value, std::string_view unit,
                     std::string_view doc) = 0;
  virtual void greatest(std::string_view name, double value, std::string_view unit,
                        std::string_view doc) = 0;
  /// Of so many values whose natural logarithms add up to this; 0 while there is none.
  virtual void geometric_mean(std::string_view name, double logarithms, double number,
                              std::string_view unit, std::string_view doc) = 0;
  /// A quotient whose parts are not at hand: sums weigh each part alike.
  void ratio(std::string_view name, double value, std::string_view unit, std::string_view doc) {
    ratio(name, value, 1, unit, doc);
  }

  /// Counters inside counters: their values are named "name.value".
  template <typename Counters>
  void group(std::string_view name, const Counters& counters) {
    begin_group(name);
    counters.describe(*this);
    end_group(name);
  }

 protected:
  /// The name may have dots.
  virtual void begin_group(std::string_view name) = 0;
  virtual void end_group(std::string_view name) = 0;
};

/// Collects what it visits, with full names.
class StatisticList final : public StatisticVisitor {
 public:
  std::vector<Statistic> values;
  void count(std::string_view name, std::uint64_t value, std::string_view unit,
             std::string_view doc) override;
  void least(std::string_view name, double value, std::string_view unit,
             std::string_view doc) override;
  void greatest(std::string_view name, double value, std::string_view unit,
                std::string_view doc) override;
  void geometric_mean(std::string_view name, double logarithms, double number,
                      std::string_view unit, std::string_view doc) override;
  using StatisticVisitor::ratio;
  void ratio(std::string_view name, double numerator, double denominator, std::string_view unit,
             std::string_view doc) override;
  void time(std::string_view name, std::uint64_t value, std::string_view unit,
            std::string_view doc) override;
  void rate(std::string_view name, double numerator, double denominator, std::string_view unit,
            std::string_view doc) override;
  void amount(std::string_view name, const Amount& amount, std::string_view unit,
              std::string_view doc) override;
  void rate(std::string_view name, const Amount& amount, double time, std::string_view unit,
            std::string_view doc) override;
  void product(std::string_view name, const Amount& amount, double time, std::string_view unit,
               std::string_view doc) override;

 protected:
  void begin_group(std::string_view name) override;
  void end_group(std::string_view name) override;

 private:
  void add(std::string_view name, double value, std::string_view unit, std::string_view doc,
           double weight, Merge merge);

  std::string prefix_;
};

}  // namespace heddle
