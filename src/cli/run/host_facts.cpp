#include "cli/run/host_facts.hpp"

#include <ctime>

#include <sys/resource.h>

namespace heddle::cli {
namespace {

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

}  // namespace

double wall_seconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

void measure_children(sim::HostFacts& host, double began) {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  host.wall_seconds = wall_seconds() - began;
  host.user_seconds = seconds_of(usage.ru_utime);
  host.system_seconds = seconds_of(usage.ru_stime);
  host.peak_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace heddle::cli
