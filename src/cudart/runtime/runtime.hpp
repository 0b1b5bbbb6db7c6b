// The state of the runtime in this process: the program's device code, the device once it is used,
// the lock around both, and what went wrong for good. There is one, `runtime()`; everything else in
// src/cudart takes references.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "cudart/error/error_account.hpp"
#include "cudart/module/registry.hpp"
#include "cudart/runtime/context.hpp"
#include "cudart/runtime/fair_lock.hpp"
#include "cudart/runtime/quiet_host.hpp"
#include "cudart/runtime/thread_state.hpp"

namespace heddle::cudart {

class Runtime {
 public:
  Runtime();

  FairLock& lock() { return *lock_; }
  ThreadState& thread();
  Registry& registry() { return registry_; }
  CallActivity& activity() { return activity_; }
  QuietHost& quiet_host() { return quiet_host_; }
  ReturnedErrors& returned_errors() { return returned_errors_; }

  /// The device; made now if there is none. Throws CudaError: it cannot be, or it is lost.
  Context& context();
  bool has_context() const { return context_ != nullptr; }
  /// What every call returns from now on; cudaSuccess as long as the device lives.
  cudaError_t failure() const { return failure_; }

  /// A kernel did what a GPU stops for, or the run is to end: says so unless the message is empty,
  /// drops all work; every later call gets `code`.
  void lose_device(cudaError_t code, const std::string& message);

  /// One line on stderr; the same line again is not repeated.
  void note(const std::string& message);

  /// The program goes on, or is spoken to: the progress line leaves the terminal.
  void withdraw_progress() {
    if (context_ != nullptr) context_->device().withdraw_progress();
  }

  /// Runs what is queued and gives the device up. Called once, after the program's own destructors.
  void finish();
  /// In a forked child: the device stays with the parent.
  void after_fork();

 private:
  HostSide host_side();
  bool reach_host_function();
  void finish_capture();
  void report_errors();
  void call_outside(const std::function<void()>& call);

  std::unique_ptr<FairLock> lock_;
  std::condition_variable_any host_function_ended_;
  Registry registry_;
  std::unique_ptr<Context> context_;
  std::atomic<cudaError_t> failure_{cudaSuccess};
  std::set<std::string> notes_;
  ReturnedErrors returned_errors_;
  std::vector<std::unique_ptr<ThreadState>> threads_;
  std::mutex threads_mutex_;
  CallActivity activity_;
  QuietHost quiet_host_;
};

/// Made at the first call and never destroyed: static constructors and destructors of the program
/// may call the runtime too.
Runtime& runtime();

}  // namespace heddle::cudart
