#include "heddle/base/files/own_process.hpp"

#include <atomic>

#include <pthread.h>
#include <unistd.h>

namespace heddle {
namespace {

std::atomic<pid_t> process_number{0};  ///< 0: nobody has asked yet

void ask_again() { process_number.store(getpid(), std::memory_order_relaxed); }

}  // namespace

pid_t own_process() {
  const pid_t known = process_number.load(std::memory_order_relaxed);
  if (known != 0) return known;
  // If the handler cannot be kept, a child would take itself for its parent: the number is then
  // asked for each time.
  if (pthread_atfork(nullptr, nullptr, ask_again) != 0) return getpid();
  ask_again();
  return process_number.load(std::memory_order_relaxed);
}

}  // namespace heddle
