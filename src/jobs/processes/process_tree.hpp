// A process with all that it has started, and what those have started: what a command must end that
// may leave nothing behind. Processes of which no ancestor is left do not belong to it any more.
#pragma once

#include <vector>

#include <sys/types.h>

namespace heddle::jobs {

/// The processes below this one that run now, parents first.
std::vector<pid_t> descendants(pid_t process);

/// The processes as they are when it is made; it tells them from others that get their numbers.
class ProcessTree {
 public:
  explicit ProcessTree(pid_t root);
  ~ProcessTree();
  ProcessTree(const ProcessTree&) = delete;
  ProcessTree& operator=(const ProcessTree&) = delete;

  void signal(int number) const;  ///< to each that is left

 private:
  std::vector<int> members_;  ///< descriptors of the processes (pidfd_open)
};

}  // namespace heddle::jobs
