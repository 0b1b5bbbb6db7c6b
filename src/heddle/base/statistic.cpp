#include "heddle/base/statistic.hpp"

#include <algorithm>
#include <cstddef>

namespace heddle {

void accumulate(std::vector<Statistic>& sum, const std::vector<Statistic>& part) {
  std::size_t expected = 0;  // lists of one origin have one order
  for (const Statistic& add : part) {
    const auto same = [&](const Statistic& value) { return value.name == add.name; };
    auto found = sum.begin() + static_cast<std::ptrdiff_t>(expected);
    if (found == sum.end() || !same(*found)) found = std::find_if(sum.begin(), sum.end(), same);
    if (found == sum.end()) {
      sum.push_back(add);
      expected = sum.size();
      continue;
    }
    expected = static_cast<std::size_t>(found - sum.begin()) + 1;
    if (add.merge != Merge::sum) {
      const bool keep = add.value == 0 || (found->value != 0 && (add.merge == Merge::least) ==
                                                                    (found->value < add.value));
      if (!keep) found->value = add.value;
      continue;
    }
    const double weight = found->weight + add.weight;
    found->value = weight == 0 ? found->value + add.value
                               : (found->value * found->weight + add.value * add.weight) / weight;
    found->weight = weight;
  }
}

void accumulate(std::vector<std::vector<Statistic>>& sums,
                const std::vector<std::vector<Statistic>>& parts) {
  sums.resize(std::max(sums.size(), parts.size()));
  for (std::size_t i = 0; i < parts.size(); ++i) accumulate(sums[i], parts[i]);
}

void StatisticList::count(std::string_view name, std::uint64_t value, std::string_view unit,
                          std::string_view doc) {
  add(name, value, unit, doc, Merge::sum);
}

void StatisticList::least(std::string_view name, std::uint64_t value, std::string_view unit,
                          std::string_view doc) {
  add(name, value, unit, doc, Merge::least);
}

void StatisticList::greatest(std::string_view name, std::uint64_t value, std::string_view unit,
                             std::string_view doc) {
  add(name, value, unit, doc, Merge::greatest);
}

void StatisticList::add(std::string_view name, std::uint64_t value, std::string_view unit,
                        std::string_view doc, Merge merge) {
  values.push_back({prefix_ + std::string(name), static_cast<double>(value), std::string(unit),
                    std::string(doc), 0, merge});
}

void StatisticList::ratio(std::string_view name, double numerator, double denominator,
                          std::string_view unit, std::string_view doc) {
  const double value = denominator == 0 ? 0 : numerator / denominator;
  values.push_back(
      {prefix_ + std::string(name), value, std::string(unit), std::string(doc), denominator});
}

void StatisticList::begin_group(std::string_view name) { prefix_ += std::string(name) + '.'; }

void StatisticList::end_group() {
  prefix_.pop_back();
  const auto dot = prefix_.rfind('.');
  prefix_.resize(dot == std::string::npos ? 0 : dot + 1);
}

}  // namespace heddle
