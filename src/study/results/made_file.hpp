// A file of results that a command creates, and removes again if the command fails.
#pragma once

#include <filesystem>
#include <utility>

namespace heddle::study {

/// The destructor removes the file and its SQLite journal, unless the file existed before or keep()
/// was called.
class MadeFile {
 public:
  explicit MadeFile(std::filesystem::path file)
      : file_(std::filesystem::exists(file) ? std::filesystem::path() : std::move(file)) {}
  ~MadeFile() {
    if (file_.empty()) return;
    std::error_code error;
    std::filesystem::remove(file_, error);
    std::filesystem::remove(file_ += "-journal", error);
  }
  MadeFile(const MadeFile&) = delete;
  MadeFile& operator=(const MadeFile&) = delete;
  void keep() { file_.clear(); }

 private:
  std::filesystem::path file_;  ///< file to remove; "": none
};

}  // namespace heddle::study
