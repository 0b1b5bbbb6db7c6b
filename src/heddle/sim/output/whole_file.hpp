// A file that appears whole or not at all. The bytes are written to an unfinished file in the same
// folder, which is then renamed. A device or pipe of that name (/dev/full, /dev/stdout, a shell's
// >(command)) is written to directly, since a rename would replace the device. A replaced file
// keeps its permissions. Symbolic links to the file stay valid.
#pragma once

#include <filesystem>
#include <string_view>

#include "heddle/base/files/output_file.hpp"

namespace heddle::sim {

/// The name of this process's unfinished file.
std::filesystem::path unfinished_name(const std::filesystem::path& file);

/// Whether a file named `name` is an unfinished file for `of`.
bool is_unfinished(const std::filesystem::path& name, const std::filesystem::path& of);

class WholeFile {
 public:
  /// Throws Error if the file cannot be made.
  explicit WholeFile(const std::filesystem::path& file);
  ~WholeFile();  ///< removes an unfinished file that was not committed
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  /// Throws Error.
  void write(std::string_view text);
  /// Renames the unfinished file. Throws Error if any byte could not be written.
  void commit();

 private:
  std::filesystem::path file_, unfinished_;  ///< if `unfinished_` is "", bytes are written directly
                                             ///< to the file
  OutputFile stream_;
  bool began_ = false;  ///< writing directly has begun
  bool committed_ = false;
};

/// Throws Error.
void write_whole_file(const std::filesystem::path& file, std::string_view text);

/// Throws the Error of WholeFile if the file cannot be written. Leaves no file behind. Commands
/// call this to check their outputs before long work.
void require_writable(const std::filesystem::path& file);

}  // namespace heddle::sim
