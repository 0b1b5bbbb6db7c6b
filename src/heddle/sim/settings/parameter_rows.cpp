#include "heddle/sim/settings/parameter_rows.hpp"

#include <cmath>
#include <limits>
#include <map>

#include <fmt/core.h>

#include "heddle/base/text/suggestion.hpp"

namespace heddle::sim {
namespace {

/// Returns a whole number as a TOML value. TOML's whole numbers have 63 bits. A number with 64 bits
/// becomes text, which SettingReader also accepts.
SettingValue whole(std::uint64_t value) {
  if (value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    return static_cast<std::int64_t>(value);
  }
  return fmt::format("{}", value);
}

std::string number_text(double value) {
  if (value == std::floor(value) && std::fabs(value) < 1e15) return fmt::format("{:.0f}", value);
  return fmt::format("{}", value);
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      out += fmt::format("\\u{:04X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      out += c;
    }
  }
  return out + "\"";
}

}  // namespace

bool ParameterRow::is_number() const { return type == "number" || type == "whole number"; }

std::string ParameterRow::range() const {
  if (!choices.empty()) return comma_list(choices);
  if (!is_number()) return type;
  const std::string suffix = unit.empty() ? "" : " " + unit;
  if (std::isinf(maximum)) return fmt::format("{} or more{}", number_text(minimum), suffix);
  return fmt::format("{} to {}{}", number_text(minimum), number_text(maximum), suffix);
}

ParameterRow& ParameterRows::add(std::string_view name, const char* type, SettingValue value,
                                 const ParameterInfo& info) {
  ParameterRow row;
  row.key = key_of(name);
  row.type = type;
  row.value = std::move(value);
  row.unit = info.unit;
  row.minimum = info.minimum;
  row.maximum = info.maximum;
  row.doc = info.doc;
  rows.push_back(std::move(row));
  return rows.back();
}

void ParameterRows::operator()(std::string_view name, std::uint32_t& value,
                               const ParameterInfo& info) {
  ParameterRow& row = add(name, "whole number", whole(value), info);
  if (std::isinf(row.maximum)) row.maximum = std::numeric_limits<std::uint32_t>::max();
}

void ParameterRows::operator()(std::string_view name, std::uint64_t& value,
                               const ParameterInfo& info) {
  add(name, "whole number", whole(value), info);
}

void ParameterRows::operator()(std::string_view name, double& value, const ParameterInfo& info) {
  add(name, "number", value, info);
}

void ParameterRows::operator()(std::string_view name, bool& value, const ParameterInfo& info) {
  add(name, "true or false", value, info);
}

void ParameterRows::operator()(std::string_view name, std::string& value,
                               const ParameterInfo& info) {
  add(name, "text", value, info);
}

void ParameterRows::choice(std::string_view name, ChoiceReference& value,
                           const ParameterInfo& info) {
  ParameterRow& row = add(name, "word", std::string(value.names[value.value]), info);
  row.choices.assign(value.names.begin(), value.names.end());
}

std::string to_toml(const SettingValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return quoted(*text);
  std::string text = to_string(value);
  if (std::holds_alternative<double>(value) && text.find_first_of(".en") == std::string::npos) {
    text += ".0";
  }
  return text;
}

std::string to_toml(const std::vector<ParameterRow>& rows) {
  std::vector<std::string> tables;  // in the order of their first row
  std::map<std::string, std::string> lines;
  for (const ParameterRow& row : rows) {
    const std::size_t dot = row.key.rfind('.');
    const std::string table = dot == std::string::npos ? "" : row.key.substr(0, dot);
    const std::string name = dot == std::string::npos ? row.key : row.key.substr(dot + 1);
    const std::string unit = row.unit.empty() ? "" : row.unit + "; ";
    if (!lines.contains(table)) tables.push_back(table);
    lines[table] += fmt::format("{} = {}  # {}{}\n", name, to_toml(row.value), unit, row.doc);
  }
  std::string out;
  for (const std::string& table : tables) {
    if (!table.empty()) out += fmt::format("{}[{}]\n", out.empty() ? "" : "\n", table);
    out += lines[table];
  }
  return out;
}

}  // namespace heddle::sim
