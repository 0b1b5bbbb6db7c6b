// What makes two runs the same run: the contents of what is run, its arguments, every parameter of
// the machine and the policies as resolved, and of the heddle that simulates the sources that the
// run depends on (source_manifest.hpp). A sweep repeats no run whose identity it has a result of.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "study/plan/cell.hpp"
#include "study/plan/configurations.hpp"

namespace heddle::study {

class Identities {
 public:
  /// `configurations` are those of the cells; machine files may begin at `folder`.
  Identities(std::span<const Cell> cells, const Configurations& configurations,
             const std::filesystem::path& folder);

  /// Identity of the cell of that number, whose program is `program`; `profile` is that of the
  /// earlier run that it needs, or "".
  std::string of(std::size_t number, const std::filesystem::path& program,
                 const std::string& profile = "");

  /// Whether it is `identity` still: no file that it depends on has changed since.
  bool is_still(std::size_t number, const std::filesystem::path& program,
                const std::string& profile, const std::string& identity);

 private:
  using FileState = std::array<std::int64_t, 6>;  ///< what the file system said before it was read

  struct HashedFile {
    FileState state{};
    std::string hash;
    std::optional<SourceManifest> manifest;  ///< of a program that simulates
  };

  const HashedFile& read(const std::filesystem::path& file, bool simulates = false);
  const std::string& file_hash(const std::filesystem::path& file) { return read(file).hash; }
  std::string simulator_hash(std::size_t number, const std::filesystem::path& program);

  std::span<const Cell> cells_;
  const Configurations* configurations_;
  std::filesystem::path folder_;
  std::map<std::string, HashedFile> files_;  ///< by path
};

}  // namespace heddle::study
