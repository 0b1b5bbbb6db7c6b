#include "heddle/core/load_store_unit.hpp"

#include <algorithm>

namespace heddle::core {

using exec::AccessKind;
using model::L1Outcome;
using model::RequestKind;

LoadStoreUnit::LoadStoreUnit(const LoadStoreSpec& spec, const memory::CacheSpec& l1,
                             const memory::InterconnectSpec& interconnect, double core_mhz,
                             std::uint16_t sm)
    : spec_(spec),
      sm_(sm),
      shared_banks_(spec.shared_banks),
      l1_(l1, spec.write_hit),
      port_(interconnect, core_mhz, spec.injection_queue) {}

std::uint32_t LoadStoreUnit::take() {
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(accesses_.size()));
    accesses_.push_back(std::make_unique<Access>());
    atomics_.emplace_back();
  }
  const std::uint32_t id = free_.back();
  free_.pop_back();
  return id;
}

std::uint32_t LoadStoreUnit::issue(std::uint16_t warp, std::uint8_t kernel, const exec::Step& step,
                                   Addr local_base, KernelCounters& counters) {
  const std::uint32_t id = take();
  Access& access = *accesses_[id];
  access.warp = warp;
  access.kernel = kernel;
  access.kind = step.access.kind;
  access.pc = step.pc;
  access.level = Level::shared;
  access.issued_at = now_;
  access.outstanding = access.bank_cycles = access.next = access.count = 0;
  const auto cache = step.access.cache;
  access.bypass = step.access.is_volatile || cache == isa::CacheOperator::cg ||
                  cache == isa::CacheOperator::cv || !spec_.cache_global_loads;
  gather(access, step, local_base, counters);
  if (access.kind == AccessKind::atomic || access.kind == AccessKind::reduction) {
    if (atomics_[id] == nullptr) atomics_[id] = std::make_unique<exec::AtomicRequest>();
  }
  if (queue_.empty()) blocked_ = false;
  queue_.push(id);
  ++in_flight_;
  return id;
}

void LoadStoreUnit::gather(Access& access, const exec::Step& step, Addr local_base,
                           KernelCounters& counters) {
  const exec::MemoryAccess& from = step.access;
  const unsigned bytes = from.bytes;
  if (from.shared != 0) {
    access.bank_cycles = shared_banks_.degree(step.pc, from.address, from.shared, bytes);
    access.bank_latency = spec_.shared_latency;
    ++counters.shared_accesses;
    counters.shared_cycles += access.bank_cycles;
  }
  if (from.constant != 0) {
    access.bank_cycles += distinct_addresses(from.address, from.constant);
    access.bank_latency = std::max(access.bank_latency, spec_.constant_latency);
  }
  const unsigned line = l1_.line_bytes();
  if (from.global != 0)
    access.count = coalesce(from.address, from.global, bytes, line, access.transactions);
  if (from.local != 0) {
    access.count = coalesce_local(from.address, from.local, bytes, local_base, line,
                                  access.transactions, access.count);
  }
  if (access.count != 0) {
    ++counters.global_accesses;
    counters.global_transactions += access.count;
  }
}

void LoadStoreUnit::deliver(Cycle now) {
  now_ = now;
  returns_.deliver(now, [&](std::uint32_t id) {
    --accesses_[id]->outstanding;
    done(id);
  });
}

void LoadStoreUnit::tick(Cycle now, KernelCounters* counters) {
  if (queue_.empty() || blocked_ || free_at_ > now) return;
  const std::uint32_t id = queue_.front();
  Access& access = *accesses_[id];
  if (!work(now, id, counters[access.kernel])) return;
  if (access.bank_cycles == 0 && access.next == access.count) {
    queue_.pop();
    done(id);
  }
}

bool LoadStoreUnit::work(Cycle now, std::uint32_t id, KernelCounters& counters) {
  Access& access = *accesses_[id];
  free_at_ = now + 1;
  if (access.bank_cycles != 0) {
    free_at_ = now + access.bank_cycles;
    returns_.schedule(now + access.bank_latency + access.bank_cycles - 1, id);
    ++access.outstanding;
    if (listener_ != nullptr) tell(now, access, L1Outcome::banks);
    access.bank_cycles = 0;
    return true;
  }
  if (access.next == access.count) return true;
  const Transaction& transaction = access.transactions[access.next];
  const std::uint64_t flits = port_.flits();
  bool sent = false;
  switch (access.kind) {
    case AccessKind::load:
    case AccessKind::texture:
      sent = load(now, id, transaction, counters.l1);
      break;
    case AccessKind::store:
      sent = send(now, id, transaction, RequestKind::store, transaction.sectors);
      if (sent) l1_.write(transaction, false, counters.l1);
      if (listener_ != nullptr) tell(now, access, sent ? L1Outcome::written : L1Outcome::blocked);
      break;
    default:
      sent = send(now, id, transaction, RequestKind::atomic, transaction.sectors);
      if (sent) l1_.write(transaction, true, counters.l1);
      if (listener_ != nullptr) tell(now, access, sent ? L1Outcome::written : L1Outcome::blocked);
  }
  if (!sent) {
    ++counters.l1.reservation_failures;
    return false;
  }
  counters.request_flits += port_.flits() - flits;
  ++access.next;
  ++access.outstanding;
  return true;
}

