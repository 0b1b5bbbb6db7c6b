#include "jobs/folders/installed_folder.hpp"

#include <array>
#include <cstdlib>

#include "heddle/base/error.hpp"

namespace heddle::jobs {

namespace fs = std::filesystem;

fs::path installed_folder(const fs::path& executable, const std::string& name,
                          const char* variable) {
  std::error_code error;
  if (const char* named = std::getenv(variable); named != nullptr && *named != 0) {
    if (!fs::is_directory(named, error)) fail("{}={}: no such folder", variable, named);
    return fs::absolute(named);
  }
  const fs::path folder = executable.parent_path();
  const std::array candidates = {folder / name, folder.parent_path() / "share" / "heddle" / name};
  for (const fs::path& candidate : candidates) {
    if (fs::is_directory(candidate, error)) return candidate;
  }
  fail("no {} beside {}; {} can name their folder", name, executable.string(), variable);
}

}  // namespace heddle::jobs
