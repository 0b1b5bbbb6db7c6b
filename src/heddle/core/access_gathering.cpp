// How an instruction, or those of several parts of warps in one cycle, becomes an access: the lines
// and banks that it touches.

#include <algorithm>
#include <utility>

#include "heddle/core/load_store_unit.hpp"

namespace heddle::core {

using exec::AccessKind;

std::uint32_t LoadStoreUnit::issue(std::uint16_t owner, LaneMask lanes, std::uint8_t kernel,
                                   Cycle ready, const exec::Step& step, Addr local_base,
                                   KernelCounters* counters) {
  const AccessMember member{.owner = owner, .pc = step.pc, .lanes = lanes, .issued_at = now_};
  ++in_flight_;
  if (open_ != kNone && joins(step.access, kernel, local_base)) {
    Access& access = *accesses_[open_];
    access.add(member);
    access.ready = std::max(access.ready, ready);
    for_each_lane(lanes,
                  [&](unsigned lane) { addresses_.address[lane] = step.access.address[lane]; });
    addresses_.global |= step.access.global;
    addresses_.shared |= step.access.shared;
    addresses_.local |= step.access.local;
    addresses_.constant |= step.access.constant;
    addresses_.contiguous = false;
    return open_;
  }
  if (open_ != kNone) close(counters);
  const std::uint32_t id = take();
  open(id, step, kernel, local_base);
  accesses_[id]->ready = ready;
  accesses_[id]->add(member);
  if (!by_parts_) close(counters);
  return id;
}

bool LoadStoreUnit::joins(const exec::MemoryAccess& access, std::uint8_t kernel,
                          Addr local_base) const {
  const Access& first = *accesses_[open_];
  const bool may = access.kind == AccessKind::load || access.kind == AccessKind::store;
  const bool alike = access.kind == addresses_.kind && access.cache == addresses_.cache &&
                     access.is_volatile == addresses_.is_volatile &&
                     access.bytes == addresses_.bytes && kernel == first.kernel;
  const bool same_local = (access.local | addresses_.local) == 0 || local_base == open_local_base_;
  return may && alike && same_local && (access.lanes() & first.lanes()) == 0 &&
         first.members < Access::kMembers;
}

void LoadStoreUnit::open(std::uint32_t id, const exec::Step& step, std::uint8_t kernel,
                         Addr local_base) {
  Access& access = *accesses_[id];
  access.kind = step.access.kind;
  access.kernel = kernel;
  access.members = 0;
  access.holders = 1;
  access.bank_cycles = access.bank_latency = access.next = access.count = 0;
  access.bank_lanes = 0;
  const auto cache = step.access.cache;
  access.bypass = step.access.is_volatile || cache == isa::CacheOperator::cg ||
                  cache == isa::CacheOperator::cv || !spec_.cache_global_loads;
  if (access.kind == AccessKind::atomic || access.kind == AccessKind::reduction) {
    if (atomics_[id] == nullptr) atomics_[id] = std::make_unique<exec::AtomicRequest>();
  }
  if (by_parts_) addresses_ = step.access;
  gathered_ = by_parts_ ? &addresses_ : &step.access;
  open_local_base_ = local_base;
  open_pc_ = step.pc;
  if (queue_.empty()) retry_at_ = 0;
  queue_.push(id);
  open_ = id;
}

void LoadStoreUnit::close(KernelCounters* counters) {
  Access& access = *accesses_[std::exchange(open_, kNone)];
  gather(access, counters[access.kernel]);
  for (std::uint32_t i = 0; i < access.count; ++i) {
    access.for_each_member(access.transactions[i].lanes,
                           [](AccessMember& member) { ++member.outstanding; });
  }
  access.for_each_member(access.bank_lanes, [](AccessMember& member) { ++member.outstanding; });
}

void LoadStoreUnit::gather(Access& access, KernelCounters& counters) {
  const exec::MemoryAccess& from = *gathered_;
  if (from.shared != 0) {
    access.bank_cycles = shared_banks_.degree(open_pc_, from);
    access.bank_latency = spec_.shared_latency;
    access.bank_lanes = from.shared;
    ++counters.shared_accesses;
    counters.shared_cycles += access.bank_cycles;
    counters.shared_words += lane_count(from.shared) * std::max(1u, from.bytes / 4u);
  }
  const bool is_texture = access.kind == AccessKind::texture && caches_[texture_cache].enabled;
  const unsigned line = caches_[is_texture ? texture_cache : data_cache].tags.line_bytes();
  if (from.global != 0) access.count = coalesce(from, from.global, line, access.transactions);
  access.local_begin = access.count;
  if (from.local != 0) {
    access.count = coalesce_local(from.address, from.local, from.bytes, open_local_base_, line,
                                  access.transactions, access.count);
  }
  if (access.count != 0) {
    ++counters.global_accesses;
    counters.global_transactions += access.count;
  }
  access.constant_begin = access.count;
  if (from.constant != 0) gather_constants(access);
}

void LoadStoreUnit::gather_constants(Access& access) {
  const exec::MemoryAccess& from = *gathered_;
  const unsigned words = distinct_addresses(from.address, from.constant);
  if (!caches_[constant_cache].enabled) {
    access.bank_cycles += words;
    access.bank_latency = std::max(access.bank_latency, spec_.constant_latency);
    access.bank_lanes |= from.constant;
    return;
  }
  access.count = coalesce(from, from.constant, caches_[constant_cache].tags.line_bytes(),
                          access.transactions, access.count);
  // It serves a word at a time: one with each line, the others before.
  const unsigned lines = access.count - access.constant_begin;
  if (words > lines) {
    access.bank_cycles += words - lines;
    access.bank_latency = std::max(access.bank_latency, 1u);
    access.bank_lanes |= from.constant;
  }
}

}  // namespace heddle::core
