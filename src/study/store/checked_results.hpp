// Opens a file of results whose contents are checked, for reading or for writing.
#pragma once

#include <filesystem>
#include <string>

#include "study/results/database.hpp"

namespace heddle::study {

/// Opens an existing file and checks it as refuse_damaged() does. If the file is of version 1,
/// which has no checksums, says so on standard error; `command` begins the message, as in "heddle
/// sweep".
Database open_checked_results(const std::filesystem::path& file, const std::string& command);

/// Opens a file for results as make_results() does, and says if a file of version 1 has got
/// checksums now. Does not check a file of the present version.
Database make_sealed_results(const std::filesystem::path& file, const std::string& command);

}  // namespace heddle::study
