#include "jobs/folders/temporary_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "heddle/base/error.hpp"
#include "jobs/folders/folder_lock.hpp"

namespace heddle::jobs {
namespace {

namespace fs = std::filesystem;

bool is_own(int folder) {
  struct stat status{};
  return fstat(folder, &status) == 0 && status.st_uid == geteuid();
}

/// Removes the folders in `place` whose name starts with `beginning` and whose process has ended.
void clear_stale(const fs::path& place, const std::string& beginning) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(place, error)) {
    if (!entry.path().filename().string().starts_with(beginning)) continue;
    if (entry.is_symlink(error)) continue;
    const int folder = lock_folder(entry.path());
    if (folder < 0) continue;
    std::error_code ignored;
    if (is_own(folder)) fs::remove_all(entry.path(), ignored);
    close(folder);
  }
}

[[noreturn]] void refuse(const fs::path& place, int error) {
  const char* named = std::getenv("TMPDIR");
  fail(
      "cannot make a temporary folder in '{}' ({}): {}; type TMPDIR=FOLDER before the command, "
      "with "
      "a folder that you may write to",
      place.string(), named == nullptr ? "TMPDIR is not set" : "TMPDIR names it",
      std::strerror(error));
}

/// Whether the new folder still belongs to this process. Before this process has locked the folder,
/// another process may consider the folder stale and remove it. On a file system without locks
/// nobody removes stale folders.
bool is_kept(const fs::path& path, int lock, int error) {
  if (lock < 0) return error != EWOULDBLOCK && error != ENOENT;
  struct stat by_name{}, by_descriptor{};
  return stat(path.c_str(), &by_name) == 0 && fstat(lock, &by_descriptor) == 0 &&
         by_name.st_ino == by_descriptor.st_ino;
}

}  // namespace

fs::path temporary_place() {
  const char* named = std::getenv("TMPDIR");
  return fs::absolute(named == nullptr || *named == 0 ? "/tmp" : named);
}

TemporaryFolder::TemporaryFolder(const std::string& purpose) {
  const fs::path place = temporary_place();
  const std::string beginning = "heddle-" + purpose + ".";
  clear_stale(place, beginning);
  for (;;) {
    std::string pattern = place / (beginning + "XXXXXX");
    if (mkdtemp(pattern.data()) == nullptr) refuse(place, errno);
    path_ = pattern;
    lock_ = lock_folder(path_);
    if (is_kept(path_, lock_, errno)) return;
    if (lock_ >= 0) close(lock_);
  }
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;
  fs::remove_all(path_, error);
  if (lock_ >= 0) close(lock_);
}

}  // namespace heddle::jobs
