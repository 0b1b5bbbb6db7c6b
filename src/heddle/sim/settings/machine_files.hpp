// Finds machine files: TOML files named after the machine, beside the program or in the folders of
// HEDDLE_MACHINES.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "heddle/sim/settings/setting.hpp"

namespace heddle::sim {

/// Folders of machine files, in the order of search: the folders of HEDDLE_MACHINES (separated by
/// colons) if the variable is set, else the folder of this build or installation.
std::vector<std::filesystem::path> machine_folders();

/// The names of all machines, sorted.
std::vector<std::string> machine_names();

/// The file of a machine. `name` is a machine's name or the path of a file. Throws Error for an
/// unknown machine; the message lists the known ones.
std::filesystem::path find_machine(const std::string& name);

/// Returns all settings of a machine. The settings of its file override those of the machine that
/// the file names as `base`, which override those of that machine's base, and so on.
Settings machine_settings(const std::string& name);

/// Adds the settings of the `base` machine, if a file's settings name one.
Settings with_base(Settings settings, const std::filesystem::path& file);

}  // namespace heddle::sim
