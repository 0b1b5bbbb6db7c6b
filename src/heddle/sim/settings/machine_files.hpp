// Finds machine files, which are TOML files named after their machine. They lie beside the program
// or in the folders that HEDDLE_MACHINES names.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "heddle/sim/settings/setting.hpp"

namespace heddle::sim {

/// Returns the folders of machine files in the order of search. If the environment variable
/// HEDDLE_MACHINES is set, these are the folders that it names, separated by colons. Otherwise it
/// is the folder of this build or installation.
std::vector<std::filesystem::path> machine_folders();

/// The names of all machines, sorted.
std::vector<std::string> machine_names();

/// Returns the file of a machine. `name` is a machine's name or the path of a file. Throws Error
/// for an unknown machine; the message lists the known machines.
std::filesystem::path find_machine(const std::string& name);

/// The name that results have of a machine: the name itself, or that of a file without folder and
/// ending.
std::string machine_label(const std::string& name_or_file);

/// Returns all settings of a machine: the settings of its file, and the settings of its base
/// machine that the file does not override. The file names the base machine as `base`. A base
/// machine may have a base itself.
Settings machine_settings(const std::string& name);

/// Adds the settings of the `base` machine, if a file's settings name one.
Settings with_base(Settings settings, const std::filesystem::path& file);

}  // namespace heddle::sim
