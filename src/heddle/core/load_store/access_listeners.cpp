#include "heddle/core/load_store/access_listeners.hpp"

#include <algorithm>

namespace heddle::core {

using model::L1Kind;
using model::L1Outcome;

namespace {

/// The kind of the access's next transaction.
L1Kind kind_of(const Access& access) {
  const bool is_local = access.next >= access.local_begin && access.next < access.constant_begin;
  switch (access.kind) {
    case exec::AccessKind::load:
    case exec::AccessKind::copy:
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
                            model::FirstLevel cache, std::uint8_t new_sectors) const {
  const Transaction& transaction = access.transactions[access.next];
  const Owner owner = owner_of(access, transaction);
  const Share share = share_of(access, owner);
  subscribers_.tell(model::L1Access{.cycle = now,
                                    .line = transaction.line,
                                    .pc = owner.pc,
                                    .lanes = transaction.lanes & owner.lanes,
                                    .entity = owner.entity,
                                    .kernel = access.kernel,
                                    .sectors = transaction.sectors,
                                    .index = static_cast<std::uint8_t>(share.index),
                                    .count = static_cast<std::uint8_t>(share.count),
                                    .threads = static_cast<std::uint8_t>(lane_count(owner.lanes)),
                                    .new_sectors = new_sectors,
                                    .cache = cache,
                                    .kind = kind_of(access),
                                    .outcome = outcome});
}

AccessListeners::Share AccessListeners::share_of(const Access& access, const Owner& owner) const {
  if (access.members == 1 && !is_of_formed_warp(access.member[0]))
    return {access.next, access.count};
  Share share;
  for (unsigned i = 0; i < access.count; ++i) {
    const Owner other = owner_of(access, access.transactions[i]);
    if (names_.warp_of(other.entity) != names_.warp_of(owner.entity) || other.pc != owner.pc)
      continue;
    share.index += i < access.next ? 1 : 0;
    ++share.count;
  }
  return share;
}

AccessListeners::Owner AccessListeners::owner_of(const Access& access,
                                                 const Transaction& transaction) const {
  const unsigned lane = first_lane(transaction.lanes);
  const AccessMember* first = &access.member[0];
  for (unsigned i = 0; i < access.members; ++i)
    if ((access.member[i].lanes & lane_bit(lane)) != 0) first = &access.member[i];
  return owner_of(access, *first, lane);
}

AccessListeners::Owner AccessListeners::owner_of(const Access& access, const AccessMember& first,
                                                 unsigned lane) const {
  if (is_of_formed_warp(first)) return in_formed_warp(first, lane);
  Owner owner{.entity = first.owner, .pc = first.pc};
  for (unsigned i = 0; i < access.members; ++i) {
    const AccessMember& member = access.member[i];
    const bool is_same = names_.warp_of(member.owner) == names_.warp_of(first.owner);
    if (is_same && member.pc == first.pc) owner.lanes |= member.lanes;
  }
  return owner;
}

bool AccessListeners::is_of_formed_warp(const AccessMember& member) const {
  return formed_ != nullptr && formed_->is_formed(member.owner);
}

AccessListeners::Owner AccessListeners::in_formed_warp(const AccessMember& member,
                                                       unsigned lane) const {
  const exec::WarpGroup& group = formed_->formed_of(member.owner).group;
  const auto has_lane = [lane](const exec::GroupMember& of) {
    return (of.lanes & lane_bit(lane)) != 0;
  };
  const auto found = std::ranges::find_if(group, has_lane);
  const exec::GroupMember& home = found == group.end() ? group.front() : *found;
  return {formed_->home_of(home.warp), member.pc, member.lanes & home.lanes};
}

void AccessListeners::began_banks(Cycle now, const Access& access) const {
  const Owner owner = owner_of(access, access.member[0], first_lane(access.member[0].lanes));
  subscribers_.tell(model::L1Access{.cycle = now,
                                    .pc = owner.pc,
                                    .entity = owner.entity,
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
