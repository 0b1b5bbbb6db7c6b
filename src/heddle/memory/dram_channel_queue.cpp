#include <algorithm>
#include <utility>

#include "heddle/memory/dram_channel.hpp"
#include "heddle/model/memory_request.hpp"

namespace heddle::memory {

void DramChannel::serve_at_once(Tick now, const DramRequest& request) {
  Entry entry;
  entry.request = request;
  entry.left = request.sectors * model::kSectorBytes;
  while (entry.left != 0) {
    const CommandBursts bursts = next_bursts(entry);
    entry.left -= bursts.bytes;
    count(request, bursts, entry.left == 0);
  }
  if (request.write) return;
  unqueued_.push({now + ticks_.lead[0] + ticks_.burst, request.cookie});
  next_ = unqueued_.front().when;
}

void DramChannel::finish_unqueued(Tick until, std::vector<DramCompletion>& completions) {
  for (; !unqueued_.empty() && unqueued_.front().when < until; unqueued_.pop())
    completions.push_back(unqueued_.front());
  next_ = unqueued_.empty() ? kNever : unqueued_.front().when;
}

void DramChannel::enqueue(Tick now, const DramRequest& request) {
  if (is_ideal_) return serve_at_once(now, request);
  const auto [bank_number, row] = bank_row_of(request.address);
  const std::uint32_t id = free_;
  free_ = entries_[id].next;
  ++used_[request.write ? 1 : 0];
  std::uint64_t sequence = sequence_++;
  if (request.traffic == TrafficClass::context) {
    ++contexts_;
    sequence |= kContext;
    if (age_limit_ != 0) next_aged_ = std::min(next_aged_, now + age_limit_);
    next_ = std::min(next_, next_aged_);
  }
  entries_[id] = {request, row, sequence, now, kNone, request.sectors * model::kSectorBytes};
  const Bank& bank = banks_[bank_number];
  const auto [first, hit] = append(id, bank_number);
  // A hit withdraws the activate of the request's bank. The channel may then issue the activate of
  // another bank, if this activate leaves time for a column command before the refresh.
  if (has_turns() || (hit && spec_.t_refi != 0)) {
    next_ = std::min(next_, std::max(now, buses_.command_free()));
  } else if (first || hit) {
    const Tick ready =
        hit ? std::max(bank.column_ready, buses_.column_base(request.write))
            : std::max(activate_ready(bank), buses_.activate_base(bank.open_row != kClosed));
    next_ = std::min({next_, next_refresh_, std::max(now, ready)});
  }
}

DramChannel::BankRow DramChannel::bank_row_of(Addr address) const {
  if (!has_groups()) {
    const std::uint64_t number = address / spec_.row_bytes;
    const std::uint64_t row = number / spec_.banks;
    return {static_cast<std::uint32_t>((number + row + (row >> 5)) % spec_.banks), row};
  }
  constexpr Addr kChunk = 256;
  const std::uint32_t pair = group_banks() % 2 == 0 ? 2 : 1;
  const std::uint64_t rows = address / (spec_.row_bytes * Addr{pair});
  const std::uint64_t pairs = spec_.banks / pair;
  return {static_cast<std::uint32_t>(rows % pairs * pair + address / kChunk % pair), rows / pairs};
}

DramChannel::ListPosition DramChannel::append(std::uint32_t id, std::uint32_t bank_number) {
  const Entry& entry = entries_[id];
  Bank& bank = banks_[bank_number];
  List& list = bank.lists[class_of(entry.sequence)][entry.request.write ? 1 : 0];
  const bool first = list.first == kNone;
  const bool hit = list.hit == kNone && bank.open_row == entry.row;
  (first ? list.first : entries_[list.last].next) = id;
  list.last = id;
  busy_banks_ |= std::uint64_t{1} << bank_number;
  if (hit) list.hit = id;
  if (first || hit) update(bank_number);
  return {first, hit};
}

void DramChannel::count_aged_as_demand(Tick now) {
  next_aged_ = kNever;
  for (std::uint32_t number = 0; number < banks_.size(); ++number) {
    for (List& list : banks_[number].lists[TrafficClass::context]) {
      while (list.first != kNone && entries_[list.first].arrival + age_limit_ <= now) {
        const std::uint32_t id = take_first(banks_[number], list);
        --contexts_;
        entries_[id].arrival = now;
        entries_[id].sequence = sequence_++;
        append(id, number);
      }
      if (list.first != kNone)
        next_aged_ = std::min(next_aged_, entries_[list.first].arrival + age_limit_);
    }
    update(number);
  }
}

std::uint32_t DramChannel::take_first(const Bank& bank, List& list) {
  const std::uint32_t id = list.first;
  list.first = std::exchange(entries_[id].next, kNone);
  if (list.hit == id) {
    list.hit = list.first;
    find_hit(bank, list);
  }
  return id;
}

}  // namespace heddle::memory
