#include "heddle/core/access_gatherer.hpp"

#include <algorithm>
#include <utility>

namespace heddle::core {

using exec::AccessKind;
using exec::MemoryAccess;
using model::FirstLevel;

AccessGatherer::AccessGatherer(const SmConfiguration& configuration, bool by_parts, bool by_ports,
                               AccessTable& table)
    : table_(table),
      by_parts_(by_parts),
      by_ports_(by_ports),
      cache_global_loads_(configuration.load_store.cache_global_loads),
      has_constant_cache_(configuration.constant_cache.enabled),
      has_texture_cache_(configuration.texture_cache.enabled),
      shared_latency_(configuration.load_store.shared_latency),
      constant_latency_(configuration.load_store.constant_latency),
      line_bytes_{configuration.l1.line_bytes, configuration.constant_cache.line_bytes,
                  configuration.texture_cache.line_bytes},
      shared_banks_(configuration.load_store.shared_banks) {}

bool AccessGatherer::can_join(const Issued& issued) const {
  const MemoryAccess& access = issued.access;
  const Access& first = table_[open_];
  // Atomics of one request are of one instruction, in one frame.
  const bool is_atomic = access.kind == AccessKind::atomic || access.kind == AccessKind::reduction;
  const bool may = access.kind == AccessKind::load || access.kind == AccessKind::store ||
                   (is_atomic && issued.pc == pc_ && issued.row_base == row_base_);
  const bool alike = access.kind == addresses_.kind && access.cache == addresses_.cache &&
                     access.is_volatile == addresses_.is_volatile &&
                     access.bytes == addresses_.bytes && issued.kernel == first.kernel;
  const bool same_local =
      (access.local | addresses_.local) == 0 || issued.local_base == local_base_;
  return may && alike && same_local && (access.lanes() & first.lanes()) == 0 &&
         first.members < Access::kMembers;
}

std::uint32_t AccessGatherer::join(const AccessMember& member, const Issued& issued) {
  const MemoryAccess& joining = issued.access;
  table_.join(open_, member);
  Access& access = table_[open_];
  access.ready = std::max(access.ready, issued.ready);
  for_each_lane(member.lanes,
                [&](unsigned lane) { addresses_.address[lane] = joining.address[lane]; });
  addresses_.global |= joining.global;
  addresses_.shared |= joining.shared;
  addresses_.local |= joining.local;
  addresses_.constant |= joining.constant;
  addresses_.contiguous = false;
  return open_;
}

std::uint32_t AccessGatherer::open(const AccessMember& member, const Issued& issued,
                                   KernelCounters* counters) {
  const MemoryAccess& from = issued.access;
  const std::uint32_t id = table_.open(from.kind, issued.kernel);
  Access& access = table_[id];
  access.bypass = from.is_volatile || from.cache == isa::CacheOperator::cg ||
                  from.cache == isa::CacheOperator::cv || !cache_global_loads_;
  access.ready = issued.ready;
  table_.join(id, member);
  local_base_ = issued.local_base;
  row_base_ = issued.row_base;
  pc_ = issued.pc;
  open_ = id;
  if (by_parts_) {
    addresses_ = from;
  } else {
    gather(from, counters);
  }
  return id;
}

void AccessGatherer::gather(const MemoryAccess& from, KernelCounters* counters) {
  const std::uint32_t id = std::exchange(open_, kNone);
  Access& access = table_[id];
  KernelCounters& own = counters[access.kernel];
  if (from.shared != 0) gather_shared(access, from, own);
  gather_lines(access, from, own);
  access.constant_begin = access.count;
  if (from.constant != 0) gather_constants(access, from);
  table_.expect_answers(id);
}

void AccessGatherer::gather_shared(Access& access, const MemoryAccess& from,
                                   KernelCounters& counters) {
  const bool ports_serve = by_ports_ && from.constant == 0;
  access.bank_cycles = ports_serve ? 0 : shared_banks_.degree(access.member[0].pc, from);
  access.bank_latency = shared_latency_;
  access.bank_lanes = from.shared;
  ++counters.shared.accesses;
  counters.shared.cycles += access.bank_cycles;
  counters.shared.words += lane_count(from.shared) * std::max(1u, from.bytes / 4u);
}

void AccessGatherer::gather_lines(Access& access, const MemoryAccess& from,
                                  KernelCounters& counters) {
  const bool is_texture = access.kind == AccessKind::texture && has_texture_cache_;
  const unsigned line = line_bytes(is_texture ? FirstLevel::textures : FirstLevel::data);
  if (from.global != 0) access.count = coalesce(from, from.global, line, access.transactions);
  add_base(access, 0);
  access.local_begin = access.count;
  if (from.local != 0) {
    access.count = coalesce_local(from.address, from.local, from.bytes, local_base_, line,
                                  access.transactions, access.count);
  }
  if (access.count == 0) return;
  ++counters.global_accesses;
  counters.global_transactions += access.count;
}

void AccessGatherer::gather_constants(Access& access, const MemoryAccess& from) const {
  const unsigned words = distinct_addresses(from.address, from.constant);
  if (!has_constant_cache_) {
    access.bank_cycles += words;
    access.bank_latency = std::max(access.bank_latency, constant_latency_);
    access.bank_lanes |= from.constant;
    return;
  }
  access.count = coalesce(from, from.constant, line_bytes(FirstLevel::constants),
                          access.transactions, access.count);
  add_base(access, access.constant_begin);
  // It serves a word at a time: one with each line, the others before.
  const unsigned lines = access.count - access.constant_begin;
  if (words > lines) {
    access.bank_cycles += words - lines;
    access.bank_latency = std::max(access.bank_latency, 1u);
    access.bank_lanes |= from.constant;
  }
}

void AccessGatherer::add_base(Access& access, unsigned first) const {
  const Addr base = bases_[access.kernel];
  if (base == 0) return;
  for (unsigned i = first; i < access.count; ++i) access.transactions[i].line += base;
}

}  // namespace heddle::core
