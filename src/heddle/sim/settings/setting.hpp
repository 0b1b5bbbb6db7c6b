// A setting: a dotted key, a value of a plain TOML type, and its origin for messages. Settings come
// from users and machine files. The owner of a parameter reads and checks its setting.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace heddle::sim {

using SettingValue = std::variant<bool, std::int64_t, double, std::string>;

struct Setting {
  SettingValue value;
  std::string origin;         ///< "machines/gtx480.toml:12" or "--set"
  bool command_line = false;  ///< from the command line, not from a machine file
  unsigned depth = 0;         ///< number of files of the user and of machines that build on it
};

using Settings = std::map<std::string, Setting, std::less<>>;

/// The value as a user types it.
std::string to_string(const SettingValue& value);

/// Reads a TOML file. The names of tables become parts of dotted keys. Paths of policy libraries
/// become absolute. Throws SourceError for
/// invalid TOML and for values of types that no parameter has (arrays, dates).
Settings read_settings(const std::filesystem::path& file);
Settings parse_settings(std::string_view toml, const std::string& file_name);

/// Adds the setting "key=value" of an option `--set`. The value is a TOML value or a word without
/// quotes.
void add_assignment(Settings& settings, std::string_view assignment);

/// Adds the settings of `over` to `under`. A setting of `over` replaces a setting of `under` with
/// the same key.
void overlay(Settings& under, const Settings& over);
/// Notes that other settings build on these.
void become_base(Settings& settings);

/// Returns the message with the places of the settings that it names. The message begins with the
/// place of one of them: settings of the command line come first, and those of bases last.
/// `prefixes`: prefixes that keys in the message may lack, such as "organisation.temporal.".
std::string with_places(std::string_view message, const Settings& settings,
                        std::span<const std::string> prefixes);
/// Calls check(). If check() throws Error, throws an Error with the message of with_places().
void check_with_places(const Settings& settings, std::span<const std::string> prefixes,
                       const std::function<void()>& check);

}  // namespace heddle::sim
