#include "jobs/processes/own_executable.hpp"

namespace heddle::jobs {

std::filesystem::path own_executable() { return std::filesystem::read_symlink("/proc/self/exe"); }

}  // namespace heddle::jobs
