// A file of results that a command makes, and removes again where it cannot do its work.
#pragma once

#include <filesystem>
#include <utility>

namespace heddle::study {

/// Removes the file, and SQLite's journal of it, unless it was there before or is kept.
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
  std::filesystem::path file_;  ///< "": none is removed
};

}  // namespace heddle::study
