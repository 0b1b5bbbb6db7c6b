#include "heddle/base/files/own_work.hpp"

#include <initializer_list>

#include <signal.h>
#include <sys/mman.h>

namespace heddle {
namespace {

constexpr std::size_t kStackBytes = 64 << 10;

/// With the TLS model initial-exec, a signal handler may read these variables, because no access
/// allocates memory.
#define HEDDLE_HANDLER_LOCAL [[gnu::tls_model("initial-exec")]] thread_local
HEDDLE_HANDLER_LOCAL unsigned work_depth = 0;
HEDDLE_HANDLER_LOCAL bool is_own_thread = false;
#undef HEDDLE_HANDLER_LOCAL

}  // namespace

OwnWork::OwnWork() { ++work_depth; }
OwnWork::~OwnWork() { --work_depth; }
bool OwnWork::is_under_way() { return work_depth != 0; }

OwnThread::OwnThread() {
  is_own_thread = true;
  sigset_t others;
  sigfillset(&others);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) sigdelset(&others, signal);
  pthread_sigmask(SIG_SETMASK, &others, nullptr);
}

OwnThread::~OwnThread() { is_own_thread = false; }
bool OwnThread::is_this() { return is_own_thread; }

SignalStack::SignalStack() {
  stack_t now{};
  if (sigaltstack(nullptr, &now) != 0 || (now.ss_flags & SS_DISABLE) == 0) return;
  void* const memory =
      mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  stack_t own{};
  own.ss_sp = memory;
  own.ss_size = kStackBytes;
  if (sigaltstack(&own, nullptr) == 0) {
    stack_ = memory;
  } else {
    munmap(memory, kStackBytes);
  }
}

SignalStack::~SignalStack() {
  if (stack_ == nullptr) return;
  stack_t now{};
  const bool is_used = sigaltstack(nullptr, &now) == 0 && now.ss_sp == stack_;
  if (is_used) {
    now.ss_flags = SS_DISABLE;
    sigaltstack(&now, nullptr);
  }
  munmap(stack_, kStackBytes);
}

}  // namespace heddle
