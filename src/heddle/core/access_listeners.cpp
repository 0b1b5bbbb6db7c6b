#include "heddle/core/access_listeners.hpp"

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

void AccessListeners::listen(model::SmListener* listener) {
  listener_ = listener;
  note_whether_any();
}

void AccessListeners::listen(model::L1Listener* listener) {
  l1_listener_ = listener;
  note_whether_any();
}

void AccessListeners::tell_policy(model::L1Listener* policy) {
  l1_policy_ = policy;
  note_whether_any();
}

void AccessListeners::note_whether_any() {
  is_any_ = listener_ != nullptr || l1_listener_ != nullptr || l1_policy_ != nullptr;
}

void AccessListeners::tell(const model::L1Access& event) const {
  if (listener_ != nullptr) listener_->on(event);
  tell_l1(event);
}

void AccessListeners::tried(Cycle now, const Access& access, L1Outcome outcome,
                            model::FirstLevel cache, std::uint8_t brought) const {
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
        .cache = cache,
        .kind = kind_of(access),
        .outcome = outcome});
}

void AccessListeners::began_banks(Cycle now, const Access& access) const {
  tell({.cycle = now,
        .pc = access.member[0].pc,
        .entity = access.member[0].owner,
        .kernel = access.kernel,
        .outcome = L1Outcome::banks,
        .cycles = access.bank_cycles});
}

void AccessListeners::filled(Cycle now, Addr line, std::uint8_t sectors) const {
  tell_l1(model::L1Filled{now, line, sectors});
}

void AccessListeners::evicted(Cycle now, const L1Cache::Eviction& eviction) const {
  if (eviction.line == memory::TagArray::kNoLine) return;
  tell_l1(model::L1Evicted{now, eviction.line, eviction.written});
}

void AccessListeners::flushed(Cycle now) const { tell_l1(model::L1Flushed{now}); }

}  // namespace heddle::core
