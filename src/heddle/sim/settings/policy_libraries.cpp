#include "heddle/sim/settings/policy_libraries.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include "heddle/base/error.hpp"

namespace heddle::sim {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLibraryTable = "policy_library.";
constexpr std::string_view kFile = ".file";

/// The settings of one library.
struct GivenLibrary {
  std::string file, hash;

  void describe(ParameterVisitor& visit) {
    visit("file", file,
          {.doc = "the policy library; in a file, relative to the folder of the file"});
    visit("hash", hash, {.doc = "of the contents of the library; empty: any"});
  }
};

bool is_library_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](unsigned char character) {
    return std::isalnum(character) != 0 || character == '_' || character == '-';
  });
}

std::string key_of(const std::string& name) { return std::string(kLibraryTable) + name; }

/// The names of libraries in the settings' keys. Throws Error for an impossible name.
std::set<std::string> names_in(const Settings& settings) {
  std::set<std::string> names;
  for (auto entry = settings.lower_bound(kLibraryTable);
       entry != settings.end() && entry->first.starts_with(kLibraryTable); ++entry) {
    const std::string rest = entry->first.substr(kLibraryTable.size());
    const std::string name = rest.substr(0, rest.rfind('.'));
    if (!is_library_name(name) || rest.find('.') == std::string::npos)
      fail("{}: '{}': expected {}NAME.file, with letters, digits, _ and - in NAME",
           entry->second.origin, entry->first, kLibraryTable);
    names.insert(name);
  }
  return names;
}

/// Throws Error if the hash is not the one that the settings give.
void check_hash(const std::string& name, const GivenLibrary& given, const std::string& hash) {
  if (given.hash.empty() || given.hash == hash) return;
  fail(
      "{}.hash is {}, and the contents of '{}' have {}: the library has changed since these "
      "settings were saved; --policy {} runs with the library as it is now",
      key_of(name), given.hash, given.file, hash, given.file);
}

GivenLibrary given_for(SettingReader& reader, const std::string& name) {
  GivenLibrary given;
  reader.read(key_of(name), given);
  if (given.file.empty())
    fail("{0}.file is missing: it names the file of the library, as in {0}.file=\"{1}.so\"",
         key_of(name), name);
  return given;
}

}  // namespace

void PolicyLibraries::read(SettingReader& reader, const Settings& settings) {
  for (const std::string& name : names_in(settings)) {
    const GivenLibrary given = given_for(reader, name);
    const PolicyLibrary& library = load_policy_library(given.file);
    check_hash(name, given, library.hash);
    libraries_.push_back({name, &library});
  }
}

bool PolicyLibraries::has(std::string_view file) const {
  return std::ranges::any_of(
      libraries_, [&](const Named& named) { return named.library->file.native() == file; });
}

std::vector<ParameterRow> PolicyLibraries::rows() const {
  std::vector<ParameterRow> all;
  for (const Named& named : libraries_) {
    ParameterRows of(key_of(named.name) + ".");
    GivenLibrary given{named.library->file.string(), named.library->hash};
    given.describe(of);
    all.insert(all.end(), of.rows.begin(), of.rows.end());
  }
  return all;
}

std::string policy_library_assignment(const fs::path& file) {
  const std::string name = file.stem().string();
  if (!is_library_name(name))
    fail("--policy {}: the name of a library's file has letters, digits, _ and -; rename the file",
         file.string());
  return fmt::format("{}{}={}", key_of(name), kFile,
                     fs::absolute(file).lexically_normal().string());
}

void add_policy_libraries(Settings& settings, const std::vector<fs::path>& files) {
  Settings added;
  for (const fs::path& file : files) {
    const std::string assignment = policy_library_assignment(file);
    const std::size_t equals = assignment.find('=');
    const std::string key = assignment.substr(0, equals), path = assignment.substr(equals + 1);
    const auto [known, is_new] = added.insert({key, {path, "--policy", true}});
    if (!is_new && to_string(known->second.value) != path)
      fail("--policy {}: another library is called {}, too; rename one of the files", file.string(),
           file.stem().string());
    const std::string hash = key_of(file.stem().string()) + ".hash";
    added[hash] = {std::string(), "--policy", true};
  }
  overlay(settings, added);
}

void place_policy_libraries(Settings& settings, const fs::path& file) {
  for (auto entry = settings.lower_bound(kLibraryTable);
       entry != settings.end() && entry->first.starts_with(kLibraryTable); ++entry) {
    auto* const path = std::get_if<std::string>(&entry->second.value);
    if (path == nullptr || path->empty() || !is_place_of_library(entry->first)) continue;
    *path = (fs::absolute(file).parent_path() / *path).lexically_normal().string();
  }
}

std::size_t check_policy_libraries(const Settings& settings) {
  SettingReader reader(settings);
  const std::set<std::string> names = names_in(settings);
  for (const std::string& name : names) {
    const GivenLibrary given = given_for(reader, name);
    check_hash(name, given, policy_library_hash(given.file));
  }
  return names.size();
}

bool is_place_of_library(std::string_view key) {
  return key.starts_with(kLibraryTable) && key.ends_with(kFile);
}

}  // namespace heddle::sim
