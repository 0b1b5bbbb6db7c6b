#include "study/policy_kit/build_policy.hpp"

#include <algorithm>
#include <array>

#include "cc/session/process.hpp"
#include "heddle/base/error.hpp"
#include "heddle/sim/output/whole_file.hpp"
#include "heddle/sim/settings/policy_libraries.hpp"
#include "jobs/processes/ending_signals.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> kSourceEndings = {".cpp", ".cc", ".cxx", ".C"};

/// A library under another name in the same folder. The destructor removes it unless finish() has
/// given it its name.
class UnfinishedLibrary {
 public:
  explicit UnfinishedLibrary(const fs::path& library)
      : library_(library), path_(sim::unfinished_name(library)) {}
  ~UnfinishedLibrary() {
    std::error_code error;
    fs::remove(path_, error);
  }
  UnfinishedLibrary(const UnfinishedLibrary&) = delete;
  UnfinishedLibrary& operator=(const UnfinishedLibrary&) = delete;

  const fs::path& path() const { return path_; }
  void finish() const {
    std::error_code error;
    fs::rename(path_, library_, error);
    if (error) fail("cannot write '{}': {}", library_.string(), error.message());
  }

 private:
  const jobs::HeldSignals signals_;  ///< held until the unfinished library is gone
  fs::path library_, path_;
};

void compile(const std::vector<std::string>& command, const fs::path& source) {
  cc::CompilerStart start;
  start.command = command;
  const cc::ProcessResult result = cc::run_process(start);
  if (result.status == 0) return;
  const bool lacks_fmt = result.errors.find("fmt/core.h: No such") != std::string::npos ||
                         result.errors.find("-lfmt") != std::string::npos;
  fail("'{}' is not built: {} ended with exit code {}{}", source.string(), command.front(),
       result.status, lacks_fmt ? "; policies need fmt, type: apt-get install libfmt-dev" : "");
}

/// Loads the library. Messages have its final name.
std::vector<std::string> policies_in(const UnfinishedLibrary& unfinished, const fs::path& library) {
  try {
    return sim::load_policy_library(unfinished.path()).policies;
  } catch (const Error& error) {
    std::string message = error.what();
    const std::string name = fs::absolute(unfinished.path()).lexically_normal().string();
    if (const std::size_t at = message.find(name); at != std::string::npos)
      message.replace(at, name.size(), library.string());
    throw Error(message);
  }
}

}  // namespace

fs::path library_of(std::span<const fs::path> sources) {
  return fs::path(sources.front()).replace_extension(".so");
}

void check_build(std::span<const fs::path> sources, const fs::path& library) {
  for (const fs::path& source : sources) {
    std::error_code error;
    if (!fs::exists(source, error)) fail("there is no file '{}'", source.string());
    const std::string ending = source.extension();
    if (std::ranges::find(kSourceEndings, ending) == kSourceEndings.end())
      fail("'{}' is no C++ source, whose name ends in .cpp", source.string());
  }
  if (library.extension() != ".so")
    fail("--out {}: the name of a policy library ends in .so", library.string());
  sim::policy_library_assignment(library);
  sim::require_writable(library);
}

std::vector<std::string> build_policy(const PolicyKit& kit, std::span<const fs::path> sources,
                                      const fs::path& library) {
  const UnfinishedLibrary unfinished(library);
  compile(kit.build_command(sources, unfinished.path()), sources.front());
  std::vector<std::string> policies = policies_in(unfinished, library);
  unfinished.finish();
  return policies;
}

}  // namespace heddle::study
