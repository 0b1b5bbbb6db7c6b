// Statistics as JSON: the values by name, and the meanings by name. Counts are shown as integers.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "heddle/base/statistics/statistic.hpp"

namespace heddle::sim {

using Json = nlohmann::ordered_json;

/// Names and values of the statistics. `zeros`: whether zero values are included.
Json values_json(const std::vector<Statistic>& statistics, bool zeros);
/// Returns the text of values_json(statistics, false). Writes the text directly, without a JSON
/// object, because a run may have millions of launches.
std::string values_text(const std::vector<Statistic>& statistics);
/// Adds to `json` the values of each SM, by SM number.
void add_sms(Json& json, const std::vector<std::vector<Statistic>>& sms);
/// Meaning and unit of each statistic.
Json meanings_json(const std::vector<Statistic>& statistics);

}  // namespace heddle::sim
