#include "cudart/runtime/quiet_host.hpp"

#include <thread>
#include <utility>

#include <signal.h>

#include "heddle/base/files/own_work.hpp"

namespace heddle::cudart {

QuietHost::QuietHost(const CallActivity& activity, std::function<bool()> progress)
    : activity_(activity), progress_(std::move(progress)) {}

void QuietHost::expect() {
  const std::lock_guard guard(mutex_);
  expecting_ = true;
  expected_.notify_all();
  if (std::exchange(running_, true)) return;
  // Signals are for the program's own threads, so the new thread inherits a mask that blocks them.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread([this] { run(); }).detach();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void QuietHost::run() {
  const OwnThread thread;
  for (;;) {
    {
      std::unique_lock guard(mutex_);
      expected_.wait(guard, [this] { return expecting_; });
      expecting_ = false;
    }
    for (bool more = true; more;) {
      if (quiet_for_long()) more = progress_();
    }
  }
}

bool QuietHost::quiet_for_long() const {
  constexpr int kLooks = 10;
  const std::uint64_t calls = activity_.calls();
  for (int look = 0; look < kLooks; ++look) {
    std::this_thread::sleep_for(kQuiet / kLooks);
    if (activity_.inside() || activity_.calls() != calls) return false;
  }
  return true;
}

}  // namespace heddle::cudart
