// Statistics as JSON: their values by name, and what they mean. Counts are shown as integers.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "heddle/base/statistics/statistic.hpp"

namespace heddle::sim {

using Json = nlohmann::ordered_json;

/// Name and value of each; what is 0 only if `zeros`.
Json values_json(const std::vector<Statistic>& statistics, bool zeros);
/// The same text as values_json(statistics, false) has. It is written directly: a run may have
/// millions of launches.
std::string values_text(const std::vector<Statistic>& statistics);
/// The values of each SM, by number.
void add_sms(Json& json, const std::vector<std::vector<Statistic>>& sms);
/// What the values mean.
Json meanings_json(const std::vector<Statistic>& statistics);

}  // namespace heddle::sim
