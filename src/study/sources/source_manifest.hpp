// The sources that a program was built from, as the build put them into it: a hash of each, which
// policies it registers, and which headers of policies it includes. From them follows on which
// sources the result of a run depends: on all that are no policy's, and on those of the policies
// that the run chose. What another policy's change cannot have altered keeps its hash.
//
//   gto.cpp        -> warp_scheduler.hpp <- gpu/*.cpp      of runs with gto; the header is of all
//   two_level.cpp  -> order.hpp          <- fetch_groups.cpp    the header is of runs with either
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heddle::study {

/// Names of policies by kind: "throttle" is "ccws".
using PolicyNames = std::map<std::string, std::string>;

class SourceManifest {
 public:
  /// Lines as cmake/write_source_manifest.cmake has them. Throws Error for others.
  explicit SourceManifest(std::string_view text);

  /// The manifest in a program; none if it was built without.
  static std::optional<SourceManifest> of_program(const std::filesystem::path& program);

  /// Paths of the sources that a run with these policies depends on: of a kind that they do not
  /// name, all policies. None if one of them is not in the manifest, as those are that another
  /// build added.
  std::optional<std::set<std::string>> sources(const PolicyNames& chosen) const;

  /// A hash of these sources' paths and contents; none likewise.
  std::optional<std::string> hash(const PolicyNames& chosen) const;

 private:
  using Paths = std::set<std::string>;

  struct Source {
    std::string hash;
    std::vector<std::string> includes;  ///< headers of policies
  };

  void read_line(std::string_view line, Source*& last, std::string& path);
  void find_common();
  /// Adds a source, what it includes, and the .cpp file that belongs to each of these headers.
  void reach(const std::string& path, Paths& reached) const;

  std::map<std::string, Source> sources_;                                   ///< by path
  std::map<std::pair<std::string, std::string>, std::string> registering_;  ///< path, by kind, name
  Paths common_;  ///< sources that every run depends on
};

/// Of what a run with these policies depends on in the program: of all of its file (`whole`) where
/// the manifest does not say.
inline std::string hash_of_run(const std::optional<SourceManifest>& manifest,
                               const PolicyNames& chosen, const std::string& whole) {
  return (manifest ? manifest->hash(chosen) : std::nullopt).value_or(whole);
}

}  // namespace heddle::study
