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
    const double weight = found->weight + add.weight;
    found->value = weight == 0 ? found->value + add.value
                               : (found->value * found->weight + add.value * add.weight) / weight;
    found->weight = weight;
  }
}

void StatisticList::count(std::string_view name, std::uint64_t value, std::string_view unit,
                          std::string_view doc) {
  values.push_back({prefix_ + std::string(name), static_cast<double>(value), std::string(unit),
                    std::string(doc), 0});
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
