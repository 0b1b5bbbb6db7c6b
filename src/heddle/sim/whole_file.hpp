// A file that appears whole or not at all: written beside its place, then renamed.
#pragma once

#include <filesystem>
#include <fstream>
#include <string_view>

namespace heddle::sim {

/// What the unfinished file is called.
std::filesystem::path unfinished_name(const std::filesystem::path& file);

class WholeFile {
 public:
  /// Throws Error if no file can be made there.
  explicit WholeFile(std::filesystem::path file);
  ~WholeFile();  ///< what was not committed is gone
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  void write(std::string_view text);
  /// Puts the file in its place. Throws Error if any of it could not be written.
  void commit();

 private:
  std::filesystem::path file_, unfinished_;
  std::ofstream stream_;
  bool committed_ = false;
};

/// Throws Error.
void write_whole_file(const std::filesystem::path& file, std::string_view text);

}  // namespace heddle::sim
