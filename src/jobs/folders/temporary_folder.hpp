// A folder of a command's own in the one that TMPDIR names (else /tmp), gone with the command. Its
// lock lives as long as the process does: the next command of the kind clears away what one that
// was killed has left.
#pragma once

#include <filesystem>
#include <string>

namespace heddle::jobs {

/// Where temporary folders are made: TMPDIR, absolute.
std::filesystem::path temporary_place();

class TemporaryFolder {
 public:
  /// "heddle-PURPOSE.XXXXXX". Throws Error that names TMPDIR.
  explicit TemporaryFolder(const std::string& purpose);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }  ///< absolute

 private:
  std::filesystem::path path_;
  int lock_ = -1;  ///< descriptor of the folder
};

}  // namespace heddle::jobs
