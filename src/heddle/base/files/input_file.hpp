// Input files, read up to the size bound of their kind. An input file is a regular file or a pipe,
// for example of the shell's <(command). A folder, a device, a pipe without data for too long and a
// file without end are refused with a message. Therefore no file can make heddle hang or exhaust
// memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <istream>
#include <streambuf>
#include <string>
#include <string_view>

#include "heddle/base/files/file_kind.hpp"

namespace heddle {

/// Longest time, in seconds, for which heddle waits for data from a pipe.
inline constexpr int kPipePatienceSeconds = 60;

class InputFile {
 public:
  /// Opens the file. Throws Error if the file cannot be read, is neither a regular file nor a pipe,
  /// or is too large.
  InputFile(const std::filesystem::path& file, const FileKind& kind);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  /// Reads the next bytes, at most `most`, and returns their number; 0 at the end of the file.
  /// Throws Error if reading fails or the file exceeds the bound of its kind.
  std::size_t read(char* to, std::size_t most);

 private:
  [[noreturn]] void refuse(const std::string& reason) const;
  [[noreturn]] void refuse_size() const;
  void wait() const;

  std::filesystem::path file_;
  FileKind kind_;
  int descriptor_;
  bool is_pipe_ = false;
  std::uint64_t bytes_ = 0;  ///< bytes read so far
};

/// An InputFile as a stream. Reading may throw the exceptions of InputFile.
class InputBuffer : public std::streambuf {
 public:
  InputBuffer(const std::filesystem::path& file, const FileKind& kind) : input_(file, kind) {}

 protected:
  int_type underflow() override;

 private:
  InputFile input_;
  std::array<char, 1 << 16> bytes_;
};

/// Calls `visit` for the bytes of a file, piece by piece. Throws Error like InputFile.
void visit_file(const std::filesystem::path& file, const FileKind& kind,
                const std::function<void(std::string_view bytes)>& visit);

/// Returns the bytes of a whole file. Throws Error like InputFile.
std::string read_file(const std::filesystem::path& file, const FileKind& kind);

/// Returns the last `most` bytes of a regular file, or "" if the file cannot be read.
std::string end_of_file(const std::filesystem::path& file, std::size_t most);

}  // namespace heddle
