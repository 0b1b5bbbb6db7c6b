#include "heddle/sim/settings/setting.hpp"

#include <toml++/toml.h>

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/sim/settings/policy_libraries.hpp"

namespace heddle::sim {
namespace {

SourcePlace place(const toml::source_region& source, const std::string& file) {
  return {file, static_cast<unsigned>(source.begin.line),
          static_cast<unsigned>(source.begin.column)};
}

SettingValue plain_value(const toml::node& node, const std::string& key, const std::string& file) {
  if (const auto* flag = node.as_boolean()) return flag->get();
  if (const auto* whole = node.as_integer()) return whole->get();
  if (const auto* number = node.as_floating_point()) return number->get();
  if (const auto* text = node.as_string()) return text->get();
  throw SourceError(place(node.source(), file),
                    fmt::format("'{}' takes a number, a word or true/false", key));
}

void flatten(const toml::table& table, const std::string& prefix, const std::string& file,
             Settings& settings) {
  for (const auto& [name, node] : table) {
    const std::string key = prefix + std::string(name.str());
    if (const auto* inner = node.as_table()) {
      flatten(*inner, key + ".", file, settings);
      continue;
    }
    const std::string origin = fmt::format("{}:{}", file, node.source().begin.line);
    settings[key] = {plain_value(node, key, file), origin};
  }
}

/// Returns `text` as a TOML value, or as a word if it is no TOML value.
SettingValue value_from_text(std::string_view text) {
  try {
    const toml::table table = toml::parse("x = " + std::string(text));
    const toml::node* node = table.get("x");
    if (table.size() == 1 && node != nullptr && node->is_value()) {
      return plain_value(*node, "x", "--set");
    }
  } catch (const toml::parse_error&) {
  } catch (const SourceError&) {
  }
  return std::string(text);
}

}  // namespace

std::string to_string(const SettingValue& value) {
  struct Text {
    std::string operator()(bool flag) const { return flag ? "true" : "false"; }
    std::string operator()(std::int64_t whole) const { return fmt::format("{}", whole); }
    std::string operator()(double number) const { return fmt::format("{}", number); }
    std::string operator()(const std::string& text) const { return text; }
  };
  return std::visit(Text{}, value);
}

Settings parse_settings(std::string_view toml, const std::string& file_name) {
  Settings settings;
  try {
    flatten(toml::parse(toml, file_name), "", file_name, settings);
  } catch (const toml::parse_error& error) {
    throw SourceError(place(error.source(), file_name), std::string(error.description()));
  }
  return settings;
}

Settings read_settings(const std::filesystem::path& file) {
  Settings settings = parse_settings(read_file(file, file_kinds::kSettings), file.string());
  place_policy_libraries(settings, file);
  return settings;
}

void add_assignment(Settings& settings, std::string_view assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    fail("--set {}: expected key=value, as in --set warp_scheduler=gto", assignment);
  }
  const std::string key(assignment.substr(0, equals));
  settings[key] = {value_from_text(assignment.substr(equals + 1)), "--set", true};
}

void overlay(Settings& under, const Settings& over) {
  for (const auto& [key, setting] : over) under[key] = setting;
}

void become_base(Settings& settings) {
  for (auto& [key, setting] : settings) ++setting.depth;
}

}  // namespace heddle::sim
