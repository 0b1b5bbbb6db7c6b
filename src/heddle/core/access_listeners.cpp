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

/// The member with the transaction's first lane.
const AccessMember& home_of(const Access& access, const Transaction& transaction) {
  for (unsigned i = 0; i < access.members; ++i)
    if ((access.member[i].lanes & lane_bit(first_lane(transaction.lanes))) != 0)
      return access.member[i];
  return access.member[0];
}

}  // namespace

AccessListeners::Share AccessListeners::share_of(const Access& access,
                                                 const AccessMember& home) const {
  if (access.members == 1) return {home.lanes, access.next, access.count};
  const auto is_of_it = [&](const AccessMember& member) {
    return names_.warp_of(member.owner) == names_.warp_of(home.owner) && member.pc == home.pc;
  };
  Share share;
  for (unsigned i = 0; i < access.members; ++i)
    if (is_of_it(access.member[i])) share.lanes |= access.member[i].lanes;
  for (unsigned i = 0; i < access.count; ++i) {
    if (!is_of_it(home_of(access, access.transactions[i]))) continue;
    share.index += i < access.next ? 1 : 0;
    ++share.count;
  }
  return share;
}

void AccessListeners::tried(Cycle now, const Access& access, L1Outcome outcome,
                            model::FirstLevel cache, std::uint8_t brought) const {
  const Transaction& transaction = access.transactions[access.next];
  const AccessMember& home = home_of(access, transaction);
  const Share share = share_of(access, home);
  subscribers_.tell(model::L1Access{.cycle = now,
                                    .line = transaction.line,
                                    .pc = home.pc,
                                    .lanes = transaction.lanes & share.lanes,
                                    .entity = home.owner,
                                    .kernel = access.kernel,
                                    .sectors = transaction.sectors,
                                    .index = static_cast<std::uint8_t>(share.index),
                                    .count = static_cast<std::uint8_t>(share.count),
                                    .threads = static_cast<std::uint8_t>(lane_count(share.lanes)),
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
