// The file of the running program. heddle starts this file again for runs, and looks for its
// folders of data beside it.
#pragma once

#include <filesystem>

namespace heddle::jobs {

std::filesystem::path own_executable();

}  // namespace heddle::jobs
