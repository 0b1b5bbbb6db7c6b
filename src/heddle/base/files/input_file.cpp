#include "heddle/base/files/input_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "heddle/base/error.hpp"
#include "heddle/base/text/quantity.hpp"

namespace heddle {
namespace {

namespace fs = std::filesystem;

/// Returns whether the device is /dev/null, which counts as an empty file. All other devices are
/// refused, because they have no end or wait for input from a keyboard.
bool is_null(const struct stat& status) {
  return S_ISCHR(status.st_mode) && status.st_rdev == makedev(1, 3);
}

}  // namespace

InputFile::InputFile(const fs::path& file, const FileKind& kind)
    : file_(file),
      kind_(kind),
      // Without O_NONBLOCK, opening a pipe would wait until a process opens it for writing.
      descriptor_(open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)) {
  if (descriptor_ < 0) refuse(std::strerror(errno));
  try {
    struct stat status{};
    if (fstat(descriptor_, &status) != 0) refuse(std::strerror(errno));
    if (S_ISDIR(status.st_mode)) refuse("it is a folder");
    is_pipe_ = S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode);
    if (!is_pipe_ && !S_ISREG(status.st_mode) && !is_null(status))
      refuse("it is a device, not a file");
    if (S_ISREG(status.st_mode) && static_cast<std::uint64_t>(status.st_size) > kind.most_bytes)
      refuse_size();
  } catch (...) {
    close(descriptor_);
    throw;
  }
}

InputFile::~InputFile() { close(descriptor_); }

void InputFile::refuse(const std::string& reason) const {
  fail("cannot read '{}': {}", file_.string(), reason);
}

void InputFile::refuse_size() const {
  refuse(
      fmt::format("it has more than {}, the most that {} may have; is it the file that was meant?",
                  format_bytes(kind_.most_bytes), kind_.name));
}

/// Waits until the pipe has bytes or ends.
void InputFile::wait() const {
  pollfd event{descriptor_, POLLIN, 0};
  const int ready = poll(&event, 1, kPipePatienceSeconds * 1000);
  if (ready < 0 && errno != EINTR) refuse(std::strerror(errno));
  if (ready == 0) refuse(fmt::format("the pipe was silent for {} s", kPipePatienceSeconds));
}

std::size_t InputFile::read(char* to, std::size_t most) {
  for (;;) {
    const ssize_t got = ::read(descriptor_, to, most);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN && is_pipe_) {
      wait();
      continue;
    }
    if (got < 0) refuse(std::strerror(errno));
    if (got == 0 && bytes_ == 0 && is_pipe_) refuse("nothing was written to this pipe");
    bytes_ += static_cast<std::uint64_t>(got);
    if (bytes_ > kind_.most_bytes) refuse_size();
    return static_cast<std::size_t>(got);
  }
}

InputBuffer::int_type InputBuffer::underflow() {
  const std::size_t got = input_.read(bytes_.data(), bytes_.size());
  setg(bytes_.data(), bytes_.data(), bytes_.data() + got);
  return got == 0 ? traits_type::eof() : traits_type::to_int_type(bytes_[0]);
}

void visit_file(const fs::path& file, const FileKind& kind,
                const std::function<void(std::string_view bytes)>& visit) {
  InputFile input(file, kind);
  std::array<char, 1 << 16> bytes;
  while (const std::size_t got = input.read(bytes.data(), bytes.size())) visit({bytes.data(), got});
}

std::string read_file(const fs::path& file, const FileKind& kind) {
  std::string bytes;
  visit_file(file, kind, [&](std::string_view piece) { bytes += piece; });
  return bytes;
}

std::string end_of_file(const fs::path& file, std::size_t most) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return "";
  std::ifstream stream(file, std::ios::binary | std::ios::ate);
  const auto size = stream ? static_cast<std::streamoff>(stream.tellg()) : 0;
  const auto begin = std::max<std::streamoff>(0, size - static_cast<std::streamoff>(most));
  std::string text(static_cast<std::size_t>(size - begin), '\0');
  stream.seekg(begin);
  stream.read(text.data(), size - begin);
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(stream.gcount(), 0)));
  return text;
}

}  // namespace heddle
