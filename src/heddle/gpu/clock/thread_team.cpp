#include "heddle/gpu/clock/thread_team.hpp"

#include <csignal>

#include <sched.h>

#include "heddle/base/files/own_work.hpp"
#include "heddle/exec/float_environment.hpp"

namespace heddle::gpu {
namespace {

constexpr std::uint32_t kStep = 2;  ///< step of the phase number
constexpr std::uint32_t kEnd = 1;   ///< bit of the phase number that ends the team
constexpr unsigned kSpins = 2000;   ///< number of times that a member polls before it sleeps

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

/// Whether the host has a processor for each member. If not, a spinning member would hold a
/// processor that another member needs.
bool have_processors(unsigned members) {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return true;
  return members <= static_cast<unsigned>(CPU_COUNT(&allowed));
}

/// Waits until `value` differs from `old`, and returns the new value.
std::uint32_t wait_for_change(const std::atomic<std::uint32_t>& value, std::uint32_t old,
                              bool spins) {
  for (unsigned tries = 0;; ++tries) {
    const std::uint32_t now = value.load(std::memory_order_acquire);
    if (now != old) return now;
    // The member sleeps, because a sleeping member is woken soon. A member that only yielded its
    // processor would get it back a time slice later.
    if (spins && tries < kSpins) {
      pause();
    } else {
      value.wait(old, std::memory_order_acquire);
    }
  }
}

}  // namespace

ThreadTeam::ThreadTeam(unsigned members) : spins_(have_processors(members)) {
  // The team's threads block all signals. The program's own threads handle the signals, and the
  // program may depend on which thread a signal interrupts.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  for (unsigned member = 1; member < members; ++member)
    workers_.push_back(std::make_unique<Worker>());
  for (unsigned member = 1; member < members; ++member)
    workers_[member - 1]->thread = std::thread([this, member] { work(member); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

ThreadTeam::~ThreadTeam() {
  phase_.fetch_or(kEnd, std::memory_order_release);
  phase_.notify_all();
  for (auto& worker : workers_) worker->thread.join();
}

void ThreadTeam::start(Call call, void* function) {
  call_ = call;
  function_ = function;
  busy_.store(static_cast<std::uint32_t>(workers_.size()), std::memory_order_relaxed);
  phase_.fetch_add(kStep, std::memory_order_release);
  phase_.notify_all();
}

bool ThreadTeam::claim(Worker& worker, std::uint32_t phase) {
  // A share is taken once in each phase. If the share of this phase has not been taken, `claimed`
  // has the number of the phase before.
  std::uint32_t before = phase - kStep;
  return worker.claimed.compare_exchange_strong(before, phase, std::memory_order_acq_rel);
}

void ThreadTeam::finish() {
  const std::uint32_t phase = phase_.load(std::memory_order_relaxed);
  for (std::size_t i = 0; i < workers_.size(); ++i) {
    if (!claim(*workers_[i], phase)) continue;
    call_(function_, static_cast<unsigned>(i) + 1);
    busy_.fetch_sub(1, std::memory_order_relaxed);
  }
  for (std::uint32_t left; (left = busy_.load(std::memory_order_acquire)) != 0;)
    wait_for_change(busy_, left, spins_);
}

void ThreadTeam::work(unsigned member) {
  const OwnThread thread;
  const SignalStack stack;
  const OwnWork own;
  const exec::FloatEnvironment environment;
  for (std::uint32_t seen = 0;;) {
    seen = wait_for_change(phase_, seen, spins_);
    if ((seen & kEnd) != 0) return;
    if (!claim(*workers_[member - 1], seen)) continue;
    call_(function_, member);
    if (busy_.fetch_sub(1, std::memory_order_release) == 1) busy_.notify_one();
  }
}

}  // namespace heddle::gpu
