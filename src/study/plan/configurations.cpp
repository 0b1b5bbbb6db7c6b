#include "study/plan/configurations.hpp"

#include <map>
#include <set>

#include "heddle/base/error.hpp"
#include "heddle/sim/policies_together.hpp"
#include "study/sources/content_hash.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kChoices = "policies.";  ///< prefix of keys that choose a policy

void check_together(const Cell& cell, const fs::path& folder, const CommandLines& lines) {
  std::vector<std::string> words = corun_words(cell, folder);
  words.insert(words.end(), {"--out", "results"});
  for (const SweepCapture* capture : cell.together) words.push_back(capture->name + ".capture");
  lines.check_corun(words, cell.together.size());
}

/// Checks the options of all cells that share the GPU. Cells with the same words are checked once.
void check_all_together(std::span<const Cell> cells, const fs::path& folder,
                        const CommandLines& lines) {
  std::set<std::vector<std::string>> known;
  for (const Cell& cell : cells) {
    if (cell.together.empty()) continue;
    std::vector<std::string> words = corun_words(cell, folder);
    words.push_back(std::to_string(cell.together.size()));
    if (!known.insert(std::move(words)).second) continue;
    try {
      check_together(cell, folder, lines);
    } catch (const Error& error) {
      fail("{}: {}", cell.text(), error.what());
    }
  }
}

/// Throws Error if the policies of a cell cannot work together. The options of cells that share the
/// GPU are checked apart.
void check_policies_of(const Cell& cell, const fs::path& folder) {
  if (!cell.together.empty()) return;
  const sim::Configuration configuration = configuration_of(cell, folder);
  try {
    configuration.check_tenants();
    sim::check_policies_together(configuration);
  } catch (const Error& error) {
    fail("{}: {}", cell.text(), error.what());
  }
}

/// The hash of all parameters. A policy library counts by its contents, not by its place.
std::string hash_of(const sim::Configuration& configuration) {
  std::vector<sim::ParameterRow> rows = configuration.rows();
  std::erase_if(rows,
                [](const sim::ParameterRow& row) { return sim::is_place_of_library(row.key); });
  return content_hash(sim::to_toml(rows));
}

}  // namespace

sim::Configuration configuration_of(const Cell& cell, const fs::path& folder) {
  sim::ConfigurationRequest request;
  request.machine = machine_argument(cell.machine, folder);
  request.assignments = cell.assignments;
  try {
    return sim::Configuration::resolve(request);
  } catch (const Error& error) {
    fail("{}: {}", cell.text(), error.what());
  }
}

ResolvedConfiguration resolve(const Cell& cell, const fs::path& folder) {
  const sim::Configuration configuration = configuration_of(cell, folder);
  ResolvedConfiguration resolved{{}, hash_of(configuration), {}};
  for (const sim::ParameterRow& row : configuration.rows()) {
    const std::string value = sim::to_string(row.value);
    resolved.parameters.push_back({row.key, value});
    if (row.key.starts_with(kChoices)) resolved.policies[row.key.substr(kChoices.size())] = value;
  }
  return resolved;
}

Configurations::Configurations(std::span<const Cell> cells, const fs::path& folder,
                               const CommandLines& lines) {
  std::map<std::string, std::size_t> by_settings, by_hash;
  for (const Cell& cell : cells) {
    const auto [known, is_new] =
        by_settings.emplace(cell.machine + "\n" + unambiguous(cell.assignments), 0);
    if (is_new) {
      ResolvedConfiguration resolved = resolve(cell, folder);
      const auto [same, is_first] = by_hash.emplace(resolved.hash, all_.size());
      known->second = same->second;
      if (is_first) {
        check_policies_of(cell, folder);
        all_.push_back(std::move(resolved));
      }
    }
    numbers_.push_back(known->second);
  }
  check_all_together(cells, folder, lines);
}

std::vector<std::string> corun_words(const Cell& cell, const fs::path& folder) {
  std::vector<std::string> words = {"--quiet", "--machine", machine_argument(cell.machine, folder)};
  for (const std::string& assignment : cell.assignments)
    words.insert(words.end(), {"--set", assignment});
  words.insert(words.end(), cell.arguments.begin(), cell.arguments.end());
  return words;
}

std::string machine_argument(const std::string& machine, const fs::path& folder) {
  const bool is_path = machine.find('/') != std::string::npos || machine.ends_with(".toml");
  return is_path ? fs::absolute(folder / machine).lexically_normal().string() : machine;
}

}  // namespace heddle::study
