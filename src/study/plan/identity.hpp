// The identity of a run: a hash of the program's contents, its arguments, all resolved parameters,
// and the sources of heddle that the run depends on (source_manifest.hpp). Two runs with the same
// identity have the same result. A sweep does not repeat a run if its file of results has a result
// of this identity.
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
  /// `configurations` belong to `cells`. Paths of machine files may be relative to `folder`.
  Identities(std::span<const Cell> cells, const Configurations& configurations,
             const std::filesystem::path& folder);

  /// The identity of cell `number`. `program`: file of the cell's program. `profile`: the identity
  /// of the earlier run that writes the cell's profile; for captures that share the GPU, a hash of
  /// all captures; else "".
  std::string of(std::size_t number, const std::filesystem::path& program,
                 const std::string& profile = "");

  /// Whether the identity is still `identity`. The identity changes if a file that the run depends
  /// on changes.
  bool is_still(std::size_t number, const std::filesystem::path& program,
                const std::string& profile, const std::string& identity);

 private:
  /// Inode, size and times of a file before it was read.
  using FileState = std::array<std::int64_t, 6>;

  struct HashedFile {
    FileState state{};
    std::string hash;
    std::optional<SourceManifest> manifest;  ///< only for a program that simulates
  };

  const HashedFile& read(const std::filesystem::path& file, bool simulates = false);
  const std::string& file_hash(const std::filesystem::path& file) { return read(file).hash; }
  std::string simulator_hash(std::size_t number, const std::filesystem::path& program);

  std::span<const Cell> cells_;
  const Configurations* configurations_;
  std::filesystem::path folder_;
  std::map<std::string, HashedFile> files_;  ///< key: path
};

}  // namespace heddle::study