bool LoadStoreUnit::load(Cycle now, std::uint32_t id, const Transaction& transaction,
                         L1Counters& counters) {
  Access& access = *accesses_[id];
  if (access.bypass) {
    if (!send(now, id, transaction, RequestKind::load, transaction.sectors)) return false;
    ++counters.loads;
    ++counters.bypasses;
    if (listener_ != nullptr) tell(now, access, L1Outcome::bypassed);
    return true;
  }
  std::uint8_t fetch = 0;
  switch (l1_.load(transaction, id, port_.can_send(now), fetch, counters)) {
    case L1Cache::Outcome::hit:
      returns_.schedule(now + l1_.hit_latency(), id);
      access.level = std::max(access.level, Level::l1);
      if (listener_ != nullptr) tell(now, access, L1Outcome::hit);
      return true;
    case L1Cache::Outcome::miss:
      if (listener_ != nullptr) tell(now, access, L1Outcome::miss);
      return send(now, kCachedLoad, transaction, RequestKind::load, fetch);
    case L1Cache::Outcome::merged:
      if (listener_ != nullptr) tell(now, access, L1Outcome::merged);
      return true;
    case L1Cache::Outcome::blocked:
      if (listener_ != nullptr) tell(now, access, L1Outcome::blocked);
      break;
  }
  if (port_.has_credit() && !port_.can_send(now)) {
    free_at_ = port_.next(now);
  } else {
    blocked_ = true;
  }
  return false;
}

bool LoadStoreUnit::send(Cycle now, std::uint32_t origin, const Transaction& transaction,
                         RequestKind kind, std::uint8_t sectors) {
  if (!port_.can_send(now)) {
    free_at_ = port_.next(now);
    blocked_ = !port_.has_credit();
    return false;
  }
  port_.send(now, {.line = transaction.line,
                   .origin = origin,
                   .sm = sm_,
                   .sectors = sectors,
                   .kernel = accesses_[queue_.front()]->kernel,
                   .kind = kind,
                   .lanes = transaction.lanes});
  return true;
}

void LoadStoreUnit::receive(const model::MemoryReply& reply) {
  blocked_ = false;
  const Level level = reply.from_dram ? Level::dram : Level::l2;
  const auto one_back = [&](std::uint32_t id) {
    accesses_[id]->level = std::max(accesses_[id]->level, level);
    --accesses_[id]->outstanding;
    done(id);
  };
  if (reply.origin == kCachedLoad) {
    l1_.fill(reply.line, reply.sectors, one_back);
  } else {
    one_back(reply.origin);
  }
}

void LoadStoreUnit::done(std::uint32_t id) {
  const Access& access = *accesses_[id];
  if (access.outstanding != 0 || access.bank_cycles != 0 || access.next != access.count) return;
  if (!queue_.empty() && queue_.front() == id)
    return;  // its last piece is still being taken from the queue
  --in_flight_;
  finished_.push_back({id, access.warp, access.pc, access.kind, access.level, access.issued_at});
}

void LoadStoreUnit::tell(Cycle now, const Access& access, L1Outcome outcome) const {
  const bool banks = outcome == L1Outcome::banks;
  const Transaction transaction = banks ? Transaction{} : access.transactions[access.next];
  listener_->on(model::L1Access{.cycle = now,
                                .line = transaction.line,
                                .pc = access.pc,
                                .lanes = transaction.lanes,
                                .entity = access.warp,
                                .outcome = outcome,
                                .cycles = banks ? access.bank_cycles : 1});
}

model::QueueDepths LoadStoreUnit::depths(Cycle now) const {
  return {.cycle = now,
          .load_store = static_cast<std::uint32_t>(queue_.size()),
          .in_flight = in_flight_,
          .outstanding = l1_.outstanding()};
}

Cycle LoadStoreUnit::next(Cycle now) const {
  Cycle next = returns_.next();
  if (!queue_.empty() && !blocked_) next = std::min(next, std::max(now + 1, free_at_));
  return next;
}

void LoadStoreUnit::return_credit() {
  port_.return_credit();
  blocked_ = false;
}

}  // namespace heddle::core
