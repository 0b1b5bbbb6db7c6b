// The number of this process, without a system call each time: a launch asks for it several times.
#pragma once

#include <sys/types.h>

namespace heddle {

/// Returns the number of this process. After fork() the child gets its own number.
pid_t own_process();

}  // namespace heddle
