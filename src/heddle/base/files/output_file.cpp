#include "heddle/base/files/output_file.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "heddle/base/error.hpp"
#include "heddle/base/files/file_size_limit.hpp"

namespace heddle {
namespace {

constexpr std::size_t kGathered = 1 << 16;  ///< number of bytes that are gathered before a write

}  // namespace

std::string write_advice(int error) {
  switch (error) {
    case ENOENT:
      return "; make its folder first, or name another place";
    case ENOTDIR:
      return "; a part of this path is a file, not a folder: name another place";
    case EISDIR:
      return "; name a file in it";
    case EACCES:
    case EPERM:
    case EROFS:
      return "; name a place where you may write";
    case ENAMETOOLONG:
      return "; name a shorter one";
    case EFBIG:
      return "; raise the limit of file sizes (ulimit -f), or name a place on another disk";
    case ENOSPC:
    case EDQUOT:
      return "; free space there, or name a place on another disk";
    case ENXIO:
      return "; nobody reads from this pipe";
    default:
      return "";
  }
}

std::string write_failure(const std::filesystem::path& file, int error) {
  return fmt::format("cannot write '{}': {}{}", file.string(), std::strerror(error),
                     write_advice(error));
}

// Without O_NONBLOCK, opening a pipe would wait until a process opens it for reading.
OutputFile::OutputFile(const std::filesystem::path& file, const std::filesystem::path& shown)
    : shown_(shown),
      descriptor_(open(file.c_str(),
                       O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666)) {
  if (descriptor_ < 0) throw Error(write_failure(shown, errno));
  fcntl(descriptor_, F_SETFL, 0);  // writing may block until the reader reads
}

OutputFile::~OutputFile() {
  if (is_open()) ::close(descriptor_);
}

OutputFile::OutputFile(OutputFile&& other) noexcept { *this = std::move(other); }

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  std::swap(shown_, other.shown_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(waiting_, other.waiting_);
  return *this;
}

void OutputFile::give_up(int error) {
  ::close(std::exchange(descriptor_, -1));
  waiting_.clear();
  throw Error(write_failure(shown_, error));
}

void OutputFile::write(std::string_view bytes) {
  if (!is_open()) return;
  waiting_ += bytes;
  if (waiting_.size() >= kGathered) flush();
}

void OutputFile::flush() {
  if (!is_open()) return;
  const FileSizeLimit limit;
  for (std::size_t done = 0; done < waiting_.size();) {
    const ssize_t written = ::write(descriptor_, waiting_.data() + done, waiting_.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) give_up(errno);
    done += static_cast<std::size_t>(written);
  }
  waiting_.clear();
}

void OutputFile::close() {
  flush();
  if (is_open() && ::close(std::exchange(descriptor_, -1)) != 0)
    throw Error(write_failure(shown_, errno));
}

}  // namespace heddle
