#include <algorithm>

#include "heddle/gpu/clock/thread_balance.hpp"

namespace heddle::gpu {

void BalanceMeter::add(ThreadBalance& balance, const std::vector<std::chrono::nanoseconds>& times) {
  for (const std::chrono::nanoseconds time : times) balance.all += time;
  for (std::size_t i = 0; i < ThreadBalance::kThreads.size(); ++i) {
    const unsigned threads = ThreadBalance::kThreads[i];
    std::chrono::nanoseconds longest{};
    for (std::size_t thread = 0; thread < threads; ++thread) {
      std::chrono::nanoseconds sum{};
      for (std::size_t sm = thread; sm < times.size(); sm += threads) sum += times[sm];
      longest = std::max(longest, sum);
    }
    balance.longest[i] += longest;
  }
}

}  // namespace heddle::gpu
