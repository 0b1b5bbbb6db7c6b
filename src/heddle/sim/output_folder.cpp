#include "heddle/sim/output_folder.hpp"

#include <algorithm>
#include <vector>

#include "heddle/base/error.hpp"
#include "heddle/sim/configuration.hpp"
#include "heddle/sim/launch_tables.hpp"
#include "heddle/sim/observation.hpp"
#include "heddle/sim/result_files.hpp"
#include "heddle/sim/whole_file.hpp"

namespace heddle::sim {

namespace fs = std::filesystem;

namespace {

bool is_digit(char character) { return character >= '0' && character <= '9'; }

/// Whether it is a numbered_name of that file: "loads.csv", "loads-1.csv", ...
bool is_numbered(const fs::path& name, const fs::path& file) {
  std::string rest = name.stem().string();
  const std::string stem = file.stem().string();
  if (name.extension() != file.extension() || !rest.starts_with(stem)) return false;
  rest.erase(0, stem.size());
  return rest.empty() ||
         (rest.size() > 1 && rest[0] == '-' && std::all_of(rest.begin() + 1, rest.end(), is_digit));
}

bool is_journal(const fs::path& name) {
  return name.string().starts_with("process-") && name.extension() == ".journal";
}

bool is_of_a_run(const fs::path& name) {
  for (const char* file : {kStatsFile, kManifestFile, kResolvedFile}) {
    if (name == file || name == unfinished_name(file)) return true;
  }
  for (const char* file : {kSamplesFile, kBlocksFile, kWarpsFile, kPolicyNotesFile, kLoadsFile,
                           kL1StreamFile, kTimelineFile}) {
    if (is_numbered(name, file)) return true;
  }
  return is_journal(name);
}

void remove_if(const fs::path& folder, bool (*selected)(const fs::path& name)) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (selected(entry.path().filename())) files.push_back(entry.path());
  }
  for (const fs::path& file : files) fs::remove(file, error);
}

}  // namespace

void prepare_output_folder(const fs::path& folder, bool overwrite) {
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_directory(folder, error)) {
    fail("--out {}: this is a file", folder.string());
  }
  fs::create_directories(folder, error);
  if (error) fail("--out {}: {}", folder.string(), error.message());
  if (fs::is_empty(folder, error)) return;
  if (!overwrite) {
    fail("--out {}: the folder is not empty; choose another, or add --overwrite", folder.string());
  }
  remove_if(folder, is_of_a_run);
}

void remove_journals(const fs::path& folder) { remove_if(folder, is_journal); }

}  // namespace heddle::sim
