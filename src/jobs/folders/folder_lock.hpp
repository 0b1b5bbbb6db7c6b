// Keeps a folder for one process: the lock goes with the process, however that ends.
#pragma once

#include <filesystem>
#include <string>

namespace heddle::jobs {

/// Locks the folder unless a process holds it. A descriptor, which the process's children do not
/// inherit; -1: errno says why not, EWOULDBLOCK that it is held.
int lock_folder(const std::filesystem::path& folder);

class FolderLock {
 public:
  /// Makes the folder in one that is there. Throws Error if it cannot, and `in_use` if another
  /// process holds it.
  FolderLock(const std::filesystem::path& folder, const std::string& in_use);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_ = -1;
};

}  // namespace heddle::jobs
