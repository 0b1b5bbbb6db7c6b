#include "heddle/core/load_store/first_level_caches.hpp"

#include <algorithm>

#include "heddle/core/terms/shared_sizes.hpp"

namespace heddle::core {

using exec::AccessKind;
using model::L1Outcome;
using model::RequestKind;
using Progress = FirstLevelCaches::Progress;

namespace {

/// Makes a cache. `unit`: name of its section in machine files.
L1Cache first_level(const SmConfiguration& configuration, const L1Spec& spec, WriteHit write_hit,
                    std::string_view unit, std::uint16_t sm, bool always_hits) {
  return {spec, write_hit,
          configuration.replacements.make(spec.replacement, spec.sets(), spec.associativity,
                                          {.unit = unit, .sm = sm}),
          always_hits};
}

/// Returns the data cache with the largest capacity that it can have.
L1Spec largest(const SmConfiguration& configuration) {
  L1Spec l1 = configuration.l1;
  const SmSpec& sm = configuration.sm;
  l1.bytes = l1_bytes_beside(SharedSizes(sm).smallest(), sm, l1);
  return l1;
}

/// Makes a read-only cache, as a data cache.
L1Cache read_only(const SmConfiguration& configuration, const ReadOnlyCacheSpec& spec,
                  std::string_view unit, std::uint16_t sm, bool always_hits) {
  const memory::CacheSpec& cache = spec;
  return first_level(configuration, L1Spec{cache}, WriteHit::evict, unit, sm, always_hits);
}

/// The counters of each cache.
constexpr std::array<L1Counters KernelCounters::*, 3> kCounters = {
    &KernelCounters::l1, &KernelCounters::constant_cache, &KernelCounters::texture_cache};

}  // namespace

FirstLevelCaches::FirstLevelCaches(const SmConfiguration& configuration, std::uint16_t sm,
                                   AccessTable& table, const AccessListeners& listeners,
                                   const CorunPart& sharing)
    : table_(table),
      listeners_(listeners),
      sm_(sm),
      miss_latency_(configuration.l1.miss_latency),
      has_texture_cache_(configuration.texture_cache.enabled),
      caches_{first_level(configuration, largest(configuration), configuration.load_store.write_hit,
                          "l1", sm, configuration.ideal.l1),
              read_only(configuration, configuration.constant_cache, "constant_cache", sm,
                        configuration.ideal.constants),
              read_only(configuration, configuration.texture_cache, "texture_cache", sm,
                        configuration.ideal.l1)},
      port_(configuration.interconnect, configuration.core_mhz,
            sharing.splits_misses() ? 1 : configuration.load_store.injection_queue) {
  const LoadStoreSpec& spec = configuration.load_store;
  if (sharing.splits_misses())
    misses_ = std::make_unique<MissQueues>(spec.injection_queue, spec.tenant_miss_queue, sharing);
}

Progress FirstLevelCaches::work(Cycle now, std::uint32_t id, KernelCounters& counters) {
  const Progress progress = try_next(now, id, counters);
  if (progress == Progress::done) ++table_[id].next;
  return progress;
}

Progress FirstLevelCaches::try_next(Cycle now, std::uint32_t id, KernelCounters& counters) {
  const Access& access = table_[id];
  switch (access.kind) {
    case AccessKind::load:
    case AccessKind::copy:
      return load(now, id, access.next < access.constant_begin ? Kind::data : Kind::constants,
                  counters);
    case AccessKind::texture:
      return load(now, id, has_texture_cache_ ? Kind::textures : Kind::data, counters);
    case AccessKind::store:
      return store(now, id, counters);
    default:
      return atomic(now, id, counters);
  }
}

Progress FirstLevelCaches::load(Cycle now, std::uint32_t id, Kind kind,
                                KernelCounters& all_counters) {
  Access& access = table_[id];
  if (kind == Kind::data && (access.bypass || is_lent())) return bypass(now, id, all_counters);
  const Transaction& transaction = access.transactions[access.next];
  L1Counters& counters = all_counters.*kCounters[static_cast<std::size_t>(kind)];
  std::uint8_t fetch = 0;
  switch (cache(kind).load(transaction, Origin::of_transaction(id, access.next).word(),
                           can_send(now, kind, access.kernel), fetch, counters, access.kernel)) {
    case L1Cache::Outcome::hit:
      table_.schedule_answer(now + cache(kind).hit_latency(),
                             Origin::of_transaction(id, access.next));
      if (kind != Kind::constants) {
        access.for_each_member(transaction.lanes, [](AccessMember& member) {
          member.level = std::max(member.level, Level::l1);
        });
      }
      tell(now, access, L1Outcome::hit, kind);
      return Progress::done;
    case L1Cache::Outcome::miss:
      tell(now, access, L1Outcome::miss, kind, fetch);
      send(now, Origin::of_cache(kind), access, RequestKind::load, fetch, all_counters, kind);
      return Progress::done;
    case L1Cache::Outcome::merged:
      tell(now, access, L1Outcome::merged, kind);
      return Progress::done;
    case L1Cache::Outcome::blocked:
      tell(now, access, L1Outcome::blocked, kind);
      return Progress::wait_for_fill;
    default:
      tell(now, access, L1Outcome::blocked, kind);
      return Progress::wait_for_port;
  }
}

Progress FirstLevelCaches::bypass(Cycle now, std::uint32_t id, KernelCounters& counters) {
  const Access& access = table_[id];
  if (!send(now, Origin::of_transaction(id, access.next), access, RequestKind::load,
            access.transactions[access.next].sectors, counters)) {
    ++counters.l1.failures.port;
    return Progress::wait_for_port;
  }
  ++counters.l1.loads;
  ++counters.l1.bypasses;
  tell(now, access, L1Outcome::bypassed);
  return Progress::done;
}

Progress FirstLevelCaches::store(Cycle now, std::uint32_t id, KernelCounters& counters) {
  const Access& access = table_[id];
  const Transaction& transaction = access.transactions[access.next];
  const bool is_local = access.next >= access.local_begin;
  L1Cache& data = cache(Kind::data);
  if (is_local && data.keeps_local_stores()) {
    if (data.store(transaction, true, access.kernel, counters.l1) ==
        L1Cache::WriteOutcome::blocked) {
      tell(now, access, L1Outcome::blocked);
      return Progress::wait_for_fill;
    }
    table_.schedule_answer(now + data.hit_latency(), Origin::of_transaction(id, access.next));
  } else {
    if (!send(now, Origin::of_transaction(id, access.next), access, RequestKind::store,
              transaction.sectors, counters)) {
      ++counters.l1.failures.port;
      tell(now, access, L1Outcome::blocked);
      return Progress::wait_for_port;
    }
    data.store(transaction, is_local, access.kernel, counters.l1);
  }
  tell(now, access, L1Outcome::written, Kind::data, data.stored());
  return Progress::done;
}

Progress FirstLevelCaches::atomic(Cycle now, std::uint32_t id, KernelCounters& counters) {
  const Access& access = table_[id];
  const Transaction& transaction = access.transactions[access.next];
  if (!send(now, Origin::of_transaction(id, access.next), access, RequestKind::atomic,
            transaction.sectors, counters)) {
    ++counters.l1.failures.port;
    tell(now, access, L1Outcome::blocked);
    return Progress::wait_for_port;
  }
  cache(Kind::data).atomic(transaction, counters.l1);
  tell(now, access, L1Outcome::written);
  return Progress::done;
}

Progress FirstLevelCaches::write_back(Cycle now, KernelCounters* counters) {
  auto& lines = cache(Kind::data).write_backs();
  const WriteBack line = lines.back();
  if (!can_send(now, Kind::data, line.kernel)) return Progress::wait_for_port;
  lines.pop_back();
  ++counters[line.kernel].l1.write_backs;
  send_request(now, Kind::data,
               {.line = line.line,
                .origin = Origin::of_write_back().word(),
                .sm = sm_,
                .sectors = line.sectors,
                .kernel = line.kernel,
                .kind = RequestKind::store});
  return Progress::done;
}

void FirstLevelCaches::send_request(Cycle now, Kind kind, const model::MemoryRequest& request) {
  if (misses_ != nullptr && kind == Kind::data) [[unlikely]]
    return misses_->push(request.kernel, now + miss_latency_, request);
  port_.send(now, miss_latency_, request);
}

bool FirstLevelCaches::send(Cycle now, Origin origin, const Access& access, RequestKind kind,
                            std::uint8_t sectors, KernelCounters& counters, Kind cache) {
  if (!can_send(now, cache, access.kernel)) return false;
  const Transaction& transaction = access.transactions[access.next];
  const model::MemoryRequest request{.line = transaction.line,
                                     .origin = origin.word(),
                                     .sm = sm_,
                                     .sectors = sectors,
                                     .kernel = access.kernel,
                                     .kind = kind,
                                     .lanes = transaction.lanes};
  if (misses_ != nullptr) [[unlikely]] {
    send_request(now, cache, request);
    counters.request_flits += port_.flits_of(request);
    return true;
  }
  const std::uint64_t flits = port_.flits();
  port_.send(now, miss_latency_, request);
  counters.request_flits += port_.flits() - flits;
  return true;
}

void FirstLevelCaches::receive(Cycle now, const model::MemoryReply& reply) {
  const Level level = reply.from_dram ? Level::dram : Level::l2;
  const Origin origin(reply.origin);
  if (origin.owner() == Origin::Owner::transaction) return table_.answer(origin, level);
  if (origin.owner() == Origin::Owner::write_back) return;
  const Kind kind = origin.cache();
  cache(kind).fill(
      reply.line, reply.sectors,
      [&](std::uint32_t waiter) { table_.answer(Origin(waiter), level); }, reply.kernel);
  if (kind != Kind::data || !listeners_.is_any()) return;
  listeners_.evicted(now, cache(Kind::data).take_evicted());
  listeners_.filled(now, reply.line, reply.sectors);
}

void FirstLevelCaches::invalidate(Cycle now) {
  for (L1Cache& cache : caches_) cache.invalidate();
  listeners_.flushed(now);
}

void FirstLevelCaches::invalidate(Cycle now, std::uint8_t kernel) {
  const auto of_no_interest = [](Addr) {};
  cache(Kind::constants).invalidate(kernel, of_no_interest);
  cache(Kind::textures).invalidate(kernel, of_no_interest);
  cache(Kind::data).invalidate(kernel, [&](Addr line) {
    if (listeners_.is_any()) listeners_.evicted(now, {.line = line, .written = true});
  });
}

void FirstLevelCaches::resize(Cycle now, std::uint64_t bytes) {
  cache(Kind::data).resize(bytes);
  listeners_.flushed(now);
}

void FirstLevelCaches::lend(Cycle now) {
  cache(Kind::data).lend();
  listeners_.flushed(now);
}

void FirstLevelCaches::tell_all(Cycle now, const Access& access, L1Outcome outcome, Kind kind,
                                std::uint8_t new_sectors) {
  if (kind == Kind::data) listeners_.evicted(now, cache(Kind::data).take_evicted());
  listeners_.tried(now, access, outcome, kind, new_sectors);
}

}  // namespace heddle::core
