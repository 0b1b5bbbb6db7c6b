// A temporary folder of one command, in TMPDIR or else in /tmp. The destructor removes the folder.
// A killed command leaves its folder behind, but its lock is released. The next command with the
// same purpose removes the folder.
#pragma once

#include <filesystem>
#include <string>

namespace heddle::jobs {

/// The folder in which temporary folders are made: TMPDIR or /tmp, as an absolute path.
std::filesystem::path temporary_place();

class TemporaryFolder {
 public:
  /// Makes the folder "heddle-PURPOSE.XXXXXX". Throws an Error that names TMPDIR if the folder
  /// cannot be made.
  explicit TemporaryFolder(const std::string& purpose);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }  ///< absolute

 private:
  std::filesystem::path path_;
  int lock_ = -1;  ///< descriptor that holds the lock; -1: the file system has no locks
};

}  // namespace heddle::jobs
