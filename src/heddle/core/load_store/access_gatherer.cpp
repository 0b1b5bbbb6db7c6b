#include "heddle/core/load_store/access_gatherer.hpp"

#include <algorithm>

namespace heddle::core {

using exec::AccessKind;
using exec::MemoryAccess;
using model::FirstLevel;

namespace {

/// Counts an access to shared memory that occupies the banks for some cycles.
void count_shared(const MemoryAccess& access, std::uint32_t cycles, KernelCounters& counters) {
  ++counters.shared.accesses;
  counters.shared.cycles += cycles;
  counters.shared.words += lane_count(access.shared) * std::max(1u, access.bytes / 4u);
}

/// Whether the access moves the lanes' own elements of global memory.
bool is_transfer(AccessKind kind) {
  return kind == AccessKind::load || kind == AccessKind::store || kind == AccessKind::copy;
}

}  // namespace

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
      lines_per_cycle_(configuration.l1.lines_per_cycle),
      shared_atomic_cycles_(configuration.load_store.shared_atomic_cycles),
      line_bytes_{configuration.l1.line_bytes, configuration.constant_cache.line_bytes,
                  configuration.texture_cache.line_bytes},
      shared_banks_(configuration.load_store.shared_banks, configuration.ideal.banks),
      ideal_coalescing_(configuration.ideal.coalescing),
      ideal_constants_(configuration.ideal.constants) {}

std::size_t AccessGatherer::find(const Joining& joining) const {
  // Each atomic request belongs to one instruction in one frame.
  const bool is_atomic =
      joining.form.kind == AccessKind::atomic || joining.form.kind == AccessKind::reduction;
  for (std::size_t i = 0; i < open_.size(); ++i) {
    const Open& open = open_[i];
    const Access& access = table_[open.id];
    const bool is_alike =
        joining.form == open.form && joining.kernel == access.kernel &&
        (!is_atomic || (joining.pc == open.pc && joining.row_base == open.row_base));
    if (is_alike && (joining.lanes & access.lanes()) == 0 && access.members < Access::kMembers)
      return i;
  }
  return kNone;
}

AccessGatherer::Gathered AccessGatherer::gather(const AccessMember& member, const Issued& issued,
                                                KernelCounters* counters) {
  if (!by_parts_) {
    const std::uint32_t id = begin(member, issued);
    complete(id, issued.access, issued.copied_to, issued.local_base, counters);
    return {id, true};
  }
  const AccessForm form = form_of(issued.access);
  const std::size_t found = find({form, issued.kernel, issued.pc, issued.row_base, member.lanes});
  if (found == kNone) {
    open_.push_back({begin(member, issued), form, issued.pc, issued.row_base, issued.access, {}});
    place(open_.back().addresses, issued);
    if (issued.copied_to != nullptr) {
      open_.back().copied_to = *issued.copied_to;
      place(open_.back().copied_to, issued);
    }
    return {open_.back().id, true};
  }
  Open& open = open_[found];
  table_.join(open.id, member);
  Access& access = table_[open.id];
  access.ready = std::max(access.ready, issued.ready);
  exec::MemoryAccess joining = issued.access;
  place(joining, issued);
  add(open.addresses, joining, member.lanes);
  if (issued.copied_to != nullptr) {
    exec::MemoryAccess copied_to = *issued.copied_to;
    place(copied_to, issued);
    add(open.copied_to, copied_to, member.lanes);
  }
  return {open.id, false};
}

std::uint32_t AccessGatherer::begin(const AccessMember& member, const Issued& issued) {
  const MemoryAccess& from = issued.access;
  const std::uint32_t id = table_.open(from.kind, issued.kernel);
  Access& access = table_[id];
  access.bypass = from.is_volatile || from.cache == isa::CacheOperator::cg ||
                  from.cache == isa::CacheOperator::cv || !cache_global_loads_;
  access.ready = issued.ready;
  table_.join(id, member);
  return id;
}

void AccessGatherer::place(MemoryAccess& access, const Issued& issued) {
  // This offset lies beyond the shared memory of every block, and leaves the bank of each word
  // unchanged.
  const Addr block = Addr{issued.block_slot} << 32;
  for_each_lane(access.shared, [&](unsigned lane) { access.address[lane] += block; });
  // The address is an offset in one thread's local memory. The words of a thread lie 32 words
  // apart.
  const Addr local = issued.local_base / kWarpSize;
  for_each_lane(access.local, [&](unsigned lane) { access.address[lane] += local; });
}

void AccessGatherer::add(MemoryAccess& to, const MemoryAccess& joining, LaneMask lanes) {
  for_each_lane(lanes, [&](unsigned lane) { to.address[lane] = joining.address[lane]; });
  to.global |= joining.global;
  to.shared |= joining.shared;
  to.local |= joining.local;
  to.constant |= joining.constant;
  to.bytes = std::max(to.bytes, joining.bytes);
  to.contiguous = false;
}

void AccessGatherer::close(KernelCounters* counters) {
  for (const Open& open : open_) {
    const bool copies = open.form.kind == AccessKind::copy;
    complete(open.id, open.addresses, copies ? &open.copied_to : nullptr, 0, counters);
  }
  open_.clear();
}

void AccessGatherer::complete(std::uint32_t id, const MemoryAccess& from,
                              const MemoryAccess* copied_to, Addr local_base,
                              KernelCounters* counters) {
  Access& access = table_[id];
  KernelCounters& own = counters[access.kernel];
  if (from.shared != 0) gather_shared(access, from, own);
  if (copied_to != nullptr) gather_copied(access, *copied_to, own);
  gather_lines(access, from, local_base, own);
  access.constant_begin = access.count;
  if (from.constant != 0) gather_constants(access, from);
  table_.expect_answers(id);
}

void AccessGatherer::gather_shared(Access& access, const MemoryAccess& from,
                                   KernelCounters& counters) {
  access.bank_cycles = count_bank_cycles(access.member[0].pc, from, counters);
  access.bank_latency = shared_latency_;
  access.bank_lanes = from.shared;
}

void AccessGatherer::gather_copied(Access& access, const MemoryAccess& to,
                                   KernelCounters& counters) {
  access.bank_cycles = shared_banks_.degree(access.member[0].pc, to);
  access.bank_latency = 1;
  access.bank_lanes = to.shared;
  count_shared(to, access.bank_cycles, counters);
}

std::uint32_t AccessGatherer::count_bank_cycles(Pc pc, const MemoryAccess& access,
                                                KernelCounters& counters) {
  const bool serialises = shared_atomic_cycles_ != 0 && (access.kind == AccessKind::atomic ||
                                                         access.kind == AccessKind::reduction);
  const bool ports_serve = by_ports_ && access.constant == 0 && !serialises;
  std::uint32_t cycles = ports_serve ? 0 : shared_banks_.degree(pc, access);
  if (serialises)
    cycles += shared_atomic_cycles_ * (most_on_one_address(access.address, access.shared) - 1);
  count_shared(access, cycles, counters);
  return cycles;
}

void AccessGatherer::gather_lines(Access& access, const MemoryAccess& from, Addr local_base,
                                  KernelCounters& counters) {
  const bool is_texture = access.kind == AccessKind::texture && has_texture_cache_;
  const unsigned line = line_bytes(is_texture ? FirstLevel::textures : FirstLevel::data);
  if (from.global != 0) access.count = coalesce(from, from.global, line, access.transactions);
  if (ideal_coalescing_ && is_transfer(access.kind))
    access.count =
        reduce_to_consecutive(from, from.global, line, access.transactions, access.count);
  if (lines_per_cycle_ > 1 && access.count > 1) join_lines(access, from);
  add_base(access, 0);
  access.local_begin = access.count;
  if (from.local != 0) {
    access.count = coalesce_local(from.address, from.local, from.bytes, local_base, line,
                                  access.transactions, access.count);
  }
  if (access.count == 0) return;
  ++counters.global_accesses;
  counters.global_transactions += access.count;
}

void AccessGatherer::join_lines(Access& access, const MemoryAccess& from) const {
  if (access.kind != AccessKind::load && access.kind != AccessKind::copy) return;
  std::uint32_t taken = 0, lines = 0;
  for (unsigned i = 0; i < std::min(access.count, 64u); ++i) {
    const std::uint32_t banks = banks_of(from.address, access.transactions[i].lanes, from.bytes);
    if (lines != 0 && lines < lines_per_cycle_ && (banks & taken) == 0) {
      access.joined |= std::uint64_t{1} << i;
    } else {
      taken = lines = 0;
    }
    taken |= banks;
    ++lines;
  }
}

void AccessGatherer::gather_constants(Access& access, const MemoryAccess& from) const {
  const unsigned words = ideal_constants_ ? 1 : distinct_addresses(from.address, from.constant);
  if (!has_constant_cache_) {
    access.bank_cycles += words;
    access.bank_latency = std::max(access.bank_latency, constant_latency_);
    access.bank_lanes |= from.constant;
    return;
  }
  access.count = coalesce(from, from.constant, line_bytes(FirstLevel::constants),
                          access.transactions, access.count);
  if (ideal_constants_) {
    access.count = access.constant_begin + 1;
    access.transactions[access.constant_begin].lanes = from.constant;
  }
  add_base(access, access.constant_begin);
  // The constant cache serves one word at a time. Each line access serves one word. The remaining
  // words take one cycle each, before the line accesses.
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
