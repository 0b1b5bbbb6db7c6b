#include "heddle/sim/records/statistic_json.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <optional>

namespace heddle::sim {
namespace {

/// Returns the value as an integer, or nothing if JSON must show it as a fraction.
std::optional<std::uint64_t> whole_value(const Statistic& statistic) {
  const double value = statistic.value;
  const bool whole =
      statistic.weight == 0 && value >= 0 && value < 0x1p53 && value == std::trunc(value);
  return whole ? std::optional(static_cast<std::uint64_t>(value)) : std::nullopt;
}

Json value_json(const Statistic& statistic) {
  const auto whole = whole_value(statistic);
  return whole ? Json(*whole) : Json(statistic.value);
}

/// Appends the name as a JSON string.
void append_quoted(std::string& text, const std::string& name) {
  const auto is_plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '_';
  };
  if (!std::ranges::all_of(name, is_plain)) {
    text += Json(name).dump();
    return;
  }
  text += '"';
  text += name;
  text += '"';
}

}  // namespace

Json values_json(const std::vector<Statistic>& statistics, bool zeros) {
  Json values = Json::object();
  for (const Statistic& statistic : statistics) {
    if (zeros || statistic.value != 0) values[statistic.name] = value_json(statistic);
  }
  return values;
}

std::string values_text(const std::vector<Statistic>& statistics) {
  std::string text;
  for (const Statistic& statistic : statistics) {
    if (statistic.value == 0) continue;
    text += text.empty() ? '{' : ',';
    append_quoted(text, statistic.name);
    text += ':';
    const auto whole = whole_value(statistic);
    text += whole ? std::to_string(*whole) : Json(statistic.value).dump();
  }
  return text.empty() ? "{}" : text + '}';
}

void add_sms(Json& json, const std::vector<std::vector<Statistic>>& sms) {
  if (sms.empty()) return;
  Json list = Json::array();
  for (const auto& statistics : sms) list.push_back(values_json(statistics, false));
  json["sms"] = std::move(list);
}

Json meanings_json(const std::vector<Statistic>& statistics) {
  Json meanings = Json::object();
  for (const Statistic& statistic : statistics) {
    meanings[statistic.name] = {{"unit", statistic.unit}, {"description", statistic.description}};
  }
  return meanings;
}

}  // namespace heddle::sim
