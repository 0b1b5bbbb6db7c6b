// The folder through which `heddle run` and the program's processes exchange files. It is the
// output folder, or a temporary folder that is removed after the run.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "jobs/folders/temporary_folder.hpp"

namespace heddle::study {

class RunFolder {
 public:
  /// `out` is the output folder; "": a temporary folder. Throws Error for a folder that is in use
  /// by another run, and for one that is not empty unless `overwrite` is set.
  RunFolder(const std::string& out, bool overwrite);
  ~RunFolder();
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }  ///< absolute
  bool is_kept() const { return !temporary_; }

 private:
  std::optional<jobs::TemporaryFolder> temporary_;  ///< none if there is an output folder
  std::filesystem::path path_;
  int lock_ = -1;  ///< descriptor of the output folder, locked during the run; -1: none
};

}  // namespace heddle::study
