// The file of the running program. heddle starts this file again for runs, and looks beside it for
// its folders of data.
#pragma once

#include <filesystem>

namespace heddle::jobs {

std::filesystem::path own_executable();

}  // namespace heddle::jobs
