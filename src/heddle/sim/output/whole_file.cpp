#include "heddle/sim/output/whole_file.hpp"

#include <cerrno>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

#include "heddle/base/error.hpp"

namespace heddle::sim {

namespace fs = std::filesystem;

namespace {

constexpr const char* kEnding = ".new";
constexpr std::size_t kMostCharacters = 200;  ///< maximum number of characters of the file's name
                                              ///< that the unfinished file's name contains

/// The beginning of the unfinished file's name: ".stats.json." for "stats.json".
std::string beginning(const fs::path& file) {
  return "." + file.filename().string().substr(0, kMostCharacters) + ".";
}

[[noreturn]] void refuse(const fs::path& file, int error) {
  throw Error(write_failure(file, error));
}

/// Returns whether the path names a file descriptor of a process (for example /dev/fd/3). Another
/// process may still write to the file of such a descriptor.
bool is_descriptor(const fs::path& file) {
  const std::string name = fs::absolute(file).lexically_normal().string();
  return name.starts_with("/dev/fd/") || name.starts_with("/dev/std") || name.starts_with("/proc/");
}

/// Returns whether bytes are written directly to the existing file of this name, without an
/// unfinished file. Throws Error for a folder, and for a file without write permission.
bool writes_directly(const fs::path& file) {
  struct stat status{};
  if (stat(file.c_str(), &status) != 0) {
    if (errno != ENOENT) refuse(file, errno);
    return false;
  }
  if (S_ISDIR(status.st_mode)) refuse(file, EISDIR);
  if (access(file.c_str(), W_OK) != 0) refuse(file, errno);
  return !S_ISREG(status.st_mode) || is_descriptor(file);
}

/// The path of the file, with symbolic links resolved.
fs::path place_of(const fs::path& file) {
  std::error_code error;
  if (!fs::is_symlink(file, error)) return file;
  const fs::path place = fs::weakly_canonical(file, error);
  return error ? file : place;
}

}  // namespace

fs::path unfinished_name(const fs::path& file) {
  return file.parent_path() / (beginning(file) + std::to_string(getpid()) + kEnding);
}

bool is_unfinished(const fs::path& name, const fs::path& of) {
  return name.string().starts_with(beginning(of)) && name.extension() == kEnding;
}

WholeFile::WholeFile(const fs::path& file) : file_(file) {
  if (file.filename().empty()) refuse(file, file.empty() ? ENOENT : EISDIR);
  if (writes_directly(file)) return;
  file_ = place_of(file);
  unfinished_ = unfinished_name(file_);
  stream_ = OutputFile(unfinished_, file);
}

WholeFile::~WholeFile() {
  std::error_code error;
  if (!committed_ && !unfinished_.empty()) fs::remove(unfinished_, error);
}

void WholeFile::write(std::string_view text) {
  if (unfinished_.empty() && !std::exchange(began_, true)) stream_ = OutputFile(file_);
  stream_.write(text);
}

void WholeFile::commit() {
  if (unfinished_.empty()) return stream_.close();
  if (!stream_.is_open()) fail("cannot write '{}': a part of it could not", file_.string());
  stream_.close();
  struct stat before{};
  if (stat(file_.c_str(), &before) == 0) chmod(unfinished_.c_str(), before.st_mode & 07777);
  if (rename(unfinished_.c_str(), file_.c_str()) != 0) refuse(file_, errno);
  committed_ = true;
}

void write_whole_file(const fs::path& file, std::string_view text) {
  WholeFile whole(file);
  whole.write(text);
  whole.commit();
}

void require_writable(const fs::path& file) { const WholeFile probe(file); }

}  // namespace heddle::sim
