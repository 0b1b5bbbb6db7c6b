// A file that appears whole or not at all. The bytes are written to an unfinished file in the same
// folder, and commit() renames this file. If the name belongs to a device or a pipe (/dev/full,
// /dev/stdout, a shell's >(command)), bytes are written directly to it, since a rename would
// replace the device. If the file replaces another one, it gets the permissions of that file.
// Symbolic links to the file stay valid.
#pragma once

#include <filesystem>
#include <string_view>

#include "heddle/base/files/output_file.hpp"

namespace heddle::sim {

/// Returns the name of the unfinished file that this process uses for `file`.
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
  bool began_ = false;  ///< bytes have been written directly to the file
  bool committed_ = false;
};

/// Throws Error.
void write_whole_file(const std::filesystem::path& file, std::string_view text);

/// Throws the same Error as WholeFile if the file cannot be written. Leaves no file behind.
/// Commands call this function to check their output files before long work.
void require_writable(const std::filesystem::path& file);

}  // namespace heddle::sim
