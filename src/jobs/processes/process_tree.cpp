#include "jobs/processes/process_tree.hpp"

#include <filesystem>
#include <fstream>

#include <fmt/core.h>
#include <unistd.h>
extern "C" {  // glibc 2.36 has no declarations of these functions
#include <sys/pidfd.h>
}

namespace heddle::jobs {
namespace {

namespace fs = std::filesystem;

void add_children(pid_t process, std::vector<pid_t>& found) {
  std::error_code error;
  for (const auto& thread : fs::directory_iterator(fmt::format("/proc/{}/task", process), error)) {
    std::ifstream children(thread.path() / "children");
    for (pid_t child = 0; children >> child;) {
      found.push_back(child);
      add_children(child, found);
    }
  }
}

}  // namespace

std::vector<pid_t> descendants(pid_t process) {
  std::vector<pid_t> found;
  add_children(process, found);
  return found;
}

ProcessTree::ProcessTree(pid_t root) {
  std::vector<pid_t> processes = descendants(root);
  processes.insert(processes.begin(), root);
  for (const pid_t process : processes) {
    const int member = pidfd_open(process, 0);
    if (member >= 0) members_.push_back(member);
  }
}

ProcessTree::~ProcessTree() {
  for (const int member : members_) close(member);
}

void ProcessTree::signal(int number) const {
  for (const int member : members_) pidfd_send_signal(member, number, nullptr, 0);
}

}  // namespace heddle::jobs
