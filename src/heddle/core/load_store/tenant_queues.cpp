#include "heddle/core/load_store/tenant_queues.hpp"

namespace heddle::core {

std::size_t TenantQueues::size() const {
  std::size_t sum = 0;
  for (const Queue& queue : queues_) sum += queue.queue.ids.size();
  return sum;
}

void TenantQueues::note_room(unsigned tenant) {
  crowded_ &= ~policy::set_of(tenant);
  if (queues_[tenant].queue.ids.size() >= entries_) crowded_ |= policy::set_of(tenant);
}

void TenantQueues::entered(unsigned tenant, Cycle now) {
  queues_[tenant].came.push(now);
  note_room(tenant);
}

void TenantQueues::left(unsigned tenant) {
  queues_[tenant].came.pop();
  note_room(tenant);
  served_ = kKernelSlots;
}

void TenantQueues::wait(AccessQueue& queue, Cycle now) {
  for (Queue& each : queues_)
    if (&each.queue == &queue && each.blocked_since == kNever) each.blocked_since = now;
  served_ = kKernelSlots;
}

void TenantQueues::tell_blocked(unsigned tenant, Cycle now) {
  Queue& queue = queues_[tenant];
  if (queue.blocked_since == kNever) return;
  if (sharing_.hears_accesses() && now > queue.blocked_since)
    sharing_.blocked(tenant, now - queue.blocked_since);
  queue.blocked_since = kNever;
}

void TenantQueues::retry(Cycle now) {
  for (unsigned tenant = 0; tenant < kKernelSlots; ++tenant) {
    queues_[tenant].queue.retry_at = 0;
    tell_blocked(tenant, now);
  }
}

bool TenantQueues::schedule_retry(Cycle when) {
  bool waits = false;
  for (Queue& queue : queues_) waits |= queue.queue.schedule_retry(when);
  return waits;
}

AccessQueue* TenantQueues::choose(Cycle now) {
  if (served_ != kKernelSlots) return &queues_[served_].queue;
  policy::TenantSet ready = 0;
  unsigned oldest = kKernelSlots;
  for (unsigned tenant = 0; tenant < kKernelSlots; ++tenant) {
    Queue& queue = queues_[tenant];
    if (queue.queue.ids.empty() || queue.queue.retry_at > now) continue;
    tell_blocked(tenant, now);
    ready |= policy::set_of(tenant);
    if (oldest == kKernelSlots || queue.came.front() < queues_[oldest].came.front())
      oldest = tenant;
  }
  if (ready == 0) return nullptr;
  served_ = oldest;
  if (sharing_.hears_accesses()) served_ = sharing_.prefer(ready).value_or(oldest);
  return &queues_[served_].queue;
}

Cycle TenantQueues::next() const {
  Cycle next = kNever;
  for (const Queue& queue : queues_)
    if (!queue.queue.ids.empty()) next = std::min(next, queue.queue.retry_at);
  return next;
}

}  // namespace heddle::core
