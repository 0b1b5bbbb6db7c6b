// The descendants of a process, which a command must end if it may leave nothing behind. When a
// process ends, its children get another parent and are no longer found.
#pragma once

#include <vector>

#include <sys/types.h>

namespace heddle::jobs {

/// The descendants of the process that run now, parents before children.
std::vector<pid_t> descendants(pid_t process);

/// The root and its descendants at the time of construction. Descriptors tell these processes from
/// later ones with the same numbers.
class ProcessTree {
 public:
  explicit ProcessTree(pid_t root);
  ~ProcessTree();
  ProcessTree(const ProcessTree&) = delete;
  ProcessTree& operator=(const ProcessTree&) = delete;

  void signal(int number) const;  ///< sends the signal to each process that still runs

 private:
  std::vector<int> members_;  ///< descriptors of the processes (pidfd_open)
};

}  // namespace heddle::jobs
