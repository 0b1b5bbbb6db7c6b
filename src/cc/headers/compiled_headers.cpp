#include "cc/headers/compiled_headers.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>

#include <fmt/format.h>

#include "cc/headers/header_facts.hpp"
#include "cc/options/words.hpp"
#include "cc/session/process.hpp"
#include "heddle/base/error.hpp"

namespace heddle::cc {
namespace fs = std::filesystem;

namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

/// The folder of the compiled headers; "" if there is to be none.
fs::path cache_folder() {
  const std::string named = variable("HEDDLE_HEADER_CACHE");
  if (named == "off") return "";
  if (!named.empty()) return fs::absolute(named);
  const fs::path shared = variable("XDG_CACHE_HOME");
  if (shared.is_absolute()) return shared / "heddle" / "headers";
  const fs::path home = variable("HOME");
  return home.is_absolute() ? home / ".cache" / "heddle" / "headers" : fs::path();
}

/// Whether the environment adds folders or flags to clang's.
bool environment_counts() {
  for (const char* name :
       {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "CCC_OVERRIDE_OPTIONS"}) {
    if (!variable(name).empty()) return true;
  }
  return false;
}

/// The files of one set of flags.
struct Place {
  fs::path compiled, facts, source;
};

Place place_of(const fs::path& folder, const Command& common) {
  std::string name;
  for (const std::string& word : common) name += word + '\n';
  const std::string key = fmt::format("{:016x}", std::hash<std::string>{}(name));
  return {folder / (key + ".pch"), folder / (key + ".facts"), folder / (key + ".cu")};
}

/// The facts of a compiled file, if its headers have not changed.
std::optional<HeaderFacts> current_facts(const Place& place) {
  std::error_code ignored;
  if (!fs::exists(place.compiled, ignored) || !fs::exists(place.source, ignored) ||
      !fs::exists(place.facts, ignored))
    return std::nullopt;
  auto facts = HeaderFacts::from_text(read_file(place.facts));
  if (!facts || !facts->are_current()) return std::nullopt;
  return facts;
}

/// Removes what was not used for longest.
void remove_surplus(const fs::path& folder) {
  std::vector<std::pair<fs::file_time_type, fs::path>> kept;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".facts") kept.emplace_back(entry.last_write_time(), entry);
  }
  if (kept.size() <= kKeptHeaders) return;
  std::ranges::sort(kept);
  kept.resize(kept.size() - kKeptHeaders);
  for (auto& [used, file] : kept) {
    for (const char* extension : {".facts", ".pch", ".cu"})
      fs::remove(file.replace_extension(extension));
  }
}

/// Compiles the headers in a folder of its own, and moves the results to their place, the facts
/// last.
std::optional<HeaderFacts> make(Session& session, const Place& place, const Command& common) {
  fs::create_directories(place.source.parent_path());
  if (!fs::exists(place.source)) session.write(place.source, "");
  const fs::path apart = session.temporary_folder() / "headers";
  fs::create_directory(apart);
  const fs::path compiled = apart / "compiled", rule = apart / "rule";
  Command command = common;
  append(command, {"-Xclang", "-emit-pch", "-S", "-o", compiled, "-MD", "-MF", rule, place.source});
  if (run_process({command, "", apart, true}).status != 0) return std::nullopt;
  std::vector<std::string> files = files_of_rule(read_file(rule));
  std::erase(files, place.source.string());
  auto facts = HeaderFacts::read(files);
  fs::remove(place.facts);
  session.write(place.compiled, read_file(compiled));
  if (!facts || !facts->watch(fs::canonical(session.tools().clang)) ||
      !facts->watch(place.compiled))
    return std::nullopt;
  session.write(place.facts, facts->text());
  remove_surplus(place.source.parent_path());
  return facts;
}

/// Whether a flag of the preprocessor, at `index`, leaves the headers as they are. Steps over the
/// words of the flag.
bool leaves_headers(const Command& given, std::size_t& index, const HeaderFacts& facts) {
  const std::string& flag = given[index++];
  if (flag.starts_with("-D") || flag.starts_with("-U")) {
    const std::string name = flag.substr(2, flag.find_first_of("=(") - 2);
    return !name.empty() && !facts.contain(name);
  }
  if (flag == "-isystem") return index < given.size() && !facts.are_hidden_by(given[index++]);
  return flag.starts_with("-I") && flag.size() > 2 && !facts.are_hidden_by(flag.substr(2));
}

std::optional<HeaderFacts> usable_facts(Session& session, const Place& place, const Command& common,
                                        const Command& given) {
  auto facts = current_facts(place);
  if (!facts) facts = make(session, place, common);
  for (std::size_t index = 0; facts && index < given.size();) {
    if (!leaves_headers(given, index, *facts)) return std::nullopt;
  }
  return facts;
}

}  // namespace

CompiledHeaders compiled_headers(Session& session, const Command& common, const Command& given) {
  const Options& options = session.options();
  if (options.dry_run || options.verbose || options.debug || options.device_lines ||
      environment_counts())
    return {};
  try {
    const fs::path folder = cache_folder();
    if (folder.empty()) return {};
    const Place place = place_of(folder, common);
    const auto facts = usable_facts(session, place, common, given);
    if (!facts) return {};
    fs::last_write_time(place.facts, fs::file_time_type::clock::now());
    CompiledHeaders headers;
    headers.flags = {"-Xclang", "-include-pch", "-Xclang", place.compiled};
    headers.source = place.source;
    for (const HeaderFile& file : facts->files()) headers.files.push_back(file.path);
    return headers;
  } catch (const Error&) {
    return {};
  } catch (const fs::filesystem_error&) {
    return {};  // a folder that cannot be written
  }
}

std::string completed_rule(const std::string& rule, const CompiledHeaders& headers,
                           const DependencyFile& wanted) {
  std::string names, targets;
  for (const std::string& file : headers.files) {
    if (!wanted.system_headers) break;
    names += (names.empty() ? "" : " \\\n  ") + file;
    if (wanted.phony_targets) targets += file + ":\n";
  }
  std::string result = rule;
  const std::string own_target = headers.source + ":\n";
  if (const std::size_t at = result.find(own_target); at != std::string::npos)
    result.replace(at, own_target.size(), targets);
  if (const std::size_t at = result.find(headers.source); at != std::string::npos)
    result.replace(at, headers.source.size(), names);
  return result;
}

}  // namespace heddle::cc
