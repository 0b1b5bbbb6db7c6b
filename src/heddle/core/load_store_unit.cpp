#include "heddle/core/load_store_unit.hpp"

#include <algorithm>

namespace heddle::core {

using exec::AccessKind;
using model::L1Outcome;
using model::RequestKind;

namespace {

/// A cache that is only read, as a data cache.
L1Cache read_only(const ReadOnlyCacheSpec& spec) {
  const memory::CacheSpec& cache = spec;
  return {L1Spec{cache}, WriteHit::evict};
}

}  // namespace

LoadStoreUnit::LoadStoreUnit(const SmConfiguration& configuration, std::uint16_t sm, unsigned parts)
    : spec_(configuration.load_store),
      names_(parts),
      by_parts_(parts != 1),
      sm_(sm),
      shared_banks_(configuration.load_store.shared_banks),
      miss_latency_(configuration.l1.miss_latency),
      caches_{{{L1Cache(configuration.l1, configuration.load_store.write_hit), true,
                &KernelCounters::l1},
               {read_only(configuration.constant_cache), configuration.constant_cache.enabled,
                &KernelCounters::constant_cache},
               {read_only(configuration.texture_cache), configuration.texture_cache.enabled,
                &KernelCounters::texture_cache}}},
      port_(configuration.interconnect, configuration.load_store.injection_queue) {}

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

void LoadStoreUnit::deliver(Cycle now) {
  now_ = now;
  returns_.deliver(now, [&](std::uint32_t piece) { came(piece, Level::shared); });
}

void LoadStoreUnit::tick(Cycle now, KernelCounters* counters) {
  if (open_ != kNone) close(counters);
  if (free_at_ > now || retry_at_ > now) return;
  if (write_back(now, counters) || queue_.empty()) return;
  const std::uint32_t id = queue_.front();
  Access& access = *accesses_[id];
  if (access.ready > now) {
    free_at_ = access.ready;
    return;
  }
  if (!work(now, id, counters[access.kernel])) return;
  if (access.bank_cycles == 0 && access.next == access.count) {
    queue_.pop();
    let_go(id);
  }
}

bool LoadStoreUnit::work(Cycle now, std::uint32_t id, KernelCounters& counters) {
  Access& access = *accesses_[id];
  free_at_ = now + 1;
  if (access.bank_cycles != 0) {
    free_at_ = now + access.bank_cycles;
    returns_.schedule(now + access.bank_latency + access.bank_cycles - 1, piece(id, kBanks));
    if (observed_) tell_banks(now, access);
    access.bank_cycles = 0;
    return true;
  }
  if (access.next == access.count) return true;
  const std::uint64_t flits = port_.flits();
  if (!work_on_transaction(now, id, counters)) return false;
  counters.request_flits += port_.flits() - flits;
  ++access.next;
  return true;
}

bool LoadStoreUnit::work_on_transaction(Cycle now, std::uint32_t id, KernelCounters& counters) {
  const Access& access = *accesses_[id];
  const Transaction& transaction = access.transactions[access.next];
  switch (access.kind) {
    case AccessKind::load:
      return load(now, id, transaction,
                  access.next < access.constant_begin ? data_cache : constant_cache, counters);
    case AccessKind::texture:
      return load(now, id, transaction, caches_[texture_cache].enabled ? texture_cache : data_cache,
                  counters);
    case AccessKind::store: {
      const bool taken =
          store(now, id, transaction, access.next >= access.local_begin, counters.l1);
      if (observed_) tell_store(now, access, taken);
      return taken;
    }
    default: {
      const bool sent =
          send(now, piece(id, access.next), transaction, RequestKind::atomic, transaction.sectors);
      if (sent) {
        caches_[data_cache].tags.atomic(transaction, counters.l1);
      } else {
        ++counters.l1.failures.port;
      }
      if (observed_) tell(now, access, sent ? L1Outcome::written : L1Outcome::blocked);
      return sent;
    }
  }
}

bool LoadStoreUnit::load(Cycle now, std::uint32_t id, const Transaction& transaction,
                         CacheKind kind, KernelCounters& all_counters) {
  CacheOfSm& cache = caches_[kind];
  L1Counters& counters = all_counters.*cache.counters;
  Access& access = *accesses_[id];
  if (access.bypass && kind == data_cache) {
    if (!send(now, piece(id, access.next), transaction, RequestKind::load, transaction.sectors)) {
      ++counters.failures.port;
      return false;
    }
    ++counters.loads;
    ++counters.bypasses;
    if (observed_) tell(now, access, L1Outcome::bypassed);
    return true;
  }
  std::uint8_t fetch = 0;
  switch (
      cache.tags.load(transaction, piece(id, access.next), port_.can_send(now), fetch, counters)) {
    case L1Cache::Outcome::hit:
      returns_.schedule(now + cache.tags.hit_latency(), piece(id, access.next));
      if (kind != constant_cache) {
        access.for_each_member(transaction.lanes, [](AccessMember& member) {
          member.level = std::max(member.level, Level::l1);
        });
      }
      if (observed_) tell(now, access, L1Outcome::hit, kind);
      return true;
    case L1Cache::Outcome::miss:
      if (observed_) tell(now, access, L1Outcome::miss, kind, fetch);
      return send(now, kCachedLoad - kind, transaction, RequestKind::load, fetch);
    case L1Cache::Outcome::merged:
      if (observed_) tell(now, access, L1Outcome::merged, kind);
      return true;
    case L1Cache::Outcome::blocked:
      if (observed_) tell(now, access, L1Outcome::blocked, kind);
      wait_for_fill();
      return false;
    case L1Cache::Outcome::no_port:
      if (observed_) tell(now, access, L1Outcome::blocked, kind);
      wait_for_port(now);
  }
  return false;
}

bool LoadStoreUnit::store(Cycle now, std::uint32_t id, const Transaction& transaction,
                          bool is_local, L1Counters& counters) {
  L1Cache& cache = caches_[data_cache].tags;
  const std::uint8_t kernel = accesses_[id]->kernel;
  if (is_local && cache.keeps_local_stores()) {
    if (cache.store(transaction, true, kernel, counters) == L1Cache::WriteOutcome::blocked) {
      wait_for_fill();
      return false;
    }
    returns_.schedule(now + cache.hit_latency(), piece(id, accesses_[id]->next));
    return true;
  }
  if (!send(now, piece(id, accesses_[id]->next), transaction, RequestKind::store,
            transaction.sectors)) {
    ++counters.failures.port;
    return false;
  }
  cache.store(transaction, is_local, kernel, counters);
  return true;
}

bool LoadStoreUnit::write_back(Cycle now, KernelCounters* counters) {
  auto& lines = caches_[data_cache].tags.write_backs();
  if (lines.empty()) return false;
  free_at_ = now + 1;
  if (!port_.can_send(now)) {
    wait_for_port(now);
    return true;
  }
  const WriteBack line = lines.back();
  lines.pop_back();
  ++counters[line.kernel].l1.write_backs;
  port_.send(now, miss_latency_,
             {.line = line.line,
              .origin = kWriteBack,
              .sm = sm_,
              .sectors = line.sectors,
              .kernel = line.kernel,
              .kind = RequestKind::store});
  return true;
}

void LoadStoreUnit::wait_for_fill() {
  retry_at_ = kNever;
  wants_room_ = false;
}

void LoadStoreUnit::wait_for_port(Cycle now) {
  retry_at_ = port_.next(now);
  wants_room_ = true;
}

bool LoadStoreUnit::send(Cycle now, std::uint32_t origin, const Transaction& transaction,
                         RequestKind kind, std::uint8_t sectors) {
  if (!port_.can_send(now)) {
    wait_for_port(now);
    return false;
  }
  port_.send(now, miss_latency_,
             {.line = transaction.line,
              .origin = origin,
              .sm = sm_,
              .sectors = sectors,
              .kernel = accesses_[queue_.front()]->kernel,
              .kind = kind,
              .lanes = transaction.lanes});
  return true;
}

void LoadStoreUnit::receive(const model::MemoryReply& reply) {
  retry_at_ = 0;
  const Level level = reply.from_dram ? Level::dram : Level::l2;
  const auto one_back = [&](std::uint32_t piece) { came(piece, level); };
  if (reply.origin == kWriteBack) return;
  if (reply.origin > kWriteBack) {
    caches_[kCachedLoad - reply.origin].tags.fill(reply.line, reply.sectors, one_back);
    if (observed_ && reply.origin == kCachedLoad - data_cache) tell_filled(reply);
  } else {
    one_back(reply.origin);
  }
}

void LoadStoreUnit::came(std::uint32_t piece, Level level) {
  const std::uint32_t id = piece >> 8, which = piece & 0xFF;
  Access& access = *accesses_[id];
  const LaneMask lanes = which == kBanks ? access.bank_lanes : access.transactions[which].lanes;
  access.for_each_member(lanes, [&](AccessMember& member) {
    member.level = std::max(member.level, level);
    if (--member.outstanding != 0) return;
    --in_flight_;
    finished_.push_back({id, member.owner, member.pc, access.kind, member.level, member.issued_at});
  });
}

void LoadStoreUnit::let_go(std::uint32_t id) {
  if (--accesses_[id]->holders == 0) free_.push_back(id);
}

model::QueueDepths LoadStoreUnit::depths(Cycle now) const {
  return {.cycle = now,
          .load_store = static_cast<std::uint32_t>(queue_.size()),
          .in_flight = in_flight_,
          .outstanding = caches_[data_cache].tags.outstanding()};
}

Cycle LoadStoreUnit::next(Cycle now) const {
  Cycle next = returns_.next();
  const bool work = !queue_.empty() || !caches_[data_cache].tags.write_backs().empty();
  if (work) next = std::min(next, std::max({now + 1, free_at_, retry_at_}));
  return next;
}

Cycle LoadStoreUnit::take_credits() {
  const Cycle first = port_.next_credit();
  if (first == kNever) return kNever;
  port_.take_credits();
  if (!wants_room_ || retry_at_ != kNever) return kNever;
  retry_at_ = first;
  return first;
}

}  // namespace heddle::core
