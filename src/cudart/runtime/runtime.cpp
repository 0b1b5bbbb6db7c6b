#include "cudart/runtime/runtime.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include <pthread.h>

#include "cudart/runtime/entry.hpp"
#include "heddle/base/files/own_work.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/base/text/visible_text.hpp"
#include "heddle/sim/records/crash_report.hpp"

namespace heddle::cudart {
namespace {

/// The longest simulated time, in cycles, until a thread in a long wait lets other threads use the
/// device.
constexpr Cycle kTurn = 1 << 20;

std::string program_name() {
  const std::string name = program_invocation_short_name;
  return name.empty() ? "program" : name;
}

/// Installs crash handlers before the program begins, so that the program can replace them.
[[gnu::constructor]] void watch_for_crashes() {
  const char* folder = std::getenv(sim::kRunFolderVariable);
  if (folder != nullptr && *folder != 0) sim::report_crashes(folder);
}

void say(const std::string& message) {
  const std::string line = "heddle: " + visible(with_demangled(message)) + "\n";
  std::fputs(line.c_str(), stderr);
}

}  // namespace

Runtime::Runtime()
    : lock_(std::make_unique<FairLock>()),
      registry_(program_name()),
      quiet_host_(activity_, [this] { return reach_host_function(); }) {}

ThreadState& Runtime::thread() {
  thread_local ThreadState* state = nullptr;
  if (state == nullptr) {
    thread_local std::optional<SignalStack> stack;
    if (sim::crashes_are_reported()) stack.emplace();
    const std::lock_guard guard(threads_mutex_);
    state = threads_.emplace_back(std::make_unique<ThreadState>()).get();
  }
  return *state;
}

Context& Runtime::context() {
  if (failure_ != cudaSuccess) throw CudaError(failure_.load());
  if (context_ == nullptr) {
    try {
      context_ =
          std::make_unique<Context>(sim::Configuration::from_environment(), host_side(), registry_);
    } catch (const Error& error) {
      failure_ = cudaErrorInitializationError;
      throw CudaError(cudaErrorInitializationError, error.what());
    }
    registry_.share_host_variables(context_->loader());
  }
  return *context_;
}

HostSide Runtime::host_side() {
  HostSide host;
  host.outside = [this](const std::function<void()>& call) { call_outside(call); };
  host.await_others = [this] { host_function_ended_.wait(lock()); };
  host.yield = [this] {
    if (!lock().wanted()) return;
    lock().unlock();
    lock().lock();
  };
  host.slice = [this] {
    const std::lock_guard guard(threads_mutex_);
    return threads_.size() > 1 ? kTurn : kNever;
  };
  return host;
}

bool Runtime::reach_host_function() {
  bool found = false;
  enter_runtime([&](Runtime&) {
    const Ticket next =
        context_ && failure_ == cudaSuccess ? context_->scheduler().host_function() : nullptr;
    found = next != nullptr;
    if (found) context_->scheduler().wait(next);
  });
  return found;
}

/// Calls a host function with the default floating-point environment and without the lock. The
/// function may not call the runtime.
void Runtime::call_outside(const std::function<void()>& call) {
  ThreadState& state = thread();
  withdraw_progress();
  state.in_host_function = true;
  lock().unlock();
  call();
  lock().lock();
  state.in_host_function = false;
  host_function_ended_.notify_all();
}

void Runtime::lose_device(cudaError_t code, const std::string& message) {
  if (failure_ != cudaSuccess) return;
  failure_ = code;
  withdraw_progress();
  std::fflush(stdout);
  if (!message.empty()) say(message);
  if (context_) context_->scheduler().abandon();
}

void Runtime::note(const std::string& message) {
  if (!notes_.insert(message).second) return;
  withdraw_progress();
  say(message);
}

std::string Runtime::explain(const OutOfMemory& error) {
  if (context_ == nullptr) return "";
  if (machine_rooms_.empty()) machine_rooms_ = machine_rooms();
  return shortage_text(error, context_->device().configuration(), machine_rooms_);
}

void Runtime::finish() {
  if (context_ == nullptr) return;
  if (failure_ == cudaSuccess) context_->scheduler().drain();
  report_errors();
  finish_capture();
  context_.reset();
  if (failure_ == cudaSuccess) failure_ = cudaErrorCudartUnloading;
}

void Runtime::finish_capture() {
  if (failure_ != cudaSuccess || context_->recorder() == nullptr) return;
  try {
    context_->recorder()->finish(program_name());
  } catch (const Error& error) {
    context_->device().report_failure(error.what());
  }
}

/// Writes missed launches and returned errors into the results of the run.
void Runtime::report_errors() {
  for (const std::string& warning : returned_errors_.warnings())
    context_->device().report_warning(warning);
  const std::lock_guard guard(threads_mutex_);
  std::vector<const MissedLaunches*> missed;
  for (const auto& thread : threads_) missed.push_back(&thread->missed_launches);
  const std::string failure = failure_of(missed);
  if (failure_ == cudaSuccess && !failure.empty()) context_->device().report_failure(failure);
}

void Runtime::after_fork() {
  if (context_ != nullptr) failure_ = cudaErrorInitializationError;
  (void)context_.release();  // its memory and journal belong to the parent
  // Threads of the parent, which the child does not have, may wait for the old lock. Therefore the
  // lock cannot be destroyed.
  (void)lock_.release();
  lock_ = std::make_unique<FairLock>();
}

Runtime& runtime() {
  static Runtime* const instance = [] {
    auto* const made = new Runtime;
    pthread_atfork(nullptr, nullptr, [] { runtime().after_fork(); });
    return made;
  }();
  return *instance;
}

}  // namespace heddle::cudart
