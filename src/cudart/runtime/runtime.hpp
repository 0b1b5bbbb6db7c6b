// The state of the runtime in this process: the program's device code, the device after its first
// use, the lock for this state, and a permanent failure of the device. `runtime()` returns the only
// object of this class. All other code in src/cudart gets references to the parts that it needs.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "cudart/error/error_account.hpp"
#include "cudart/memory/managed_variables.hpp"
#include "cudart/module/registry.hpp"
#include "cudart/runtime/context.hpp"
#include "cudart/runtime/driver_contexts.hpp"
#include "cudart/runtime/fair_lock.hpp"
#include "cudart/runtime/quiet_host.hpp"
#include "cudart/runtime/shortage.hpp"
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

  /// The device. Makes it if there is none. Throws CudaError if the device cannot be made or is
  /// lost.
  Context& context();
  bool has_context() const { return context_ != nullptr; }
  ManagedVariables& managed_variables() { return managed_variables_; }
  DriverContexts& driver_contexts() { return driver_contexts_; }
  /// Makes the primary context current in a thread that calls the runtime and has no context.
  void bind_primary_context(ThreadState& thread) {
    if (thread.driver_call == nullptr && thread.contexts.empty())
      thread.contexts.push_back(driver_contexts_.primary_of_runtime());
  }
  /// The error that every call returns from now on; cudaSuccess while the device lives.
  cudaError_t failure() const { return failure_; }

  /// Call this after a fault of a kernel that makes a GPU unusable, or when the run must end.
  /// Prints the message unless it is empty, and drops all work. Every later call of the runtime
  /// returns `code`.
  void lose_device(cudaError_t code, const std::string& message);

  /// Prints one line on standard error, unless the same line was printed before.
  void note(const std::string& message);

  /// What the results say about a failed allocation (shortage.hpp).
  std::string explain(const OutOfMemory& error);

  /// Removes the progress line from the terminal, because the program continues or a message
  /// follows.
  void withdraw_progress() {
    if (context_ != nullptr) context_->device().withdraw_progress();
  }

  /// Runs the queued work and releases the device. Called once, after the program's own
  /// destructors.
  void finish();
  /// Call this in a forked child. The device stays with the parent.
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
  ManagedVariables managed_variables_;
  std::unique_ptr<Context> context_;
  DriverContexts driver_contexts_;
  std::atomic<cudaError_t> failure_{cudaSuccess};
  std::set<std::string> notes_;
  ReturnedErrors returned_errors_;
  std::vector<MachineRoom> machine_rooms_;  ///< empty before the first failed allocation
  std::vector<std::unique_ptr<ThreadState>> threads_;
  std::mutex threads_mutex_;
  CallActivity activity_;
  QuietHost quiet_host_;
};

/// Made at the first call and never destroyed, because static constructors and destructors of the
/// program may call the runtime, too.
Runtime& runtime();

}  // namespace heddle::cudart
