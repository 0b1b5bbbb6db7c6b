#include "study/runs/compared_run.hpp"

#include <algorithm>
#include <set>

#include <fmt/core.h>

#include "heddle/base/error.hpp"
#include "heddle/sim/settings/configuration.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;

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

/// For each folder, as many parts of the end of its path as are needed to tell the folders apart.
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

/// The program's name and its arguments.
std::string command_of(const ComparedRun& run) {
  std::string text;
  for (const std::string& word : run.manifest.command) {
    text += text.empty() ? fs::path(word).filename().string() : " " + word;
  }
  return text;
}

std::string machine_of(const ComparedRun& run) { return run.stats.machine; }
std::string version_of(const ComparedRun& run) { return run.manifest.heddle_version; }

/// Adds a line such as "the runs are of different programs or arguments: bfs 4096 6 (lrr); matmul
/// (gto)". Adds no line if all runs agree.
void add_difference(std::vector<std::string>& lines, const std::vector<ComparedRun>& runs,
                    std::string_view what, std::string (*of)(const ComparedRun& run)) {
  std::vector<std::pair<std::string, std::string>> values;  // each with the names of its runs
  for (const ComparedRun& run : runs) {
    const std::string value = of(run);
    const auto known =
        std::ranges::find(values, value, [](const auto& pair) { return pair.first; });
    if (known == values.end()) {
      values.emplace_back(value, run.name);
    } else {
      known->second += ", " + run.name;
    }
  }
  if (values.size() < 2) return;
  std::string line = fmt::format("the runs are of different {}:", what);
  const char* separator = " ";
  for (const auto& [value, names] : values) {
    line += fmt::format("{}{} ({})", separator, value, names);
    separator = "; ";
  }
  lines.push_back(std::move(line));
}

bool programs_differ(const std::vector<ComparedRun>& runs) {
  return std::ranges::any_of(runs, [&](const ComparedRun& run) {
    return run.manifest.program_hash != runs[0].manifest.program_hash;
  });
}

/// Keys that a comparison needs. Every config.toml that is not damaged has these keys.
constexpr const char* kNeededKeys[] = {
    "device.core_clock_mhz",  "sm.count",       "sm.warps",
    "sm.schedulers",          "l1.line_bytes",  "l2.slices_per_channel",
    "interconnect.clock_mhz", "dram.clock_mhz", "dram.channels"};

sim::Settings read_resolved(const fs::path& folder) {
  const fs::path file = folder / sim::kResolvedFile;
  sim::Settings settings = sim::read_settings(file);
  for (const char* key : kNeededKeys) {
    if (settings.contains(key)) continue;
    fail("'{}' has no {}: it is not whole; only the run, repeated, makes it anew", file.string(),
         key);
  }
  return settings;
}

}  // namespace

std::string ComparedRun::setting(const std::string& key) const {
  const auto found = settings.find(key);
  return found == settings.end() ? "-" : sim::to_string(found->second.value);
}

double ComparedRun::core_mhz() const {
  const auto found = settings.find("device.core_clock_mhz");
  if (found == settings.end()) return 1;
  if (const auto* whole = std::get_if<std::int64_t>(&found->second.value)) {
    return static_cast<double>(*whole);
  }
  const auto* number = std::get_if<double>(&found->second.value);
  return number == nullptr ? 1 : *number;
}

std::vector<ComparedRun> read_runs(const std::vector<std::string>& folders) {
  const std::vector<std::string> names = column_names(folders);
  std::vector<ComparedRun> runs;
  for (std::size_t i = 0; i < folders.size(); ++i) {
    runs.push_back({names[i], sim::read_stats(folders[i]), sim::read_manifest(folders[i]),
                    read_resolved(folders[i])});
  }
  return runs;
}

std::vector<std::string> caveats(const std::vector<ComparedRun>& runs) {
  std::vector<std::string> lines;
  for (const ComparedRun& run : runs) {
    if (run.stats.status == "complete") continue;
    lines.push_back(fmt::format("{} {} {}: {}", run.name,
                                run.stats.status == "failed" ? "has" : "is", run.stats.status,
                                run.stats.reason));
  }
  const std::size_t before = lines.size();
  add_difference(lines, runs, "programs or arguments", command_of);
  if (lines.size() == before && programs_differ(runs))
    lines.push_back("the program's file is not the same in all runs (it was compiled anew)");
  add_difference(lines, runs, "machines", machine_of);
  add_difference(lines, runs, "versions of heddle", version_of);
  for (const ComparedRun& run : runs) {
    for (const std::string& warning : run.stats.warnings)
      lines.push_back(fmt::format("{}: {}", run.name, warning));
  }
  return lines;
}

}  // namespace heddle::study
