// The folder through which `heddle run` and the program's processes meet: the output folder, or a
// temporary one that goes with the run.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "jobs/folders/temporary_folder.hpp"

namespace heddle::study {

class RunFolder {
 public:
  /// `out` is the output folder or "". Throws Error for one that holds something already, unless
  /// `overwrite`, and for one that another run is using.
  RunFolder(const std::string& out, bool overwrite);
  ~RunFolder();
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }  ///< absolute
  bool is_kept() const { return !temporary_; }

 private:
  std::optional<jobs::TemporaryFolder> temporary_;  ///< unless there is an output folder
  std::filesystem::path path_;
  int lock_ = -1;  ///< descriptor of the folder, locked as long as the run lasts
};

}  // namespace heddle::study
