#include "heddle/trace/bytes/file_window.hpp"

#include <algorithm>
#include <cerrno>
#include <string>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "heddle/base/error.hpp"

namespace heddle::trace {
namespace {

constexpr std::size_t kWindow = 1 << 14;
/// The header of a trace has less than 2 KiB.
constexpr std::size_t kMostHead = 1 << 20;

/// Bytes of a file between two offsets.
class FilePart final : public ByteSource {
 public:
  FilePart(const RandomFile& file, std::uint64_t begin, std::uint64_t end)
      : file_(file), begin_(begin), end_(end) {}
  std::size_t read(char* to, std::size_t most) override {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(most, end_ - begin_));
    const std::size_t got = wanted == 0 ? 0 : file_.read(to, wanted, begin_);
    begin_ += got;
    return got;
  }

 private:
  const RandomFile& file_;
  std::uint64_t begin_, end_;
};

/// A text in memory.
class TextSource final : public ByteSource {
 public:
  explicit TextSource(std::string text) : text_(std::move(text)) {}
  std::size_t read(char* to, std::size_t most) override {
    const std::size_t count = text_.copy(to, most, taken_);
    taken_ += count;
    return count;
  }

 private:
  std::string text_;
  std::size_t taken_ = 0;
};

}  // namespace

RandomFile::RandomFile(const std::filesystem::path& file)
    : descriptor_(open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)) {
  if (descriptor_ < 0) fail("cannot read '{}': {}", file.string(), std::strerror(errno));
  struct stat status{};
  if (fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) {
    close(descriptor_);
    fail("cannot read '{}': it is no regular file, which a .tracez must be", file.string());
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
}

RandomFile::~RandomFile() { close(descriptor_); }

std::size_t RandomFile::read(char* to, std::size_t most, std::uint64_t offset) const {
  for (;;) {
    const ssize_t got = pread(descriptor_, to, most, static_cast<off_t>(offset));
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) fail("reading failed: {}", std::strerror(errno));
  }
}

FileWindow::FileWindow(const RandomFile& file, std::uint64_t offset, std::uint64_t bytes)
    : file_(&file), end_(file.size()), offset_(std::min(offset, file.size())) {
  end_ = offset_ + std::min(bytes, file.size() - offset_);
}

void FileWindow::take(char* to, std::size_t bytes) {
  while (bytes != 0) {
    if (begin_ == bytes_.size()) {
      offset_ = position();
      begin_ = 0;
      bytes_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kWindow, end_ - offset_)));
      bytes_.resize(bytes_.empty() ? 0 : file_->read(bytes_.data(), bytes_.size(), offset_));
      if (bytes_.empty()) fail("the file is cut or damaged: data end at byte {}", offset_);
    }
    const std::size_t count = std::min(bytes, bytes_.size() - begin_);
    std::memcpy(to, bytes_.data() + begin_, count);
    begin_ += count;
    to += count;
    bytes -= count;
  }
}

std::unique_ptr<ByteSource> FileWindow::until_zero() {
  std::string text;
  for (char byte = 0;; text += byte) {
    take(&byte, 1);
    if (byte == '\0') return std::make_unique<TextSource>(std::move(text));
    if (text.size() == kMostHead) fail("the file does not begin with the header of a trace");
  }
}

std::unique_ptr<ByteSource> FileWindow::part(std::uint64_t bytes) const {
  if (bytes > end_ - position())
    fail("the file is cut or damaged: {} bytes at byte {}", bytes, position());
  return std::make_unique<FilePart>(*file_, position(), position() + bytes);
}

void FileWindow::skip(std::uint64_t bytes) {
  const std::uint64_t to = position() + std::min(bytes, end_ - position());
  bytes_.clear();
  begin_ = 0;
  offset_ = to;
}

}  // namespace heddle::trace
