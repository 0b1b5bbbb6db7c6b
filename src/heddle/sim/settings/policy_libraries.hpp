// The policy libraries of a run: settings "policy_library.NAME.file" and ".hash". The option
// --policy makes them. The saved configuration has them, so that the processes of the program load
// the same libraries, and so that a repetition with another library is refused.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/sim/libraries/policy_library.hpp"
#include "heddle/sim/settings/parameter_rows.hpp"
#include "heddle/sim/settings/setting_reader.hpp"

namespace heddle::sim {

class PolicyLibraries {
 public:
  struct Named {
    std::string name;  ///< as in the settings' keys
    const PolicyLibrary* library;
  };

  /// Loads the libraries of the settings. Throws Error for a library that cannot be loaded, and for
  /// a library with another hash than the settings give.
  void read(SettingReader& reader, const Settings& settings);

  const std::vector<Named>& all() const { return libraries_; }
  /// Whether one of the libraries has this file.
  bool has(std::string_view file) const;
  std::vector<ParameterRow> rows() const;

 private:
  std::vector<Named> libraries_;  ///< in the order of names
};

/// Returns the assignment "policy_library.NAME.file=FILE" for a library. NAME is the name of the
/// file without folder and extension; FILE is absolute. Throws Error for a name that no key can
/// have.
std::string policy_library_assignment(const std::filesystem::path& file);

/// Adds the settings of these libraries, from the option --policy. Throws Error if two libraries
/// have one name.
void add_policy_libraries(Settings& settings, const std::vector<std::filesystem::path>& files);

/// Makes the paths of libraries in the settings of a file absolute: they are relative to the
/// folder of this file.
void place_policy_libraries(Settings& settings, const std::filesystem::path& file);

/// Throws Error if a library of the settings is missing, belongs to another build of heddle, or has
/// another hash than the settings give. Loads no library. Returns the number of libraries.
std::size_t check_policy_libraries(const Settings& settings);

/// Whether the key says only where on this host a library is.
bool is_place_of_library(std::string_view key);

}  // namespace heddle::sim
