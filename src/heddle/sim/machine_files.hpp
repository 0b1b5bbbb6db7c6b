// Finds machine files: TOML files named after the machine, beside the program or where
// HEDDLE_MACHINES says.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "heddle/sim/setting.hpp"

namespace heddle::sim {

/// Folders with machine files, in the order of search: those of HEDDLE_MACHINES (separated by
/// colons), else the folder that belongs to this build or installation.
std::vector<std::filesystem::path> machine_folders();

/// Names of all machines found, sorted.
std::vector<std::string> machine_names();

/// The file of a machine: `name` is a name, or the path of a file. Throws for an unknown machine,
/// listing those that exist.
std::filesystem::path find_machine(const std::string& name);

/// All settings of a machine: its file's over those of the machine that the file names as `base`,
/// and so on.
Settings machine_settings(const std::string& name);

/// Follows the `base` key of settings that a file holds, if there is one.
Settings with_base(Settings settings, const std::filesystem::path& file);

}  // namespace heddle::sim
