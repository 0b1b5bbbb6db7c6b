// Reads numbers and bytes at any place of a regular file, through a window that moves forwards.
#pragma once

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <vector>

#include "heddle/trace/bytes/byte_source.hpp"

namespace heddle::trace {

/// A regular file that is read at several places.
class RandomFile {
 public:
  /// Throws Error, with the file's name, if it cannot be read or is not regular.
  explicit RandomFile(const std::filesystem::path& file);
  ~RandomFile();
  RandomFile(const RandomFile&) = delete;
  RandomFile& operator=(const RandomFile&) = delete;

  std::uint64_t size() const { return size_; }
  /// Reads bytes from the offset on, and returns their number; 0 at the end of the file.
  std::size_t read(char* to, std::size_t most, std::uint64_t offset) const;

 private:
  int descriptor_;
  std::uint64_t size_ = 0;
};

class FileWindow {
 public:
  /// The window begins at `offset` and can take `bytes` bytes, or all up to the end of the file.
  FileWindow(const RandomFile& file, std::uint64_t offset, std::uint64_t bytes);

  /// Takes the next bytes. Throws Error if the window ends before.
  void take(char* to, std::size_t bytes);
  /// Takes a little-endian number.
  template <typename Number>
  Number number() {
    Number value;
    char bytes[sizeof value];
    take(bytes, sizeof bytes);
    std::memcpy(&value, bytes, sizeof value);
    return value;
  }
  /// Takes the bytes up to a zero byte, and the zero byte. Throws Error if there is none.
  std::unique_ptr<ByteSource> until_zero();
  /// The next bytes as a source. They are not taken.
  std::unique_ptr<ByteSource> part(std::uint64_t bytes) const;
  /// Takes bytes without reading them.
  void skip(std::uint64_t bytes);

 private:
  std::uint64_t position() const { return offset_ + begin_; }

  const RandomFile* file_;
  std::uint64_t end_;     ///< offset in the file
  std::uint64_t offset_;  ///< offset in the file of bytes_
  std::vector<char> bytes_;
  std::size_t begin_ = 0;  ///< the first byte of bytes_ that has not been taken
};

}  // namespace heddle::trace
