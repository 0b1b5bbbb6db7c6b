// A lock that threads get in the order in which they asked for it. A thread that waits for the
// device releases the lock between steps, so that other threads can use the device. The lock stores
// which thread owns it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace heddle::cudart {

class FairLock {
 public:
  void lock() {
    std::unique_lock guard(mutex_);
    const std::uint64_t mine = next_++;
    turn_.wait(guard, [&] { return serving_ == mine; });
    owner_ = std::this_thread::get_id();
  }
  void unlock() {
    {
      const std::lock_guard guard(mutex_);
      owner_ = {};
      ++serving_;
    }
    turn_.notify_all();
  }
  bool wanted() {  ///< whether other threads wait for the lock; only the owner calls this
    const std::lock_guard guard(mutex_);
    return next_ - serving_ > 1;
  }
  bool mine() {
    const std::lock_guard guard(mutex_);
    return owner_ == std::this_thread::get_id();
  }

 private:
  std::mutex mutex_;
  std::condition_variable turn_;
  std::uint64_t next_ = 0, serving_ = 0;
  std::thread::id owner_;
};

}  // namespace heddle::cudart
