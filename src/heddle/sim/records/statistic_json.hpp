// Statistics as JSON: values by name, and meanings. Counts are shown as integers.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "heddle/base/statistics/statistic.hpp"

namespace heddle::sim {

using Json = nlohmann::ordered_json;

/// Names and values of the statistics. `zeros`: whether zero values are included.
Json values_json(const std::vector<Statistic>& statistics, bool zeros);
/// The same text as values_json(statistics, false), written directly because a run may have
/// millions of launches.
std::string values_text(const std::vector<Statistic>& statistics);
/// The values of each SM, by number.
void add_sms(Json& json, const std::vector<std::vector<Statistic>>& sms);
/// Meaning and unit of each statistic.
Json meanings_json(const std::vector<Statistic>& statistics);

}  // namespace heddle::sim
