#include "heddle/base/files/file_size_limit.hpp"

#include <cerrno>

#include <time.h>

namespace heddle {
namespace {

sigset_t the_signal() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGXFSZ);
  return set;
}

}  // namespace

FileSizeLimit::FileSizeLimit() {
  const sigset_t held = the_signal();
  pthread_sigmask(SIG_BLOCK, &held, &before_);
}

FileSizeLimit::~FileSizeLimit() {
  const int error = errno;
  if (sigismember(&before_, SIGXFSZ) == 0) {
    const sigset_t held = the_signal();
    const timespec at_once{};
    sigtimedwait(&held, nullptr, &at_once);  // takes the pending signal, if there is one
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  errno = error;
}

}  // namespace heddle
