// What a user or a machine file says about a parameter, before the parameter's owner has read it: a
// dotted key, a value of one of TOML's plain types, and the place that it came from, for messages.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <variant>

namespace heddle::sim {

using SettingValue = std::variant<bool, std::int64_t, double, std::string>;

struct Setting {
  SettingValue value;
  std::string origin;         ///< "machines/gtx480.toml:12" or "--set"
  bool command_line = false;  ///< typed for this run, not part of a machine
};

using Settings = std::map<std::string, Setting, std::less<>>;

/// The value as it would be typed.
std::string to_string(const SettingValue& value);

/// Reads a TOML file; tables become dotted keys. Throws SourceError for broken TOML, and for values
/// that no parameter takes (arrays, dates).
Settings read_settings(const std::filesystem::path& file);
Settings parse_settings(std::string_view toml, const std::string& file_name);

/// Adds "key=value" of a `--set`; the value is a TOML value, or else a word.
void add_assignment(Settings& settings, std::string_view assignment);

/// Settings of `over` replace those of `under`.
void overlay(Settings& under, const Settings& over);

}  // namespace heddle::sim
