#include "heddle/core/load_store/miss_queues.hpp"

#include <algorithm>

namespace heddle::core {

bool MissQueues::tick(Cycle now, RequestPort& port) {
  wants_port_ = false;
  policy::WaitingRequests heads;
  bool any = false;
  for (unsigned tenant = 0; tenant < kKernelSlots; ++tenant) {
    const auto& queue = queues_[tenant];
    if (queue.empty() || queue.front().ready > now) continue;
    heads[tenant] = {.waits = true, .since = queue.front().ready};
    any = true;
  }
  held_until_ = now + 1;
  if (!any) return false;
  if (!port.can_send(now)) {
    wants_port_ = true;
    return false;
  }
  const auto tenant = part_.choose(heads);
  if (!tenant) {
    held_until_ = part_.choose_again();
    return false;
  }
  port.send(now, 0, queues_[*tenant].front().request);
  queues_[*tenant].pop();
  --total_;
  return true;
}

Cycle MissQueues::next(Cycle now, const RequestPort& port) const {
  Cycle next = kNever;
  for (const auto& queue : queues_) {
    if (queue.empty()) continue;
    const Cycle ready = queue.front().ready;
    const Cycle held = wants_port_ ? port.next(now) : held_until_;
    next = std::min(next, ready > now ? ready : std::max(now + 1, held));
  }
  return next;
}

}  // namespace heddle::core
