// Requests to a process that simulates: to report its progress, or to stop. `heddle run` and
// signals make requests. The requests lie in shared memory, in the process's journal. The
// simulation reads them once per quantum.
#pragma once

#include <atomic>
#include <cstdint>

namespace heddle::sim {

class Requests {
 public:
  /// Asks the process to update the live counters.
  void ask_for_report() { word_.fetch_or(kReport, std::memory_order_relaxed); }
  /// Requests that the simulation stops because of this signal, in the current call of the runtime
  /// and in all later calls.
  void ask_to_stop(int signal);
  /// Requests a stop like ask_to_stop(), and marks the signal's default action as deferred until
  /// the simulation has stopped. Returns false if another signal is deferred already.
  bool defer(int signal);

  /// Returns the word that holds the requests. If it is not 0, there is a request.
  const std::atomic<std::uint32_t>& word() const { return word_; }
  void report_given() { word_.fetch_and(~kReport, std::memory_order_relaxed); }
  int stop() const {  ///< returns the signal that requested the stop; 0 if no stop was requested
    return static_cast<int>(word_.load(std::memory_order_relaxed) >> kSignalAt);
  }
  /// Returns the signal whose default action is deferred, or 0 if there is none.
  int deferred() const { return deferred_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::uint32_t kReport = 1;
  static constexpr unsigned kSignalAt = 8;

  std::atomic<std::uint32_t> word_{0};  ///< kReport if a report is requested; from bit kSignalAt
                                        ///< on, the signal that requests a stop
  std::atomic<int> deferred_{0};
};

inline void Requests::ask_to_stop(int signal) {
  std::uint32_t word = word_.load(std::memory_order_relaxed);
  while (word >> kSignalAt == 0 &&
         !word_.compare_exchange_weak(word, word | static_cast<std::uint32_t>(signal) << kSignalAt,
                                      std::memory_order_relaxed)) {
  }
}

inline bool Requests::defer(int signal) {
  int none = 0;
  if (!deferred_.compare_exchange_strong(none, signal, std::memory_order_relaxed)) return false;
  ask_to_stop(signal);
  return true;
}

}  // namespace heddle::sim
