#include "cli/jobs/memory_use.hpp"

#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <unistd.h>

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

std::uint64_t resident_bytes(pid_t process) {
  std::ifstream stream(fmt::format("/proc/{}/statm", process));
  std::uint64_t all = 0, resident = 0;
  stream >> all >> resident;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

std::uint64_t memory_use(pid_t process) {
  std::uint64_t bytes = resident_bytes(process);
  std::error_code error;
  for (const auto& thread : fs::directory_iterator(fmt::format("/proc/{}/task", process), error)) {
    std::ifstream children(thread.path() / "children");
    for (pid_t child = 0; children >> child;) bytes += memory_use(child);
  }
  return bytes;
}

}  // namespace heddle::cli
