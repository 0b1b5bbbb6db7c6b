// The folder of a run's results: made or emptied for a new run, freed of what a finished run no
// longer needs.
#pragma once

#include <filesystem>
#include <string_view>

namespace heddle::sim {

/// Makes the folder that an option names, and those that it lies in. Throws Error if it cannot be
/// made or nothing can be written to it. True: it was not there before.
bool make_folder(std::string_view option, const std::filesystem::path& folder);

/// Makes the folder for a new run. Throws Error if it holds anything, unless `overwrite`: then the
/// files of the earlier run go, and nothing else.
void prepare_output_folder(const std::filesystem::path& folder, bool overwrite);

/// Removes the journals of a finished run.
void remove_journals(const std::filesystem::path& folder);

}  // namespace heddle::sim
