#include "heddle/sim/settings/machine_files.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>

#include <dlfcn.h>

#include "heddle/base/error.hpp"
#include "heddle/base/text/suggestion.hpp"

namespace heddle::sim {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kMaximumBases = 16;

/// The folder of the program or shared library that contains this code.
fs::path own_folder() {
  std::error_code error;
  const fs::path program = fs::canonical("/proc/self/exe", error);
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&machine_folders), &info) == 0) return {};
  const fs::path file = info.dli_fname;  // if the program itself contains this code, `file` is the
                                         // path by which the program was called
  if (file.filename() == program.filename()) return program.parent_path();
  return fs::canonical(file, error).parent_path();
}

/// Possible paths of the folder of machine files, relative to own_folder(). They serve build/ and
/// build/sdk/lib64, bin/ and lib/heddle/sdk/lib64 of an installation, and the Python package.
constexpr const char* kPlaces[] = {"machines", "../../machines", "../share/heddle/machines",
                                   "../../../../share/heddle/machines",
                                   "installation/share/heddle/machines"};

bool is_path(const std::string& name) {
  return name.find('/') != std::string::npos || name.ends_with(".toml");
}

}  // namespace

std::vector<fs::path> machine_folders() {
  std::vector<fs::path> folders;
  if (const char* listed = std::getenv("HEDDLE_MACHINES"); listed != nullptr && *listed != 0) {
    std::string_view rest = listed;
    while (!rest.empty()) {
      const std::size_t colon = std::min(rest.find(':'), rest.size());
      if (colon > 0) folders.emplace_back(rest.substr(0, colon));
      rest.remove_prefix(std::min(colon + 1, rest.size()));
    }
    return folders;
  }
  const fs::path own = own_folder();
  for (const char* place : kPlaces) {
    std::error_code error;
    const fs::path folder = own / place;
    if (fs::is_directory(folder, error)) folders.push_back(folder.lexically_normal());
  }
  return folders;
}

std::vector<std::string> machine_names() {
  std::set<std::string> names;
  for (const fs::path& folder : machine_folders()) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
      if (entry.path().extension() == ".toml") names.insert(entry.path().stem().string());
    }
  }
  return {names.begin(), names.end()};
}

fs::path find_machine(const std::string& name) {
  std::error_code error;
  if (is_path(name)) {
    if (fs::exists(name, error)) return name;
    fail("there is no machine file '{}'", name);
  }
  for (const fs::path& folder : machine_folders()) {
    const fs::path file = folder / (name + ".toml");
    if (fs::is_regular_file(file, error)) return file;
  }
  const std::vector<std::string> names = machine_names();
  if (names.empty()) {
    fail(
        "unknown machine '{}': no machine files were found (HEDDLE_MACHINES can name their folder)",
        name);
  }
  fail("unknown machine '{}'{}", name, which_exist(name, names));
}

Settings with_base(Settings settings, const fs::path& file) {
  fs::path at = file;
  for (unsigned depth = 0; settings.contains("base"); ++depth) {
    if (depth == kMaximumBases) fail("{}: 'base' leads in a circle", file.string());
    const std::string base = to_string(settings.find("base")->second.value);
    settings.erase("base");
    std::error_code error;
    const fs::path beside = at.parent_path() / (is_path(base) ? base : base + ".toml");
    at = fs::is_regular_file(beside, error) && !fs::equivalent(beside, at, error)
             ? beside
             : find_machine(base);
    Settings under = read_settings(at);
    for (auto& [key, setting] : under) setting.depth = depth + 1;
    overlay(under, settings);
    settings = std::move(under);
  }
  return settings;
}

std::string machine_label(const std::string& name_or_file) {
  return std::filesystem::path(name_or_file).stem().string();
}

Settings machine_settings(const std::string& name) {
  const fs::path file = find_machine(name);
  return with_base(read_settings(file), file);
}

}  // namespace heddle::sim
