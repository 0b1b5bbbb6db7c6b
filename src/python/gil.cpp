#include "gil.hpp"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

#include <pthread.h>
#include <unistd.h>

#include "bindings.hpp"

namespace heddle::python {
namespace {

constexpr std::chrono::milliseconds kTurn{5};
constexpr std::chrono::seconds kPatience{60};  ///< longest wait for threads at exit

// One flag suffices: a process has one interpreter.
std::atomic<bool> exiting{false};
/// Number of Unlocked objects of all threads; changed only while the lock is held.
unsigned unlocked_threads = 0;
/// Number of Unlocked objects of this thread; Python code may nest them.
thread_local unsigned own_unlocked = 0;

/// Runs in a forked child, which has only the thread that forked.
void forget_other_threads() { unlocked_threads = own_unlocked; }

/// Ends the process, because a thread did not end within kPatience, or because a second Ctrl-C
/// came.
[[noreturn]] void end_process(const char* reason) {
  std::fprintf(stderr, "heddle: the process ends while a thread simulates: %s\n", reason);
  std::fflush(nullptr);
  _exit(1);
}

/// Called by Python's atexit, in the main thread.
void wait_for_threads() {
  exiting = true;
  const auto began = std::chrono::steady_clock::now();
  while (unlocked_threads > own_unlocked) {
    {
      const py::gil_scoped_release released;
      std::this_thread::sleep_for(kTurn);
    }
    if (PyErr_CheckSignals() != 0)
      end_process("a signal came while its exit waited for the thread");
    if (std::chrono::steady_clock::now() - began > kPatience)
      end_process("the thread has not come to an end within a minute");
  }
}

}  // namespace

Unlocked::Unlocked() {
  if (exiting) raise_exit();
  ++unlocked_threads;
  ++own_unlocked;
  released_.emplace();
}

Unlocked::~Unlocked() {
  released_.reset();
  --own_unlocked;
  --unlocked_threads;
}

bool is_exiting() { return exiting; }

void raise_exit() {
  PyErr_SetNone(PyExc_SystemExit);
  throw py::error_already_set();
}

void bind_exit(py::module_& /*module*/) {
  pthread_atfork(nullptr, nullptr, forget_other_threads);
  py::module_::import("atexit").attr("register")(py::cpp_function(wait_for_threads));
}

}  // namespace heddle::python
