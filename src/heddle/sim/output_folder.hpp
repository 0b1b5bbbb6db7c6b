// Prepares the folder of a run's results for a new run, and removes temporary files after the run.
#pragma once

#include <filesystem>
#include <string_view>

namespace heddle::sim {

/// Makes the folder that an option names, and its parent folders. Throws Error if the folder cannot
/// be made or written to. Returns true if the folder is new.
bool make_folder(std::string_view option, const std::filesystem::path& folder);

/// Makes the folder for a new run. Throws Error if the folder is not empty. With `overwrite` it
/// removes the files of the earlier run and nothing else.
void prepare_output_folder(const std::filesystem::path& folder, bool overwrite);

/// Removes the journals of a run that has ended.
void remove_journals(const std::filesystem::path& folder);

}  // namespace heddle::sim
