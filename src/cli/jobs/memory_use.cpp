#include "cli/jobs/memory_use.hpp"

#include <algorithm>
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

MemoryUse memory_use(pid_t process) {
  const std::uint64_t own = resident_bytes(process);
  MemoryUse use{own, own};
  std::error_code error;
  for (const auto& thread : fs::directory_iterator(fmt::format("/proc/{}/task", process), error)) {
    std::ifstream children(thread.path() / "children");
    for (pid_t child = 0; children >> child;) {
      const MemoryUse others = memory_use(child);
      use.all += others.all;
      use.largest = std::max(use.largest, others.largest);
    }
  }
  return use;
}

}  // namespace heddle::cli
