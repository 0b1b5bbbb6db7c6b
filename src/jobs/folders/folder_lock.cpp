#include "jobs/folders/folder_lock.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "heddle/base/error.hpp"

namespace heddle::jobs {

int lock_folder(const std::filesystem::path& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0 || flock(descriptor, LOCK_EX | LOCK_NB) == 0) return descriptor;
  const int reason = errno;
  close(descriptor);
  errno = reason;
  return -1;
}

FolderLock::FolderLock(const std::filesystem::path& folder, const std::string& in_use) {
  std::error_code error;
  std::filesystem::create_directory(folder, error);
  if (error) fail("cannot make the folder '{}': {}", folder.string(), error.message());
  descriptor_ = lock_folder(folder);
  if (descriptor_ >= 0) return;
  if (errno == EWOULDBLOCK) fail("{}", in_use);
  fail("cannot lock the folder '{}': {}", folder.string(), std::strerror(errno));
}

FolderLock::~FolderLock() { close(descriptor_); }

}  // namespace heddle::jobs
