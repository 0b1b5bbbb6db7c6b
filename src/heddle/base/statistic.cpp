#include "heddle/base/statistic.hpp"

namespace heddle {

void StatisticList::count(std::string_view name, std::uint64_t value, std::string_view unit,
                          std::string_view doc) {
  ratio(name, static_cast<double>(value), unit, doc);
}

void StatisticList::ratio(std::string_view name, double value, std::string_view unit,
                          std::string_view doc) {
  values.push_back({prefix_ + std::string(name), value, std::string(unit), std::string(doc)});
}

void StatisticList::begin_group(std::string_view name) { prefix_ += std::string(name) + '.'; }

void StatisticList::end_group() {
  prefix_.pop_back();
  const auto dot = prefix_.rfind('.');
  prefix_.resize(dot == std::string::npos ? 0 : dot + 1);
}

}  // namespace heddle
