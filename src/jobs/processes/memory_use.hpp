// How much memory a process and those that it started occupy now, as /proc says.
#pragma once

#include <cstdint>

#include <sys/types.h>

namespace heddle::jobs {

/// Bytes that are resident; pages that processes share count in each.
struct MemoryUse {
  std::uint64_t all = 0;
  std::uint64_t largest = 0;  ///< of one process
};

MemoryUse memory_use(pid_t process);

}  // namespace heddle::jobs
