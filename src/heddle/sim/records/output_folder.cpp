#include "heddle/sim/records/output_folder.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include <unistd.h>

#include "heddle/base/error.hpp"
#include "heddle/base/files/output_file.hpp"
#include "heddle/sim/output/whole_file.hpp"
#include "heddle/sim/records/crash_report.hpp"
#include "heddle/sim/records/result_files.hpp"
#include "heddle/sim/settings/configuration.hpp"

namespace heddle::sim {

namespace fs = std::filesystem;

namespace {

bool is_digit(char character) { return character >= '0' && character <= '9'; }

/// Returns whether `name` is a numbered name of `file` (numbered_name): "NAME.csv", "NAME-1.csv",
/// ...
bool is_numbered(const fs::path& name, const fs::path& file) {
  std::string rest = name.stem().string();
  const std::string stem = file.stem().string();
  if (name.extension() != file.extension() || !rest.starts_with(stem)) return false;
  rest.erase(0, stem.size());
  return rest.empty() ||
         (rest.size() > 1 && rest[0] == '-' && std::all_of(rest.begin() + 1, rest.end(), is_digit));
}

bool is_process_capture(const fs::path& name) {
  return name.string().starts_with("process-") && name.extension() == ".capture";
}

/// Returns whether processes of the program write files with this name for `heddle run`.
bool is_of_a_process(const fs::path& name) {
  return name == kCrashFile ||
         (name.string().starts_with("process-") && name.extension() == ".journal") ||
         is_process_capture(name);
}

bool is_of_a_run(const fs::path& name) {
  for (const char* file : {kStatsFile, kManifestFile, kResolvedFile, kProgramsFile, kWindowsFile}) {
    if (name == file || is_unfinished(name, file)) return true;
  }
  for (const policy::PolicyInfo& probe : probe_infos()) {
    const std::string_view file = make_probe(probe.name)->output().file;
    if (!file.empty() && is_numbered(name, file)) return true;
  }
  return is_of_a_process(name);
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

bool make_folder(std::string_view option, const fs::path& folder) {
  const auto refuse = [&](int reason) {
    fail("{}: cannot write to the folder '{}': {}{}", option, folder.string(),
         std::strerror(reason), write_advice(reason));
  };
  if (folder.empty()) fail("{} '': expected the name of a folder", option);
  if (folder == "-") fail("{} -: standard output is no folder; name one", option);
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_directory(folder, error))
    fail("{} {}: this is a file; name a folder", option, folder.string());
  const bool is_new = fs::create_directories(folder, error);
  if (error) refuse(error.value());
  if (access(folder.c_str(), W_OK | X_OK) != 0) refuse(errno);
  return is_new;
}

void prepare_output_folder(const fs::path& folder, bool overwrite) {
  make_folder("--out", folder);
  std::error_code error;
  if (fs::is_empty(folder, error)) return;
  if (!overwrite) {
    fail("--out {}: the folder is not empty; choose another, or add --overwrite", folder.string());
  }
  remove_if(folder, is_of_a_run);
}

fs::path capture_file(const fs::path& folder, int process) {
  return folder / fmt::format("process-{:010}.capture", process);
}

std::vector<fs::path> captures_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (is_process_capture(entry.path().filename())) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void remove_journals(const fs::path& folder) { remove_if(folder, is_of_a_process); }

}  // namespace heddle::sim
