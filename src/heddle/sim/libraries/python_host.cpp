#include "heddle/sim/libraries/python_host.hpp"

#include <cstdlib>

#include "heddle/base/error.hpp"

namespace heddle::sim {
namespace {

namespace fs = std::filesystem;

/// Says where the library is, to the processes that heddle starts.
constexpr const char* kVariable = "HEDDLE_PYTHON_POLICIES";
constexpr const char* kName = "host/python_policies.so";  ///< in the package

}  // namespace

fs::path python_host() {
  if (const char* const given = std::getenv(kVariable); given != nullptr && *given != 0)
    return given;
  std::error_code error;
  const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  // In a build, and in an installed Python package, whose heddle is in installation/bin.
  for (const fs::path& place : {folder / "python" / "heddle", folder / ".." / ".."}) {
    const fs::path file = (place / kName).lexically_normal();
    if (!fs::exists(file, error)) continue;
    setenv(kVariable, file.c_str(), 0);
    return file;
  }
  fail(
      "policies in Python need {}, which is part of heddle's Python package; build heddle with "
      "pybind11-dev and python3-dev",
      kName);
}

}  // namespace heddle::sim
