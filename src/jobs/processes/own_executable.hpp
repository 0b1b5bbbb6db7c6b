// The file of the program that runs: heddle starts itself for runs, and looks for its folders of
// data beside that file.
#pragma once

#include <filesystem>

namespace heddle::jobs {

std::filesystem::path own_executable();

}  // namespace heddle::jobs
