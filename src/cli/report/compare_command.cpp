#include <algorithm>
#include <set>

#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "cli/inspect/table.hpp"
#include "cli/report/headline.hpp"
#include "heddle/base/error.hpp"
#include "heddle/sim/configuration.hpp"
#include "heddle/sim/saved_stats.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

/// The results in one output folder.
struct Saved {
  sim::SavedStats stats;
  sim::Settings settings;

  std::string setting(const std::string& key) const {
    const auto found = settings.find(key);
    return found == settings.end() ? "-" : sim::to_string(found->second.value);
  }
};

Saved read(const std::string& folder) {
  return {sim::read_stats(folder), sim::read_settings(fs::path(folder) / sim::kResolvedFile)};
}

/// The last `parts` parts of a path.
std::string tail_of(const fs::path& path, std::size_t parts) {
  std::vector<fs::path> words;
  for (const fs::path& word : path) {
    if (!word.empty()) words.push_back(word);
  }
  fs::path tail;
  for (std::size_t i = words.size() - std::min(parts, words.size()); i < words.size(); ++i) {
    tail /= words[i];
  }
  return tail.string();
}

/// The last parts of the folders' paths, as many as tell them apart.
std::vector<std::string> column_names(const std::vector<std::string>& folders) {
  const std::set<std::string> all(folders.begin(), folders.end());
  std::vector<std::string> names;
  for (std::size_t parts = 1; parts < 100; ++parts) {
    names.clear();
    for (const std::string& folder : folders) {
      names.push_back(tail_of(fs::path(folder).lexically_normal(), parts));
    }
    if (std::set<std::string>(names.begin(), names.end()).size() == all.size()) break;
  }
  return names;
}

/// Rows of the settings in which the runs differ.
void add_differences(const std::vector<Saved>& runs, Table& table) {
  std::set<std::string> keys;
  for (const Saved& run : runs) {
    for (const auto& [key, setting] : run.settings) keys.insert(key);
  }
  for (const std::string& key : keys) {
    std::vector<std::string> row = {key};
    for (const Saved& run : runs) row.push_back(run.setting(key));
    const bool differs = std::any_of(row.begin() + 2, row.end(),
                                     [&](const std::string& value) { return value != row[1]; });
    if (differs) table.rows.push_back(std::move(row));
  }
}

double core_mhz(const Saved& run) {
  const auto found = run.settings.find("device.core_clock_mhz");
  if (found == run.settings.end()) return 1;
  if (const auto* whole = std::get_if<std::int64_t>(&found->second.value)) {
    return static_cast<double>(*whole);
  }
  const auto* number = std::get_if<double>(&found->second.value);
  return number == nullptr ? 1 : *number;
}

void add_headlines(const std::vector<Saved>& runs, Table& table) {
  std::vector<std::vector<HeadlineRow>> columns;
  columns.reserve(runs.size());
  for (const Saved& run : runs) columns.push_back(headline(run.stats.total, core_mhz(run)));
  for (std::size_t i = 0; i < columns[0].size(); ++i) {
    std::vector<std::string> row = {columns[0][i].label};
    for (const auto& column : columns) row.push_back(column[i].value);
    table.rows.push_back(std::move(row));
  }
}

void add_issue_slots(const std::vector<Saved>& runs, Table& table) {
  std::vector<std::vector<HeadlineRow>> columns;
  std::vector<std::string> reasons;  // in the order of the first run that has them
  for (const Saved& run : runs) {
    columns.push_back(issue_slots(run.stats.total));
    for (const HeadlineRow& row : columns.back()) {
      if (std::find(reasons.begin(), reasons.end(), row.label) == reasons.end()) {
        reasons.push_back(row.label);
      }
    }
  }
  for (const std::string& reason : reasons) {
    std::vector<std::string> row = {"issue slots: " + reason};
    for (const auto& column : columns) {
      const auto found = std::find_if(column.begin(), column.end(),
                                      [&](const HeadlineRow& own) { return own.label == reason; });
      row.push_back(found == column.end() ? "-" : found->value);
    }
    table.rows.push_back(std::move(row));
  }
}

}  // namespace

int compare_command(Arguments arguments) {
  CLI::App app("Prints the results of runs side by side: heddle compare DIR DIR...",
               "heddle compare");
  app.footer("Example:\n  heddle compare results/lrr results/gto\n");
  std::vector<std::string> folders;
  bool markdown = false;
  app.add_option("folders", folders, "output folders of heddle run")->required();
  app.add_flag("--markdown", markdown, "as a Markdown table");
  if (!parse(app, arguments)) return 0;
  std::vector<Saved> runs;
  Table table{{""}, {{"status"}}};
  for (const std::string& name : column_names(folders)) table.columns.push_back(name);
  for (const std::string& folder : folders) {
    runs.push_back(read(folder));
    table.rows[0].push_back(runs.back().stats.status);
  }
  add_differences(runs, table);
  add_headlines(runs, table);
  add_issue_slots(runs, table);
  table.align_right();
  fmt::print("{}", markdown ? table.markdown() : table.text());
  return 0;
}

}  // namespace heddle::cli
