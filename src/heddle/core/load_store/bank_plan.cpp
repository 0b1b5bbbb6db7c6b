#include "heddle/core/load_store/bank_plan.hpp"

#include <algorithm>

namespace heddle::core {

Cycle BankPlan::add(const Planned& access) {
  const AccessMember& member = access.member;
  const Cycle leaves = std::max({member.issued_at, access.ready, access.unit_free});
  const std::uint32_t answer = table_.schedule_whole(
      leaves + latency_ + access.bank_cycles - 1,
      {kNoEntry, member.owner, member.pc, access.kind, Level::shared, member.issued_at});
  if (waiting_.empty()) next_ = leaves;
  waiting_.push({access, leaves, answer});
  return leaves + access.bank_cycles;
}

[[gnu::cold]] Cycle BankPlan::requeue(AccessQueue& queue, Cycle now, Cycle unit_free) {
  if (waiting_.empty()) return unit_free;
  // The unit tries the first access as soon as it is free. From then on it waits for the addresses.
  const Waiting& first = waiting_.front();
  const Cycle free = now > first.access.unit_free ? first.leaves : first.access.unit_free;
  queue.retry_at = 0;
  const std::size_t behind = queue.ids.size();
  for (; !waiting_.empty(); remove_first()) {
    const Planned& planned = waiting_.front().access;
    table_.cancel_whole(waiting_.front().answer);
    const std::uint32_t id = table_.open(planned.kind, planned.kernel);
    Access& access = table_[id];
    access.ready = planned.ready;
    access.bank_cycles = planned.bank_cycles;
    access.bank_latency = latency_;
    access.bank_lanes = planned.member.lanes;
    table_.join(id, planned.member);
    table_.expect_answers(id);
    queue.ids.push(id);
  }
  for (std::size_t i = 0; i < behind; ++i) {
    queue.ids.push(std::uint32_t{queue.ids.front()});
    queue.ids.pop();
  }
  return free;
}

}  // namespace heddle::core
