#include <algorithm>
#include <cctype>
#include <typeinfo>
#include <vector>

#include <fmt/core.h>

#include "heddle/base/exception.hpp"
#include "heddle/sim/settings/setting.hpp"

namespace heddle::sim {
namespace {

using Found = std::vector<Settings::const_pointer>;

bool is_of_key(char c) {
  return std::islower(static_cast<unsigned char>(c)) != 0 ||
         std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

/// Adds a setting once.
void add(Found& found, const Settings& settings, std::string_view key) {
  const auto setting = settings.find(key);
  if (setting == settings.end()) return;
  if (std::ranges::find(found, &*setting) == found.end()) found.push_back(&*setting);
}

/// The shape of a cache follows from three values, and a message may name only one.
void add_shape_of_cache(Found& found, const Settings& settings, std::string_view key) {
  const std::size_t dot = key.rfind('.');
  if (dot == std::string_view::npos) return;
  const std::string_view name = key.substr(dot + 1);
  if (name != "bytes" && name != "set_index") return;
  for (const char* const other : {"bytes", "line_bytes", "associativity"})
    add(found, settings, fmt::format("{}.{}", key.substr(0, dot), other));
}

/// Returns the settings that the message names. A word is a key if it has a dot, or if its value
/// follows: "k (3)" or "organisation=dwf".
Found named_in(std::string_view message, const Settings& settings,
               std::span<const std::string> prefixes) {
  Found found;
  for (std::size_t at = 0; at < message.size();) {
    const auto* const first = message.begin() + static_cast<std::ptrdiff_t>(at);
    const auto* const last = std::find_if_not(first, message.end(), is_of_key);
    const auto length = static_cast<std::size_t>(last - first);
    std::string_view word = message.substr(at, length);
    const std::string_view rest = message.substr(at + length);
    at += std::max<std::size_t>(length, 1);
    while (word.ends_with('.')) word.remove_suffix(1);
    const bool has_value = rest.starts_with(" (") || rest.starts_with('=');
    if (word.empty() || (!has_value && word.find('.') == std::string_view::npos)) continue;
    add(found, settings, word);
    for (const std::string& prefix : prefixes) add(found, settings, prefix + std::string(word));
    add_shape_of_cache(found, settings, word);
  }
  return found;
}

}  // namespace

std::string with_places(std::string_view message, const Settings& settings,
                        std::span<const std::string> prefixes) {
  Found found = named_in(message, settings, prefixes);
  if (found.empty()) return std::string(message);
  std::ranges::stable_sort(found, {}, [](const auto* entry) {
    return entry->second.command_line ? 0 : entry->second.depth + 1;
  });
  std::string others;
  for (const auto* const entry : found) {
    if (entry->second.origin == found.front()->second.origin) continue;
    others += fmt::format("{}{} is set in {}", others.empty() ? "" : ", ", entry->first,
                          entry->second.origin);
  }
  return fmt::format("{}: {}{}", found.front()->second.origin, message,
                     others.empty() ? "" : fmt::format(" ({})", others));
}

void check_with_places(const Settings& settings, std::span<const std::string> prefixes,
                       const std::function<void()>& check) {
  try {
    check();
  } catch (const Error& error) {
    if (typeid(error) != typeid(Error)) throw;
    throw Error(with_places(error.what(), settings, prefixes));
  }
}

}  // namespace heddle::sim
