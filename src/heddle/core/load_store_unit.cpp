#include "heddle/core/load_store_unit.hpp"

#include <algorithm>

namespace heddle::core {

using Progress = FirstLevelCaches::Progress;

LoadStoreUnit::LoadStoreUnit(const SmConfiguration& configuration, std::uint16_t sm,
                             const policy::Shape& shape, const model::Subscribers& subscribers)
    : queue_entries_(configuration.load_store.queue_entries),
      listeners_(shape.parts, subscribers),
      gatherer_(configuration, shape.parts != 1 && !shape.runs_in_lanes(), shape.runs_in_lanes(),
                table_),
      caches_(configuration, sm, table_, listeners_) {
  if (shape.runs_in_lanes()) lanes_.emplace(configuration.load_store, shape, table_);
}

std::uint32_t LoadStoreUnit::issue(std::uint16_t owner, LaneMask lanes, std::uint8_t kernel,
                                   const AccessOrigin& origin, const exec::Step& step,
                                   Addr local_base, KernelCounters* counters) {
  const AccessMember member{.owner = owner, .pc = step.pc, .lanes = lanes, .issued_at = now_};
  const AccessGatherer::Issued issued{step.access, kernel,  origin.last,
                                      local_base,  step.pc, step.row_base};
  if (gatherer_.is_open()) {
    if (gatherer_.can_join(issued)) return gatherer_.join(member, issued);
    gatherer_.close(counters);
  }
  const std::uint32_t id = gatherer_.open(member, issued, counters);
  if (lanes_) {
    lanes_->begin(id, step.access, origin);
  } else {
    enqueue(id);
  }
  return id;
}

void LoadStoreUnit::enqueue(std::uint32_t id) {
  if (queue_.empty()) retry_at_ = 0;
  queue_.push(id);
}

void LoadStoreUnit::take_from_lanes(Cycle now, KernelCounters* counters) {
  lanes_->serve_shared(now, counters);
  if (!has_room()) return;
  if (const auto id = lanes_->take(now)) enqueue(*id);
}

void LoadStoreUnit::tick(Cycle now, KernelCounters* counters) {
  if (gatherer_.is_open()) gatherer_.close(counters);
  if (lanes_) take_from_lanes(now, counters);
  if (free_at_ > now || retry_at_ > now) return;
  if (caches_.has_write_backs()) {
    free_at_ = now + 1;
    goes_on(now, caches_.write_back(now, counters));
    return;
  }
  if (queue_.empty()) return;
  const std::uint32_t id = queue_.front();
  Access& access = table_[id];
  if (access.ready > now) {
    free_at_ = access.ready;
    return;
  }
  free_at_ = now + 1;
  if (access.bank_cycles != 0) {
    hold_banks(now, id);
  } else if (access.next != access.count) {
    if (!goes_on(now, caches_.work(now, id, counters[access.kernel]))) return;
  }
  if (!access.is_worked_off()) return;
  queue_.pop();
  table_.release(id);
}

void LoadStoreUnit::hold_banks(Cycle now, std::uint32_t id) {
  Access& access = table_[id];
  free_at_ = now + access.bank_cycles;
  table_.schedule_answer(now + access.bank_latency + access.bank_cycles - 1, origin_of(id, kBanks));
  if (listeners_.is_any()) listeners_.began_banks(now, access);
  access.bank_cycles = 0;
}

bool LoadStoreUnit::goes_on(Cycle now, Progress progress) {
  if (progress == Progress::done) return true;
  wants_room_ = progress == Progress::wait_for_port;
  retry_at_ = wants_room_ ? port().next(now) : kNever;
  return false;
}

void LoadStoreUnit::receive(const model::MemoryReply& reply) {
  retry_at_ = 0;
  caches_.receive(now_, reply);
}

model::QueueDepths LoadStoreUnit::depths(Cycle now) const {
  return {.cycle = now,
          .load_store = static_cast<std::uint32_t>(queue_.size()),
          .in_flight = table_.in_flight(),
          .outstanding = caches_.outstanding()};
}

Cycle LoadStoreUnit::next(Cycle now) const {
  Cycle answer = table_.next_answer();
  if (lanes_) {
    answer = std::min(answer, lanes_->next_shared(now));
    if (has_room()) answer = std::min(answer, std::max(now + 1, lanes_->next_ready()));
  }
  if (queue_.empty() && !caches_.has_write_backs()) return answer;
  return std::min(answer, std::max({now + 1, free_at_, retry_at_}));
}

Cycle LoadStoreUnit::take_credits() {
  const Cycle first = port().next_credit();
  if (first == kNever) return kNever;
  port().take_credits();
  if (!wants_room_ || retry_at_ != kNever) return kNever;
  retry_at_ = first;
  return first;
}

}  // namespace heddle::core
