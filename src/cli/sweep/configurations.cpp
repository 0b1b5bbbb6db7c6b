#include "cli/sweep/configurations.hpp"

#include <map>

#include "cli/sweep/content_hash.hpp"
#include "heddle/base/error.hpp"
#include "heddle/sim/configuration.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kChoices = "policies.";  ///< which policy of a kind is chosen

}  // namespace

ResolvedConfiguration resolve(const Cell& cell, const fs::path& folder) {
  sim::ConfigurationRequest request;
  request.machine = machine_argument(cell.machine, folder);
  request.assignments = cell.assignments;
  try {
    const sim::Configuration configuration = sim::Configuration::resolve(request);
    ResolvedConfiguration resolved{{}, content_hash(configuration.to_toml()), {}};
    for (const sim::ParameterRow& row : configuration.rows()) {
      const std::string value = sim::to_string(row.value);
      resolved.parameters.push_back({row.key, value});
      if (row.key.starts_with(kChoices)) resolved.policies[row.key.substr(kChoices.size())] = value;
    }
    return resolved;
  } catch (const Error& error) {
    fail("{}: {}", cell.text(), error.what());
  }
}

Configurations::Configurations(std::span<const Cell> cells, const fs::path& folder) {
  std::map<std::string, std::size_t> by_settings, by_hash;
  for (const Cell& cell : cells) {
    const auto [known, is_new] =
        by_settings.emplace(cell.machine + "\n" + unambiguous(cell.assignments), 0);
    if (is_new) {
      ResolvedConfiguration resolved = resolve(cell, folder);
      const auto [same, is_first] = by_hash.emplace(resolved.hash, all_.size());
      known->second = same->second;
      if (is_first) all_.push_back(std::move(resolved));
    }
    numbers_.push_back(known->second);
  }
}

std::string machine_argument(const std::string& machine, const fs::path& folder) {
  const bool is_path = machine.find('/') != std::string::npos || machine.ends_with(".toml");
  return is_path ? fs::absolute(folder / machine).lexically_normal().string() : machine;
}

}  // namespace heddle::cli
