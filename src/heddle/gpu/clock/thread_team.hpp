// A fixed team of host threads that runs one phase after another. All members run the same phase,
// each with its own number. `run` returns when all members have finished. The thread that calls
// `run` is member 0. Between phases, which are microseconds apart, members spin. A member sleeps if
// no phase comes for a while, or at once if the host has fewer processors than the team has
// members. When the caller has finished its own share, it also runs the shares that other members
// have not begun yet.
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

  /// Calls phase(member) for all members concurrently. The phase must not throw. Until `run`
  /// returns, no other thread may touch data that a member writes.
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
    alignas(64) std::atomic<std::uint32_t> claimed{0};  ///< last phase whose share was taken
    std::thread thread;
  };

  void start(Call call, void* function);
  /// Takes the worker's share of the phase. Returns false if the share was already taken.
  static bool claim(Worker& worker, std::uint32_t phase);
  void finish();
  void work(unsigned member);

  bool spins_;
  Call call_ = nullptr;
  void* function_ = nullptr;
  alignas(64) std::atomic<std::uint32_t> phase_{
      0};  ///< number of the phase that began last; odd: the team ends
  alignas(64) std::atomic<std::uint32_t> busy_{0};  ///< number of members that have not finished
                                                    ///< the phase
  std::vector<std::unique_ptr<Worker>> workers_;    ///< members 1, 2, ...
};

}  // namespace heddle::gpu
