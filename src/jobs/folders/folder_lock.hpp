// A lock that reserves a folder for one process. The lock ends with the process, even if the
// process is killed.
#pragma once

#include <filesystem>
#include <string>

namespace heddle::jobs {

/// Locks the folder unless another process holds its lock. Returns a descriptor, which is closed on
/// exec. Returns -1 on failure; errno is EWOULDBLOCK if another process holds the lock.
int lock_folder(const std::filesystem::path& folder);

class FolderLock {
 public:
  /// Makes the folder if it is missing; its parent must exist. Throws Error if the folder cannot be
  /// made or locked. The message is `in_use` if another process holds the lock.
  FolderLock(const std::filesystem::path& folder, const std::string& in_use);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_ = -1;
};

}  // namespace heddle::jobs
