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
  subscribers_.tell(model::L1Access{.cycle = now,
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
  subscribers_.tell(model::L1Access{.cycle = now,
                                    .pc = access.member[0].pc,
                                    .entity = access.member[0].owner,
                                    .kernel = access.kernel,
                                    .outcome = L1Outcome::banks,
                                    .cycles = access.bank_cycles});
}

void AccessListeners::filled(Cycle now, Addr line, std::uint8_t sectors) const {
  subscribers_.tell(model::L1Filled{now, line, sectors});
}

void AccessListeners::evicted(Cycle now, const L1Cache::Eviction& eviction) const {
  if (eviction.line == memory::TagArray::kNoLine) return;
  subscribers_.tell(model::L1Evicted{now, eviction.line, eviction.written});
}

void AccessListeners::flushed(Cycle now) const { subscribers_.tell(model::L1Flushed{now}); }

}  // namespace heddle::core
