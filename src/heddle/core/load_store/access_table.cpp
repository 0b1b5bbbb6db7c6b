#include "heddle/core/load_store/access_table.hpp"

#include <algorithm>

#include "heddle/base/error.hpp"

namespace heddle::core {
namespace {

void check_number(std::size_t number) {
  if (number >= Origin::kNumbers)
    fail("internal: an SM has more than {} accesses in flight", Origin::kNumbers);
}

}  // namespace

std::uint32_t AccessTable::open(exec::AccessKind kind, std::uint8_t kernel) {
  if (free_.empty()) {
    check_number(accesses_.size());
    free_.push_back(static_cast<std::uint32_t>(accesses_.size()));
    accesses_.push_back(std::make_unique_for_overwrite<Access>());
    atomics_.emplace_back();
  }
  const std::uint32_t id = free_.back();
  free_.pop_back();
  Access& access = (*this)[id];
  access.kind = kind;
  access.kernel = kernel;
  access.members = 0;
  access.holders = 1;
  access.lane_holds = 0;
  access.ready = 0;
  access.bank_cycles = access.bank_latency = access.next = access.count = 0;
  access.bank_lanes = 0;
  access.joined = 0;
  const bool is_atomic = kind == exec::AccessKind::atomic || kind == exec::AccessKind::reduction;
  if (!is_atomic) return id;
  if (atomics_[id] == nullptr) atomics_[id] = std::make_unique<exec::AtomicRequest>();
  atomics_[id]->lanes = 0;
  return id;
}

void AccessTable::expect_answers(std::uint32_t id) {
  Access& access = (*this)[id];
  if (access.members == 1) {
    access.member[0].outstanding = access.count + (access.bank_lanes != 0 ? 1 : 0);
    return;
  }
  const auto expect_one = [](AccessMember& member) { ++member.outstanding; };
  for (std::uint32_t i = 0; i < access.count; ++i)
    access.for_each_member(access.transactions[i].lanes, expect_one);
  access.for_each_member(access.bank_lanes, expect_one);
}

std::uint32_t AccessTable::schedule_whole(Cycle when, const FinishedAccess& access) {
  if (free_whole_.empty()) {
    check_number(whole_.size());
    free_whole_.push_back(static_cast<std::uint32_t>(whole_.size()));
    whole_.emplace_back();
  }
  const std::uint32_t number = free_whole_.back();
  free_whole_.pop_back();
  whole_[number] = access;
  answers_.schedule(when, Origin::of_transaction(number, Origin::kWhole));
  ++in_flight_;
  return number;
}

void AccessTable::cancel_whole(std::uint32_t number) {
  answers_.remove(Origin::of_transaction(number, Origin::kWhole));
  free_whole_.push_back(number);
  --in_flight_;
}

void AccessTable::answer(Origin origin, Level level) {
  const std::uint32_t id = origin.number(), which = origin.transaction();
  Access& access = (*this)[id];
  const auto answer_one = [&](AccessMember& member) {
    member.level = std::max(member.level, level);
    if (--member.outstanding != 0) return;
    --in_flight_;
    finished_.push_back({id, member.owner, member.pc, access.kind, member.level, member.issued_at});
  };
  if (access.members == 1) return answer_one(access.member[0]);
  const LaneMask lanes =
      which == Origin::kBanks ? access.bank_lanes : access.transactions[which].lanes;
  access.for_each_member(lanes, answer_one);
}

}  // namespace heddle::core
