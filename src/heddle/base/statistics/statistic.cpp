#include "heddle/base/statistics/statistic.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace heddle {

namespace {

/// Returns how much of the part's amount the sum already contains, because the time of the part
/// overlaps with the time of the sum.
double in_common(const Statistic& part, double own_time) {
  return own_time == 1 ? 0
                       : std::round(part.timed * (1 - own_time) / Amount::kUnit) * Amount::kUnit;
}

/// Adds a part that is a count, an amount or a ratio to the sum.
void add_to(Statistic& sum, const Statistic& part, double own_time) {
  const double share = part.of_time ? own_time : 1;
  const double weight = sum.weight + part.weight * share;
  const double common = in_common(part, own_time);
  if (weight == 0) {
    sum.value += (share == 1 ? part.value : std::round(part.value * share)) - common;
  } else {
    sum.value = (sum.value * sum.weight + part.value * part.weight - common) / weight;
  }
  sum.weight = weight;
  sum.timed += part.timed - common;
}

void add_product(Statistic& sum, const Statistic& part, double own_time) {
  const auto amount_of = [](const Statistic& product) {
    return product.weight == 0 ? 0 : product.value / product.weight;
  };
  const double common = in_common(part, own_time);
  const double amount = amount_of(sum) + amount_of(part) - common;
  sum.weight += part.weight * own_time;
  sum.value = amount * sum.weight;
  sum.timed += part.timed - common;
}

void add_geometrically(Statistic& sum, const Statistic& part) {
  if (part.weight == 0) return;
  const double weight = sum.weight + part.weight;
  if (sum.weight == 0) {
    sum.value = part.value;
  } else {
    sum.value =
        std::exp((std::log(sum.value) * sum.weight + std::log(part.value) * part.weight) / weight);
  }
  sum.weight = weight;
}

bool is_more_extreme(const Statistic& value, const Statistic& than) {
  if (value.value == 0 || than.value == 0) return value.value != 0;
  return (value.merge == Merge::least) ? value.value < than.value : value.value > than.value;
}

}  // namespace

void accumulate(std::vector<Statistic>& sum, const std::vector<Statistic>& part, double own_time) {
  std::size_t expected = 0;  // lists from the same origin have their names in the same order
  for (const Statistic& add : part) {
    const auto same = [&](const Statistic& value) { return value.name == add.name; };
    auto found = sum.begin() + static_cast<std::ptrdiff_t>(expected);
    if (found == sum.end() || !same(*found)) found = std::find_if(sum.begin(), sum.end(), same);
    if (found == sum.end()) {
      sum.push_back(add);
      found = sum.end() - 1;
      found->value = found->weight = found->timed = 0;
    }
    expected = static_cast<std::size_t>(found - sum.begin()) + 1;
    if (add.merge == Merge::sum) {
      add_to(*found, add, own_time);
    } else if (add.merge == Merge::geometric) {
      add_geometrically(*found, add);
    } else if (add.merge == Merge::product) {
      add_product(*found, add, own_time);
    } else if (is_more_extreme(add, *found)) {
      found->value = add.value;
    }
  }
}

void accumulate(std::vector<std::vector<Statistic>>& sums,
                const std::vector<std::vector<Statistic>>& parts) {
  sums.resize(std::max(sums.size(), parts.size()));
  for (std::size_t i = 0; i < parts.size(); ++i) accumulate(sums[i], parts[i]);
}

void StatisticList::count(std::string_view name, std::uint64_t value, std::string_view unit,
                          std::string_view doc) {
  add(name, static_cast<double>(value), unit, doc, 0, Merge::sum);
}

void StatisticList::least(std::string_view name, double value, std::string_view unit,
                          std::string_view doc) {
  add(name, value, unit, doc, 0, Merge::least);
}

void StatisticList::greatest(std::string_view name, double value, std::string_view unit,
                             std::string_view doc) {
  add(name, value, unit, doc, 0, Merge::greatest);
}

void StatisticList::geometric_mean(std::string_view name, double logarithms, double number,
                                   std::string_view unit, std::string_view doc) {
  add(name, number == 0 ? 0 : std::exp(logarithms / number), unit, doc, number, Merge::geometric);
}

void StatisticList::add(std::string_view name, double value, std::string_view unit,
                        std::string_view doc, double weight, Merge merge) {
  values.push_back(
      {prefix_ + std::string(name), value, std::string(unit), std::string(doc), weight, merge});
}

void StatisticList::ratio(std::string_view name, double numerator, double denominator,
                          std::string_view unit, std::string_view doc) {
  add(name, denominator == 0 ? 0 : numerator / denominator, unit, doc, denominator, Merge::sum);
}

void StatisticList::time(std::string_view name, std::uint64_t value, std::string_view unit,
                         std::string_view doc) {
  count(name, value, unit, doc);
  values.back().of_time = true;
}

void StatisticList::rate(std::string_view name, double numerator, double denominator,
                         std::string_view unit, std::string_view doc) {
  ratio(name, numerator, denominator, unit, doc);
  values.back().of_time = true;
}

void StatisticList::amount(std::string_view name, const Amount& amount, std::string_view unit,
                           std::string_view doc) {
  add(name, amount.value, unit, doc, 0, Merge::sum);
  values.back().timed = amount.timed;
}

void StatisticList::rate(std::string_view name, const Amount& amount, double time,
                         std::string_view unit, std::string_view doc) {
  rate(name, amount.value, time, unit, doc);
  values.back().timed = amount.timed;
}

void StatisticList::product(std::string_view name, const Amount& amount, double time,
                            std::string_view unit, std::string_view doc) {
  add(name, amount.value * time, unit, doc, time, Merge::product);
  values.back().timed = amount.timed;
}

void StatisticList::begin_group(std::string_view name) { prefix_ += std::string(name) + '.'; }

void StatisticList::end_group(std::string_view name) {
  prefix_.resize(prefix_.size() - name.size() - 1);
}

}  // namespace heddle
