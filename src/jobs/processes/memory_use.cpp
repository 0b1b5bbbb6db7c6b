#include "jobs/processes/memory_use.hpp"

#include <algorithm>
#include <fstream>

#include <fmt/core.h>
#include <unistd.h>

#include "jobs/processes/process_tree.hpp"

namespace heddle::jobs {
namespace {

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
  for (const pid_t other : descendants(process)) {
    const std::uint64_t bytes = resident_bytes(other);
    use.all += bytes;
    use.largest = std::max(use.largest, bytes);
  }
  return use;
}

}  // namespace heddle::jobs
