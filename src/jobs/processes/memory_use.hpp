// The memory that a process and its descendants occupy now, from /proc.
#pragma once

#include <cstdint>

#include <sys/types.h>

namespace heddle::jobs {

/// Resident bytes. A page that several processes share counts in each.
struct MemoryUse {
  std::uint64_t all = 0;
  std::uint64_t largest = 0;  ///< bytes of the largest process
};

MemoryUse memory_use(pid_t process);

}  // namespace heddle::jobs
