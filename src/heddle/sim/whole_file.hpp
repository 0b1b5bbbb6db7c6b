// A file that appears whole or not at all: written beside its place, then renamed. Where a device
// or a pipe has the name (/dev/full, /dev/stdout, a shell's >(command)), the bytes go straight into
// it, since a rename would replace the device. A file that is replaced keeps its permissions, and a
// symbolic link goes on pointing to it.
#pragma once

#include <filesystem>
#include <string_view>

#include "heddle/base/output_file.hpp"

namespace heddle::sim {

/// What this process calls the unfinished file.
std::filesystem::path unfinished_name(const std::filesystem::path& file);

/// Whether a file of this name is one of the unfinished ones of that file.
bool is_unfinished(const std::filesystem::path& name, const std::filesystem::path& of);

class WholeFile {
 public:
  /// Throws Error if no file can be made there.
  explicit WholeFile(const std::filesystem::path& file);
  ~WholeFile();  ///< what was not committed is gone
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  /// Throws Error.
  void write(std::string_view text);
  /// Puts the file in its place. Throws Error if any of it could not be written.
  void commit();

 private:
  std::filesystem::path file_, unfinished_;  ///< unfinished_ is "" where bytes go straight in
  OutputFile stream_;
  bool began_ = false;  ///< to write straight in
  bool committed_ = false;
};

/// Throws Error.
void write_whole_file(const std::filesystem::path& file, std::string_view text);

/// Throws Error if no such file can be written, as WholeFile would, and leaves nothing. What takes
/// long asks before it begins.
void require_writable(const std::filesystem::path& file);

}  // namespace heddle::sim
