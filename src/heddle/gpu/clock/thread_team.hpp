// A fixed team of host threads that work through one phase after the other: all run the same phase,
// each with its own number, and `run` returns when all have done so. The caller is member 0.
// Members spin between phases, which are microseconds apart, and sleep when none comes, or at once
// when the host has fewer processors than members. A member that has not begun its share when the
// caller has done its own, since the host runs something else, loses it to the caller.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <type_traits>
#include <vector>

namespace heddle::gpu {

class ThreadTeam {
 public:
  explicit ThreadTeam(unsigned members);
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  unsigned size() const { return static_cast<unsigned>(workers_.size()) + 1; }

  /// Calls phase(member) for each member, at once. The phase must not throw, and what it writes in
  /// one member nobody else may touch until `run` returns.
  template <typename Phase>
  void run(Phase&& phase) {
    if (workers_.empty()) return phase(0u);
    using Function = std::remove_reference_t<Phase>;
    start([](void* function, unsigned member) { (*static_cast<Function*>(function))(member); },
          &phase);
    phase(0u);
    finish();
  }

 private:
  using Call = void (*)(void*, unsigned);

  struct Worker {
    alignas(64) std::atomic<std::uint32_t> claimed{0};  ///< last phase whose share somebody took
    std::thread thread;
  };

  void start(Call call, void* function);
  /// Whether the share of a worker in the phase is still to be had; if so, it is the caller's.
  static bool claim(Worker& worker, std::uint32_t phase);
  void finish();
  void work(unsigned member);

  bool spins_;
  Call call_ = nullptr;
  void* function_ = nullptr;
  alignas(64) std::atomic<std::uint32_t> phase_{
      0};  ///< number of the last one begun; odd: the team ends
  alignas(64) std::atomic<std::uint32_t> busy_{0};  ///< members that have not finished the phase
  std::vector<std::unique_ptr<Worker>> workers_;    ///< members 1 and up
};

}  // namespace heddle::gpu
