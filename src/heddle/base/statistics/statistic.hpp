// Statistics are plain structs of counters. The unit that counts owns its struct.
// `describe(StatisticVisitor&) const` gives each value its name, unit and meaning, once. The
// statistics of a period are the difference of two copies of the struct.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

/// How the values of parts (units or launches) combine into the value of the whole.
enum class Merge : std::uint8_t { sum, least, greatest, geometric, product };

/// A sum that need not be a whole number, such as an energy, and the share of this sum that grows
/// with time. Both numbers are multiples of kUnit, so sums up to 2^13 are exact, whatever the order
/// of addition.
struct Amount {
  static constexpr double kUnit = 0x1p-40;

  double value = 0;
  /// The share of the sum that grows with time. Where parts overlap in time, the common time counts
  /// once.
  double timed = 0;
};

/// One measured value as results show it.
struct Statistic {
  std::string name;  ///< dotted: "l1d.misses"
  double value = 0;  ///< counts are exact up to 2^53
  std::string unit;  ///< "cycles", "instructions", "B", "" for a ratio
  std::string description;
  /// The denominator of a ratio, the number of values of a geometric mean, or the time of a
  /// product; 0 for a count.
  double weight = 0;
  Merge merge = Merge::sum;  ///< for `least` and `greatest`, the value 0 means that no value was
                             ///< seen
  /// True if the value is a time, or is a ratio whose denominator is a time. Where parts overlap in
  /// time, the common time then counts once.
  bool of_time = false;
  double timed = 0;  ///< Amount::timed of the amount from which the value comes; 0 for other values
};

/// Adds the statistics of a part to a sum, name by name. Counts are added. A ratio becomes the
/// ratio of the sums. A minimum becomes the smaller value, a maximum the greater one. A geometric
/// mean becomes the geometric mean of all values. `own_time` is the share of the part's time that
/// overlaps with nothing in the sum so far.
void accumulate(std::vector<Statistic>& sum, const std::vector<Statistic>& part,
                double own_time = 1);
/// Calls accumulate() for each list of a list of lists, for example for the list of each SM.
void accumulate(std::vector<std::vector<Statistic>>& sums,
                const std::vector<std::vector<Statistic>>& parts);

class StatisticVisitor {
 public:
  StatisticVisitor() = default;
  virtual ~StatisticVisitor() = default;
  /// Returns whether to describe values of a feature that a machine or launch may lack. The values
  /// are described if the feature is `present`, or if the visitor lists all values that any launch
  /// can have.
  bool wants(bool present) const { return present || wants_absent_; }
  virtual void count(std::string_view name, std::uint64_t value, std::string_view unit,
                     std::string_view doc) = 0;
  /// A quotient of two counts; 0 while the denominator is 0.
  virtual void ratio(std::string_view name, double numerator, double denominator,
                     std::string_view unit, std::string_view doc) = 0;
  /// The next two functions describe a duration, and a quotient whose denominator is a duration
  /// (Statistic::of_time).
  virtual void time(std::string_view name, std::uint64_t value, std::string_view unit,
                    std::string_view doc) = 0;
  virtual void rate(std::string_view name, double numerator, double denominator,
                    std::string_view unit, std::string_view doc) = 0;
  /// The next three functions describe an amount, the amount divided by a time, and the amount
  /// multiplied by a time.
  virtual void amount(std::string_view name, const Amount& amount, std::string_view unit,
                      std::string_view doc) = 0;
  virtual void rate(std::string_view name, const Amount& amount, double time, std::string_view unit,
                    std::string_view doc) = 0;
  virtual void product(std::string_view name, const Amount& amount, double time,
                       std::string_view unit, std::string_view doc) = 0;
  /// The next two functions describe the minimum and the maximum of the values seen; 0 if there was
  /// no value.
  virtual void least(std::string_view name, double value, std::string_view unit,
                     std::string_view doc) = 0;
  virtual void greatest(std::string_view name, double value, std::string_view unit,
                        std::string_view doc) = 0;
  /// The geometric mean of `number` values; 0 if there is no value. `logarithms` is the sum of
  /// their natural logarithms.
  virtual void geometric_mean(std::string_view name, double logarithms, double number,
                              std::string_view unit, std::string_view doc) = 0;
  /// A quotient whose numerator and denominator are not known. In a sum, the quotients of all parts
  /// have the same weight.
  void ratio(std::string_view name, double value, std::string_view unit, std::string_view doc) {
    ratio(name, value, 1, unit, doc);
  }

  /// Counters inside counters. The values of the inner counters are named "name.value".
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
