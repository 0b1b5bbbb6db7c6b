// The bytes of a file, decompressed while they are read. The first bytes of a file say whether it
// is compressed, and how: by gzip, xz or zstd. Memory does not grow with the file.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>

namespace heddle::trace {

class ByteSource {
 public:
  ByteSource() = default;
  virtual ~ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  /// Reads the next bytes, at most `most`, and returns their number; 0 at the end. Throws Error
  /// with the reason, without the file's name, if the data are damaged or cut.
  virtual std::size_t read(char* to, std::size_t most) = 0;
};

/// Opens a file or a pipe. Throws Error, with the file's name, if it cannot be read.
std::unique_ptr<ByteSource> open_bytes(const std::filesystem::path& file);

}  // namespace heddle::trace
