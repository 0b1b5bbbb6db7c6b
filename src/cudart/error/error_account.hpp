// What a program may have missed of its errors, for the results of its run. The rules:
//
// 1. A kernel's fault fails the run in any case: the fault cuts the measurement off.
// 2. A launch by <<<...>>> returns nothing, so its refusal waits in the thread until
//    cudaGetLastError or cudaPeekAtLastError gives that thread an error. Any error that they give
//    counts as notice of all launches that were refused in the thread before. A refusal without
//    notice at the end of the program fails the run: the program computed without the kernel.
// 3. An error that a call returns is the program's matter. Each kind (function and code) is
//    counted, and the results warn of it, since the program may have ignored the code.
//    cudaErrorNotReady is an answer and does not count.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cudart/cuda_types.hpp"

namespace heddle::cudart {

/// Launches refused in a thread that has not asked for an error since.
class MissedLaunches {
 public:
  /// `message` is one sentence; that of the first launch is kept.
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

/// Why the run of a program with these threads failed; "" if no launch was missed.
std::string failure_of(const std::vector<const MissedLaunches*>& threads);

/// Errors that calls returned, by function and code.
class ReturnedErrors {
 public:
  static constexpr std::size_t kMostWarnings = 8;  ///< kinds that are named

  /// `message` may be empty; that of a kind's first error is kept.
  void add(const char* function, cudaError_t code, const std::string& message);
  /// A sentence a kind, in the order of their first errors.
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
