#include "heddle/core/load_store/load_store_unit.hpp"

#include <algorithm>

namespace heddle::core {

using Progress = FirstLevelCaches::Progress;

LoadStoreUnit::LoadStoreUnit(const SmConfiguration& configuration, std::uint16_t sm,
                             const policy::Shape& shape, const model::Subscribers& subscribers,
                             const CorunPart& sharing, const Contexts* formed)
    : queue_entries_(configuration.load_store.queue_entries),
      listeners_(shape.parts, subscribers, formed),
      gatherer_(configuration, shape.parts != 1 && !shape.runs_in_lanes(), shape.runs_in_lanes(),
                table_),
      caches_(configuration, sm, table_, listeners_, sharing),
      l1_memory_(configuration, caches_),
      sharing_(sharing),
      has_several_sources_(shape.runs_in_lanes() || configuration.load_store.tenant_queues ||
                           sharing.hears_accesses() || sharing.splits_misses()),
      shares_(configuration.load_store.tenant_queues || sharing.hears_accesses() ||
              sharing.splits_misses()),
      plan_(table_, configuration.load_store.shared_latency) {
  if (shape.runs_in_lanes())
    lanes_.emplace(configuration.load_store, configuration.ideal.banks, shape, table_);
  if (configuration.load_store.tenant_queues)
    tenants_ = std::make_unique<TenantQueues>(queue_entries_, sharing);
}

std::uint32_t LoadStoreUnit::issue(std::uint16_t owner, LaneMask lanes, std::uint8_t kernel,
                                   const AccessOrigin& origin, const exec::Step& step,
                                   Addr local_base, KernelCounters* counters) {
  if (shares_ && sharing_.hears_accesses()) [[unlikely]]
    sharing_.accessed(kernel);
  const AccessMember member{.owner = owner, .pc = step.pc, .lanes = lanes, .issued_at = now_};
  // Subscribers hear of bank accesses when they begin, so nothing is planned for them.
  if (gatherer_.needs_only_banks(step.access) && !shares_ && !has_queued_work() &&
      !listeners_.is_any()) {
    const std::uint32_t cycles =
        gatherer_.count_bank_cycles(step.pc, step.access, counters[kernel]);
    free_at_ = plan_.add({member, step.access.kind, kernel, cycles, origin.last, free_at_});
    return kNoEntry;
  }
  const AccessGatherer::Gathered gathered = gatherer_.gather(
      member,
      {step.access, kernel, origin.last, local_base, step.pc, step.row_base, origin.block_slot,
       step.kind == exec::StepKind::copy ? &step.copied_to : nullptr},
      counters);
  if (!gathered.is_new) return gathered.id;
  if (lanes_) {
    lanes_->begin(gathered.id, step.access, origin);
  } else {
    enqueue(gathered.id);
  }
  return gathered.id;
}

void LoadStoreUnit::enqueue(std::uint32_t id) {
  if (tenants_) [[unlikely]]
    return enqueue_shared(id);
  if (queue_.ids.empty()) queue_.retry_at = 0;
  queue_.ids.push(id);
}

void LoadStoreUnit::enqueue_shared(std::uint32_t id) {
  const std::uint8_t kernel = table_[id].kernel;
  AccessQueue& queue = tenants_->of(kernel);
  if (queue.ids.empty()) queue.retry_at = 0;
  queue.ids.push(id);
  tenants_->entered(kernel, now_);
}

void LoadStoreUnit::take_from_lanes(Cycle now, KernelCounters* counters) {
  lanes_->serve_shared(now, counters);
  if (!has_room()) return;
  if (const auto id = lanes_->take(now)) enqueue(*id);
}

void LoadStoreUnit::work(Cycle now, KernelCounters* counters) {
  if (gatherer_.is_open()) gatherer_.close(counters);
  if (lanes_) take_from_lanes(now, counters);
  if (shares_) [[unlikely]]
    return tick_shared(now, counters);
  if (!is_due(now)) return;
  if (caches_.has_write_backs()) {
    free_at_ = now + 1;
    goes_on(queue_, now, caches_.write_back(now, counters));
    return;
  }
  work_on(queue_, now, counters);
}

void LoadStoreUnit::tick_shared(Cycle now, KernelCounters* counters) {
  if (caches_.splits_misses() && caches_.send_miss(now)) retry();
  if (free_at_ > now) return;
  if (caches_.has_write_backs() && queue_.retry_at <= now) {
    free_at_ = now + 1;
    goes_on(queue_, now, caches_.write_back(now, counters));
    return;
  }
  AccessQueue* const queue = tenants_ ? tenants_->choose(now) : &queue_;
  if (queue == nullptr || queue->retry_at > now || queue->ids.empty()) return;
  const Access& first = table_[queue->ids.front()];
  const std::uint8_t kernel = first.kernel;
  const std::uint32_t requests = first.count;
  if (work_on(*queue, now, counters)) {
    if (sharing_.hears_accesses()) sharing_.served(kernel, requests);
    if (tenants_) tenants_->left(kernel);
  } else if (tenants_ && queue->retry_at > now) {
    tenants_->wait(*queue, now);
  }
}

[[gnu::always_inline]] inline bool LoadStoreUnit::work_on(AccessQueue& queue, Cycle now,
                                                          KernelCounters* counters) {
  if (queue.ids.empty()) return false;
  const std::uint32_t id = queue.ids.front();
  Access& access = table_[id];
  if (access.ready > now) {
    free_at_ = access.ready;
    return false;
  }
  free_at_ = now + 1;
  if (access.bank_cycles != 0) {
    hold_banks(now, id);
  } else if (access.next != access.count) {
    do {
      if (!goes_on(queue, now, caches_.work(now, id, counters[access.kernel]))) return false;
    } while (access.next_is_joined());
  }
  if (!access.is_worked_off()) return false;
  queue.ids.pop();
  table_.release(id);
  return true;
}

void LoadStoreUnit::hold_banks(Cycle now, std::uint32_t id) {
  Access& access = table_[id];
  free_at_ = now + access.bank_cycles;
  table_.schedule_answer(now + access.bank_latency + access.bank_cycles - 1,
                         Origin::of_transaction(id, Origin::kBanks));
  if (listeners_.is_any()) listeners_.began_banks(now, access);
  access.bank_cycles = 0;
}

bool LoadStoreUnit::goes_on(AccessQueue& queue, Cycle now, Progress progress) {
  if (progress == Progress::done) return true;
  queue.wants_room = progress == Progress::wait_for_port;
  queue.retry_at = queue.wants_room && !port().is_reserved() ? port().next(now) : kNever;
  return false;
}

void LoadStoreUnit::retry() {
  queue_.retry_at = 0;
  if (tenants_) tenants_->retry(now_);
}

void LoadStoreUnit::receive(const model::MemoryReply& reply) {
  if (shares_) [[unlikely]]
    retry();
  queue_.retry_at = 0;
  caches_.receive(now_, reply);
  if (caches_.has_write_backs()) free_at_ = plan_.requeue(queue_, now_, free_at_);
}

model::QueueDepths LoadStoreUnit::depths(Cycle now) const {
  return {.cycle = now,
          .load_store = static_cast<std::uint32_t>(tenants_ ? tenants_->size()
                                                            : queue_.ids.size() + plan_.size()),
          .in_flight = table_.in_flight(),
          .outstanding = caches_.outstanding()};
}

Cycle LoadStoreUnit::next_of_all(Cycle now) const {
  Cycle answer = table_.next_answer();
  if (lanes_) {
    answer = std::min(answer, lanes_->next_shared(now));
    if (has_room()) answer = std::min(answer, std::max(now + 1, lanes_->next_ready()));
  }
  if (shares_ && caches_.splits_misses()) answer = std::min(answer, caches_.next_miss(now));
  if (tenants_) answer = std::min(answer, std::max({now + 1, free_at_, tenants_->next()}));
  return has_queued_work() ? std::min(answer, next_of_queue(now)) : answer;
}

Cycle LoadStoreUnit::take_credits() {
  const Cycle first = port().next_credit();
  if (first == kNever) return kNever;
  port().take_credits();
  if (shares_) [[unlikely]]
    return take_credits_shared(first);
  return queue_.schedule_retry(first) ? first : kNever;
}

void LoadStoreUnit::take_turn() {
  queue_.schedule_retry(now_ + 1);
  if (tenants_) tenants_->schedule_retry(now_ + 1);
  if (caches_.splits_misses()) caches_.retry_misses();
}

Cycle LoadStoreUnit::take_credits_shared(Cycle first) {
  bool waits = queue_.schedule_retry(first);
  if (tenants_) waits |= tenants_->schedule_retry(first);
  if (caches_.splits_misses()) waits |= caches_.miss_wants_port();
  return waits ? first : kNever;
}

}  // namespace heddle::core
