// Host functions of streams must run even if the program never calls the runtime again, because the
// program may wait for such a function by other means. When no thread has called the runtime for
// kQuiet, a thread of the runtime lets time pass up to the next host function. This does not happen
// while a program waits through the runtime, so the simulated times of such a program do not depend
// on the host's speed.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>

namespace heddle::cudart {

/// Counts calls of the runtime, so that a quiet host is noticed.
class CallActivity {
 public:
  void begin() {
    inside_.fetch_add(1, std::memory_order_relaxed);
    calls_.fetch_add(1, std::memory_order_relaxed);
  }
  void end() { inside_.fetch_sub(1, std::memory_order_relaxed); }
  bool inside() const { return inside_.load(std::memory_order_relaxed) != 0; }
  std::uint64_t calls() const { return calls_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> calls_{0};
  std::atomic<int> inside_{0};
};

class QuietHost {
 public:
  static constexpr std::chrono::milliseconds kQuiet{250};

  /// `progress` lets time pass to the next host function, and returns false if there is none.
  QuietHost(const CallActivity& activity, std::function<bool()> progress);

  /// Call this when a host function has been queued. The first call starts the thread, which ends
  /// with the process.
  void expect();

 private:
  void run();
  bool quiet_for_long() const;

  const CallActivity& activity_;
  std::function<bool()> progress_;
  std::mutex mutex_;
  std::condition_variable expected_;
  bool expecting_ = false;
  bool running_ = false;
};

}  // namespace heddle::cudart
