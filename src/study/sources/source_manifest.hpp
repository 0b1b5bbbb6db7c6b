// The sources that a program was built from. The build puts this list into the program. For each
// source the list has a hash, the policies that the source registers, and the headers of policies
// that the source includes. A run depends on all sources that do not belong to a policy, and on the
// sources of the policies that the run chose. A change of another policy does not change the hash
// of the run. In the examples an arrow points to an included header:
//
//   gto.cpp        -> warp_scheduler.hpp <- gpu/*.cpp
//     Only runs with gto depend on gto.cpp. All runs depend on the header.
//   two_level.cpp  -> order.hpp          <- fetch_groups.cpp
//     Runs with one of these two policies depend on the header.
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

/// The name of the chosen policy for each kind, such as "ccws" for "throttle".
using PolicyNames = std::map<std::string, std::string>;

class SourceManifest {
 public:
  /// Reads the format that cmake/write_source_manifest.cmake writes. Throws Error for a wrong line.
  explicit SourceManifest(std::string_view text);

  /// The manifest in a program file; none if the program has none.
  static std::optional<SourceManifest> of_program(const std::filesystem::path& program);

  /// Paths of the sources that a run with these policies depends on. If `chosen` does not name a
  /// policy of some kind, the run depends on all policies of that kind. None if the manifest lacks
  /// a chosen policy, for example one that another build added.
  std::optional<std::set<std::string>> sources(const PolicyNames& chosen) const;

  /// The hash of the paths and contents of sources(chosen); none if sources() returns none.
  std::optional<std::string> hash(const PolicyNames& chosen) const;

 private:
  using Paths = std::set<std::string>;

  struct Source {
    std::string hash;
    std::vector<std::string> includes;  ///< headers of policies
  };

  void read_line(std::string_view line, Source*& last, std::string& path);
  void find_common();
  /// Adds a source, the headers of policies that the source includes, and the .cpp file of each
  /// such header.
  void reach(const std::string& path, Paths& reached) const;

  std::map<std::string, Source> sources_;  ///< key: path
  /// The path of the source that registers a policy. Key: kind and name of the policy.
  std::map<std::pair<std::string, std::string>, std::string> registering_;
  Paths common_;  ///< sources that every run depends on
};

/// The hash of the parts of a program that a run with these policies depends on. Returns `whole`,
/// the hash of the program's file, if the manifest is missing or lacks a chosen policy.
inline std::string hash_of_run(const std::optional<SourceManifest>& manifest,
                               const PolicyNames& chosen, const std::string& whole) {
  return (manifest ? manifest->hash(chosen) : std::nullopt).value_or(whole);
}

}  // namespace heddle::study
