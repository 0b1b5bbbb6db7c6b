// Errors that a program may have missed, for the results of its run. The rules:
//
// 1. A kernel's fault always fails the run, because the fault ends the measurement early.
// 2. A launch by <<<...>>> returns no error. The error of a refused launch waits in its thread
//    until cudaGetLastError or cudaPeekAtLastError returns an error to this thread. Any such error
//    counts as notice of all launches that were refused in the thread before. If the program ends
//    without notice of a refused launch, the run fails, because the program computed without the
//    kernel.
// 3. An error that a call returns does not fail the run, because the program may have handled the
//    error. Errors are counted by kind (function and code), and the results have a warning for each
//    kind. cudaErrorNotReady is an answer and does not count.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cudart/cuda_types.hpp"

namespace heddle::cudart {

/// The launches that were refused in a thread since a query last returned an error to the thread.
class MissedLaunches {
 public:
  /// `message` is one sentence. Only the message of the first launch is kept.
  void add(const std::string& message) {
    if (count_++ == 0) first_ = message;
  }
  void take_notice() { count_ = 0; }
  std::uint64_t count() const { return count_; }
  const std::string& first() const { return first_; }

 private:
  std::uint64_t count_ = 0;
  std::string first_;
};

/// Why the run of a program with these threads failed; "" if the program missed no refused launch.
std::string failure_of(const std::vector<const MissedLaunches*>& threads);

/// Errors that calls returned, by function and code.
class ReturnedErrors {
 public:
  /// The greatest number of kinds of errors that get a warning of their own.
  static constexpr std::size_t kMostWarnings = 8;

  /// `message` may be empty. Only the message of a kind's first error is kept.
  void add(const char* function, cudaError_t code, const std::string& message);
  /// One sentence for each kind, in the order of their first errors.
  std::vector<std::string> warnings() const;

 private:
  struct Kind {
    std::string function;
    cudaError_t code;
    std::uint64_t count;
    std::string first;
  };
  std::vector<Kind> kinds_;
};

}  // namespace heddle::cudart
