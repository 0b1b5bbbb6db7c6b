#include "heddle/sim/settings/setting_reader.hpp"

#include <cmath>
#include <limits>
#include <optional>

#include "heddle/base/error.hpp"
#include "heddle/base/text/quantity.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/sim/settings/parameter_rows.hpp"

namespace heddle::sim {
namespace {

/// Returns a description of the expected value, for example "whole number, 1 to 64 warps".
std::string expectation(const char* type, const ParameterInfo& info, double limit) {
  ParameterRow row;
  row.type = type;
  row.unit = info.unit;
  row.minimum = info.minimum;
  row.maximum = info.maximum > limit && limit < 0x1p63 ? limit : info.maximum;
  std::string text = fmt::format("a {}, {}", type, row.range());
  if (info.unit == "B") text += " (sizes may end in KiB, MiB, GiB, TiB)";
  return text;
}

std::optional<std::uint64_t> whole_of(const SettingValue& value, bool bytes) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) {
    if (*whole < 0) return std::nullopt;
    return static_cast<std::uint64_t>(*whole);
  }
  if (std::holds_alternative<bool>(value)) return std::nullopt;
  const std::string text = to_string(value);
  return bytes ? parse_bytes(text) : parse_count(text);
}

}  // namespace

const Setting* SettingReader::find(std::string_view name) {
  std::string key = key_of(name);
  const auto found = settings_.find(key);
  known_.insert(std::move(key));
  return found == settings_.end() ? nullptr : &found->second;
}

void SettingReader::refuse(std::string_view name, const Setting& setting,
                           const std::string& expected) const {
  fail("{}: {} = {}: expected {}", setting.origin, key_of(name), to_toml(setting.value), expected);
}

std::uint64_t SettingReader::whole(std::string_view name, const Setting& setting,
                                   const ParameterInfo& info, std::uint64_t limit) const {
  const auto value = whole_of(setting.value, info.unit == "B");
  const double maximum = std::min(info.maximum, static_cast<double>(limit));
  const bool fits = value && *value <= limit && static_cast<double>(*value) >= info.minimum &&
                    static_cast<double>(*value) <= info.maximum;
  if (!fits) refuse(name, setting, expectation("whole number", info, maximum));
  return *value;
}

void SettingReader::operator()(std::string_view name, std::uint32_t& value,
                               const ParameterInfo& info) {
  const Setting* setting = find(name);
  if (setting == nullptr) return;
  constexpr auto kLimit = std::numeric_limits<std::uint32_t>::max();
  value = static_cast<std::uint32_t>(whole(name, *setting, info, kLimit));
}

void SettingReader::operator()(std::string_view name, std::uint64_t& value,
                               const ParameterInfo& info) {
  const Setting* setting = find(name);
  if (setting == nullptr) return;
  value = whole(name, *setting, info, std::numeric_limits<std::uint64_t>::max());
}

void SettingReader::operator()(std::string_view name, double& value, const ParameterInfo& info) {
  const Setting* setting = find(name);
  if (setting == nullptr) return;
  double given = std::numeric_limits<double>::quiet_NaN();
  if (const auto* number = std::get_if<double>(&setting->value)) given = *number;
  if (const auto* whole = std::get_if<std::int64_t>(&setting->value)) {
    given = static_cast<double>(*whole);
  }
  if (!(given >= info.minimum && given <= info.maximum)) {
    refuse(name, *setting, expectation("number", info, std::numeric_limits<double>::infinity()));
  }
  value = given;
}

void SettingReader::operator()(std::string_view name, bool& value, const ParameterInfo&) {
  const Setting* setting = find(name);
  if (setting == nullptr) return;
  const bool* flag = std::get_if<bool>(&setting->value);
  if (flag == nullptr) refuse(name, *setting, "true or false");
  value = *flag;
}

void SettingReader::operator()(std::string_view name, std::string& value, const ParameterInfo&) {
  const Setting* setting = find(name);
  if (setting == nullptr) return;
  value = to_string(setting->value);
}

void SettingReader::choice(std::string_view name, ChoiceReference& value, const ParameterInfo&) {
  const Setting* setting = find(name);
  if (setting == nullptr) return;
  const std::string given = to_string(setting->value);
  for (std::size_t i = 0; i < value.names.size(); ++i) {
    if (value.names[i] != given) continue;
    value.value = static_cast<std::uint32_t>(i);
    return;
  }
  const std::vector<std::string> words(value.names.begin(), value.names.end());
  refuse(name, *setting, "one of " + comma_list(words) + did_you_mean(given, words));
}

std::string SettingReader::word(const std::string& key, const std::string& otherwise) {
  const Setting* setting = find(key);
  return setting == nullptr ? otherwise : to_string(setting->value);
}

void SettingReader::refuse_unread() const {
  const std::vector<std::string> known(known_.begin(), known_.end());
  for (const auto& [key, setting] : settings_) {
    if (known_.contains(key)) continue;
    fail("{}: unknown key '{}'{} (heddle list parameters shows them)", setting.origin, key,
         did_you_mean(key, known));
  }
}

}  // namespace heddle::sim
