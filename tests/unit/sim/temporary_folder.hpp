// A folder that goes with the test, and the environment that points to the machine files.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace heddle::sim {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "heddle-test-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~TemporaryFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

/// Lets machines be found for as long as it lives.
struct MachineFolder {
  explicit MachineFolder(const std::string& folders = HEDDLE_MACHINES) {
    setenv("HEDDLE_MACHINES", folders.c_str(), 1);
  }
  ~MachineFolder() { unsetenv("HEDDLE_MACHINES"); }
};

/// what() of the Error that `action` throws, or "" if it throws none.
template <typename Action>
std::string error_of(Action&& action) {
  try {
    action();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

}  // namespace heddle::sim
