#include "heddle/base/statistics/statistic_refill.hpp"

#include <cmath>

namespace heddle {

void StatisticRefill::count(std::string_view name, std::uint64_t value, std::string_view /*unit*/,
                            std::string_view /*doc*/) {
  put(name, static_cast<double>(value), 0);
}

void StatisticRefill::ratio(std::string_view name, double numerator, double denominator,
                            std::string_view /*unit*/, std::string_view /*doc*/) {
  put(name, denominator == 0 ? 0 : numerator / denominator, denominator);
}

void StatisticRefill::amount(std::string_view name, const Amount& amount, std::string_view /*unit*/,
                             std::string_view /*doc*/) {
  put(name, amount.value, 0, amount.timed);
}

void StatisticRefill::rate(std::string_view name, const Amount& amount, double time,
                           std::string_view /*unit*/, std::string_view /*doc*/) {
  put(name, time == 0 ? 0 : amount.value / time, time, amount.timed);
}

void StatisticRefill::product(std::string_view name, const Amount& amount, double time,
                              std::string_view /*unit*/, std::string_view /*doc*/) {
  put(name, amount.value * time, time, amount.timed);
}

void StatisticRefill::least(std::string_view name, double value, std::string_view /*unit*/,
                            std::string_view /*doc*/) {
  put(name, value, 0);
}

void StatisticRefill::greatest(std::string_view name, double value, std::string_view /*unit*/,
                               std::string_view /*doc*/) {
  put(name, value, 0);
}

void StatisticRefill::geometric_mean(std::string_view name, double logarithms, double number,
                                     std::string_view /*unit*/, std::string_view /*doc*/) {
  put(name, number == 0 ? 0 : std::exp(logarithms / number), number);
}

void StatisticRefill::begin_group(std::string_view name) {
  prefix_ += name;
  prefix_ += '.';
}

void StatisticRefill::end_group(std::string_view name) {
  prefix_.resize(prefix_.size() - name.size() - 1);
}

void StatisticRefill::put(std::string_view name, double value, double weight, double timed) {
  const auto is_named = [&](std::string_view full) {
    return full.size() == prefix_.size() + name.size() && full.starts_with(prefix_) &&
           full.ends_with(name);
  };
  fits_ = fits_ && next_ < values_.size() && is_named(values_[next_].name);
  if (!fits_) return;
  values_[next_].value = value;
  values_[next_].weight = weight;
  values_[next_].timed = timed;
  ++next_;
}

}  // namespace heddle
