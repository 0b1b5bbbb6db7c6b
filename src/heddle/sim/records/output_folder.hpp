// Prepares the folder of a run's results for a new run, and removes temporary files after the run.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace heddle::sim {

/// Creates the folder that an option names, and its parent folders. Throws Error if the folder
/// cannot be made or written to. Returns true if the folder is new.
bool make_folder(std::string_view option, const std::filesystem::path& folder);

/// Creates the folder for a new run. Throws Error if the folder exists and is not empty. With
/// `overwrite`, removes the files of the earlier run from the folder instead, but no other files.
void prepare_output_folder(const std::filesystem::path& folder, bool overwrite);

/// Returns the file in the run folder to which a process writes its capture.
std::filesystem::path capture_file(const std::filesystem::path& folder, int process);
/// Returns the captures that the processes of a run have written, in the order of the processes'
/// numbers.
std::vector<std::filesystem::path> captures_in(const std::filesystem::path& folder);

/// Removes the files that are needed only during a run: journals and captures. Called after the end
/// of the run.
void remove_journals(const std::filesystem::path& folder);

}  // namespace heddle::sim
