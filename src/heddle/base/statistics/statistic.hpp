// Statistics are plain structs of counters. The unit that counts owns its struct.
// `describe(StatisticVisitor&) const` gives each value its name, unit and meaning, once. The
// statistics of a period are the difference of two copies.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

/// How the values of parts combine into the value of the whole.
enum class Merge : std::uint8_t { sum, least, greatest, geometric, product };

/// A sum that is no whole number, such as an energy, and the share of the sum that grows with time.
/// Both are multiples of kUnit, so sums up to 2^13 are exact in any order.
struct Amount {
  static constexpr double kUnit = 0x1p-40;

  double value = 0;
  /// The part of the sum that grows with time. Where parts overlap in time, the common time counts
  /// once.
  double timed = 0;
};

/// One measured value as results show it.
struct Statistic {
  std::string name;  ///< dotted: "l1d.misses"
  double value = 0;  ///< counts are exact up to 2^53
  std::string unit;  ///< "cycles", "instructions", "B", "" for a ratio
  std::string description;
  /// For a ratio: the denominator. For a geometric mean: the number of values. For a product: the
  /// time. For a count: 0.
  double weight = 0;
  Merge merge = Merge::sum;  ///< least and greatest: the value 0 means that no value was seen
  /// The value (for a ratio: the denominator) grows with time. Where parts overlap in time, that
  /// time counts once.
  bool of_time = false;
  double timed = 0;  ///< Amount::timed of the amount, or of the ratio's or product's amount
};

/// Adds the statistics of a part to a sum, name by name. Counts add up. A ratio becomes the ratio
/// of the sums. Of two extremes, the more extreme one stays. A geometric mean becomes the mean of
/// all values. `own_time` is the share of the part's time that overlaps with nothing in the sum so
/// far.
void accumulate(std::vector<Statistic>& sum, const std::vector<Statistic>& part,
                double own_time = 1);
/// Like above, for lists of lists, such as one list for each SM.
void accumulate(std::vector<std::vector<Statistic>>& sums,
                const std::vector<std::vector<Statistic>>& parts);

class StatisticVisitor {
 public:
  StatisticVisitor() = default;
  virtual ~StatisticVisitor() = default;
  /// Returns whether to describe values of something that a machine or launch may lack: if it is
  /// `present`, or if the visitor lists all values that any launch has.
  bool wants(bool present) const { return present || wants_absent_; }
  virtual void count(std::string_view name, std::uint64_t value, std::string_view unit,
                     std::string_view doc) = 0;
  /// A quotient of two counts; 0 while the denominator is 0.
  virtual void ratio(std::string_view name, double numerator, double denominator,
                     std::string_view unit, std::string_view doc) = 0;
  /// A duration, and a quotient whose denominator is a duration (Statistic::of_time).
  virtual void time(std::string_view name, std::uint64_t value, std::string_view unit,
                    std::string_view doc) = 0;
  virtual void rate(std::string_view name, double numerator, double denominator,
                    std::string_view unit, std::string_view doc) = 0;
  /// An amount, its mean over a time, and its product with a time.
  virtual void amount(std::string_view name, const Amount& amount, std::string_view unit,
                      std::string_view doc) = 0;
  virtual void rate(std::string_view name, const Amount& amount, double time, std::string_view unit,
                    std::string_view doc) = 0;
  virtual void product(std::string_view name, const Amount& amount, double time,
                       std::string_view unit, std::string_view doc) = 0;
  /// The least and greatest value seen; 0 if there was none.
  virtual void least(std::string_view name, double value, std::string_view unit,
                     std::string_view doc) = 0;
  virtual void greatest(std::string_view name, double value, std::string_view unit,
                        std::string_view doc) = 0;
  /// The geometric mean of `number` values; `logarithms` is the sum of their natural logarithms. 0
  /// if there is no value.
  virtual void geometric_mean(std::string_view name, double logarithms, double number,
                              std::string_view unit, std::string_view doc) = 0;
  /// A quotient whose numerator and denominator are not known. Sums give all parts equal weight.
  void ratio(std::string_view name, double value, std::string_view unit, std::string_view doc) {
    ratio(name, value, 1, unit, doc);
  }

  /// Counters inside counters. Their values are named "name.value".
  template <typename Counters>
  void group(std::string_view name, const Counters& counters) {
    begin_group(name);
    counters.describe(*this);
    end_group(name);
  }

 protected:
  explicit StatisticVisitor(bool wants_absent) : wants_absent_(wants_absent) {}
  /// The name may have dots.
  virtual void begin_group(std::string_view name) = 0;
  virtual void end_group(std::string_view name) = 0;

 private:
  bool wants_absent_ = false;
};

/// Collects all values that it visits, with full names.
class StatisticList final : public StatisticVisitor {
 public:
  StatisticList() = default;
  /// `wants_absent`: see StatisticVisitor::wants().
  explicit StatisticList(bool wants_absent) : StatisticVisitor(wants_absent) {}

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
