// An output file. It gathers bytes and writes them together. Each failure, such as a full disk,
// leads to an Error that names the file, the system's reason, and the remedy.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace heddle {

/// Returns "cannot write 'FILE': No space left on device; free space there, ..." for an errno.
std::string write_failure(const std::filesystem::path& file, int error);

/// Returns the remedy for a file or folder that cannot be written, for example "; free space there,
/// ...". Returns "" if no remedy is known.
std::string write_advice(int error);

class OutputFile {
 public:
  OutputFile() = default;  ///< the file is not open
  /// Creates the file, or opens and empties an existing file. Messages use the name `shown`. Throws
  /// Error.
  OutputFile(const std::filesystem::path& file, const std::filesystem::path& shown);
  explicit OutputFile(const std::filesystem::path& file) : OutputFile(file, file) {}
  ~OutputFile();  ///< drops bytes that were not flushed
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;

  bool is_open() const { return descriptor_ >= 0; }
  /// Throws Error. If a write fails, the file is closed, and further writes do nothing.
  void write(std::string_view bytes);
  void flush();
  /// Flushes and closes. Throws Error.
  void close();

 private:
  [[noreturn]] void give_up(int error);

  std::filesystem::path shown_;
  int descriptor_ = -1;
  std::string waiting_;  ///< bytes that have been gathered and not yet written
};

}  // namespace heddle
