#include "cli/jobs/folder_lock.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "heddle/base/error.hpp"

namespace heddle::cli {

FolderLock::FolderLock(const std::filesystem::path& folder, const std::string& in_use) {
  std::error_code error;
  std::filesystem::create_directory(folder, error);
  if (error) fail("cannot make the folder '{}': {}", folder.string(), error.message());
  descriptor_ = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor_ < 0)
    fail("cannot use the folder '{}': {}", folder.string(), std::strerror(errno));
  if (flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  const int reason = errno;
  close(descriptor_);
  if (reason == EWOULDBLOCK) fail("{}", in_use);
  fail("cannot lock the folder '{}': {}", folder.string(), std::strerror(reason));
}

FolderLock::~FolderLock() { close(descriptor_); }

}  // namespace heddle::cli
