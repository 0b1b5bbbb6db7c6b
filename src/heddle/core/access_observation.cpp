// What the load-store unit tells its listeners. Nothing here runs without one.

#include "heddle/core/load_store_unit.hpp"

namespace heddle::core {

using model::L1Kind;
using model::L1Outcome;

namespace {

/// Of the next transaction.
L1Kind kind_of(const Access& access) {
  const bool is_local = access.next >= access.local_begin && access.next < access.constant_begin;
  switch (access.kind) {
    case exec::AccessKind::load:
    case exec::AccessKind::texture:
      return is_local ? L1Kind::local_load : L1Kind::load;
    case exec::AccessKind::store:
      return is_local ? L1Kind::local_store : L1Kind::store;
    default:
      return L1Kind::atomic;
  }
}

}  // namespace

void LoadStoreUnit::listen(model::SmListener* listener) {
  listener_ = listener;
  note_listeners();
}

void LoadStoreUnit::listen(model::L1Listener* listener) {
  l1_listener_ = listener;
  note_listeners();
}

void LoadStoreUnit::tell_policy(model::L1Listener* policy) {
  l1_policy_ = policy;
  note_listeners();
}

void LoadStoreUnit::note_listeners() {
  observed_ = listener_ != nullptr || l1_listener_ != nullptr || l1_policy_ != nullptr;
}

void LoadStoreUnit::tell(const model::L1Access& event) {
  if (listener_ != nullptr) listener_->on(event);
  tell_l1(event);
}

void LoadStoreUnit::tell(Cycle now, const Access& access, L1Outcome outcome, CacheKind kind,
                         std::uint8_t brought) {
  const Transaction& transaction = access.transactions[access.next];
  const AccessMember* home = &access.member[0];
  for (unsigned i = 0; i < access.members; ++i) {
    if ((access.member[i].lanes & lane_bit(first_lane(transaction.lanes))) != 0)
      home = &access.member[i];
  }
  LaneMask lanes = 0;
  for (unsigned i = 0; i < access.members; ++i) {
    const AccessMember& member = access.member[i];
    if (names_.warp_of(member.owner) == names_.warp_of(home->owner)) lanes |= member.lanes;
  }
  if (kind == data_cache) tell_evicted(now);
  constexpr std::array<model::FirstLevel, kCaches> kNames = {
      model::FirstLevel::data, model::FirstLevel::constants, model::FirstLevel::textures};
  tell({.cycle = now,
        .line = transaction.line,
        .pc = home->pc,
        .lanes = transaction.lanes & lanes,
        .entity = home->owner,
        .kernel = access.kernel,
        .sectors = transaction.sectors,
        .index = static_cast<std::uint8_t>(access.next),
        .count = static_cast<std::uint8_t>(access.count),
        .threads = static_cast<std::uint8_t>(lane_count(lanes)),
        .brought = brought,
        .cache = kNames[kind],
        .kind = kind_of(access),
        .outcome = outcome});
}

void LoadStoreUnit::tell_store(Cycle now, const Access& access, bool taken) {
  if (!taken) return tell(now, access, L1Outcome::blocked);
  tell(now, access, L1Outcome::written, data_cache, caches_[data_cache].tags.stored());
}

void LoadStoreUnit::tell_banks(Cycle now, const Access& access) {
  tell({.cycle = now,
        .pc = access.member[0].pc,
        .entity = access.member[0].owner,
        .kernel = access.kernel,
        .outcome = L1Outcome::banks,
        .cycles = access.bank_cycles});
}

void LoadStoreUnit::tell_filled(const model::MemoryReply& reply) {
  tell_evicted(now_);
  tell_l1(model::L1Filled{now_, reply.line, reply.sectors});
}

void LoadStoreUnit::tell_evicted(Cycle now) {
  const L1Cache::Eviction evicted = caches_[data_cache].tags.take_evicted();
  if (evicted.line == memory::TagArray::kNoLine) return;
  tell_l1(model::L1Evicted{now, evicted.line, evicted.written});
}

void LoadStoreUnit::invalidate_cache() {
  for (CacheOfSm& cache : caches_) cache.tags.invalidate();
  tell_l1(model::L1Flushed{now_});
}

}  // namespace heddle::core
