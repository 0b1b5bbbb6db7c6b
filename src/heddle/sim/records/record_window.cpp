#include "heddle/sim/records/record_window.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "heddle/base/error.hpp"
#include "heddle/base/files/descriptor.hpp"
#include "heddle/base/files/file_size_limit.hpp"
#include "heddle/base/files/output_file.hpp"

namespace heddle::sim {
namespace {

/// Bytes of the first window. Each further one is twice as large as the one before.
constexpr std::uint64_t kFirstBytes = 16 << 10;
constexpr std::uint64_t kMostBytes = 1 << 20;
constexpr std::uint64_t kPageBytes = 4096;  // x86-64

/// Gives the file disk space up to `end`. Returns 0 or the error.
int reserve(int descriptor, std::uint64_t begin, std::uint64_t end) {
  const FileSizeLimit limit;
  int error = EINTR;
  while (error == EINTR)
    error = posix_fallocate(descriptor, static_cast<off_t>(begin), static_cast<off_t>(end - begin));
  return error;
}

}  // namespace

void RecordWindow::write(const std::filesystem::path& file, std::string_view bytes,
                         std::uint64_t place) {
  if (bytes.empty()) return;
  if (!holds(place, bytes.size()) || !is_of(file)) move_to(file, place, bytes.size());
  std::memcpy(memory_ + (place - begin_), bytes.data(), bytes.size());
}

/// Returns whether the path still names the file of the memory. The program, or its user, may have
/// removed it.
bool RecordWindow::is_of(const std::filesystem::path& file) const {
  struct stat status{};
  return stat(file.c_str(), &status) == 0 && status.st_dev == device_ && status.st_ino == inode_;
}

/// Maps a part of the file that holds the range. If the disk or the limit on file sizes has room
/// for the range alone, the window ends with the range.
void RecordWindow::move_to(const std::filesystem::path& file, std::uint64_t place,
                           std::uint64_t size) {
  const Descriptor descriptor(open(file.c_str(), O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!descriptor) throw Error(write_failure(file, errno));
  if (!descriptor.is_regular_file()) refuse_special_file(file);
  const std::uint64_t begin = place / kPageBytes * kPageBytes;
  const std::uint64_t wanted = std::clamp(2 * size_, kFirstBytes, kMostBytes);
  std::uint64_t end = std::max(place + size, begin + wanted);
  int error = reserve(descriptor.get(), begin, end);
  if (error == ENOSPC || error == EFBIG) {
    end = place + size;
    error = reserve(descriptor.get(), begin, end);
  }
  if (error != 0) throw Error(write_failure(file, error));
  void* const mapped = mmap(nullptr, end - begin, PROT_READ | PROT_WRITE, MAP_SHARED,
                            descriptor.get(), static_cast<off_t>(begin));
  if (mapped == MAP_FAILED) throw Error(write_failure(file, errno));
  close();
  struct stat status{};
  fstat(descriptor.get(), &status);
  device_ = status.st_dev;
  inode_ = status.st_ino;
  memory_ = static_cast<char*>(mapped);
  begin_ = begin;
  size_ = end - begin;
}

void RecordWindow::trim(const std::filesystem::path& file, std::uint64_t size) {
  close();
  // Readers ignore bytes behind the records, so a failure does no harm.
  [[maybe_unused]] const int failed = truncate(file.c_str(), static_cast<off_t>(size));
}

void RecordWindow::close() {
  if (memory_ != nullptr) munmap(memory_, size_);
  memory_ = nullptr;
  begin_ = size_ = 0;
}

void refuse_special_file(const std::filesystem::path& file) {
  fail(
      "the journal '{}' is no file, but a folder, a pipe or a device: remove it and run the "
      "program again",
      file.string());
}

}  // namespace heddle::sim
