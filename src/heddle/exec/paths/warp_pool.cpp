#include "heddle/exec/paths/warp_pool.hpp"

#include <algorithm>
#include <utility>

namespace heddle::exec {

WarpPool::WarpPool(unsigned entries) : entries_(entries) {
  for (unsigned i = entries; i-- > 0;) free_.push_back(static_cast<std::uint16_t>(i));
}

void WarpPool::put(const PoolPlace& place, GroupMember member,
                   std::vector<std::uint16_t>& changed) {
  Filling& filling = filling_[place];
  LaneMask left = member.lanes;
  if (Entry* const entry = find(filling)) {
    const LaneMask fit = left & ~entry->lanes;
    if (fit != 0) join(*entry, {member.warp, fit}, changed);
    left &= ~fit;
  }
  if (left == 0) return;
  filling = open(place);
  join(*find(filling), {member.warp, left}, changed);
}

void WarpPool::put_alone(const PoolPlace& place, GroupMember member,
                         std::vector<std::uint16_t>& changed) {
  const Filling opened = open(place);
  join(*find(opened), member, changed);
}

void WarpPool::join(Entry& entry, GroupMember member, std::vector<std::uint16_t>& changed) {
  exec::join(entry.group, member);
  entry.lanes |= member.lanes;
  if (entry.number == kNoNumber) return;
  if (std::ranges::find(changed, entry.number) == changed.end()) changed.push_back(entry.number);
}

WarpPool::Filling WarpPool::open(const PoolPlace& place) {
  const std::uint64_t serial = next_serial_++;
  Entry entry{.place = place, .group = {}, .lanes = 0, .serial = serial, .number = kNoNumber};
  if (free_.empty()) {
    waiting_.push_back(std::move(entry));
    return {kNoNumber, serial};
  }
  entry.number = free_.back();
  free_.pop_back();
  entries_[entry.number] = std::move(entry);
  return {entries_[entry.number].number, serial};
}

WarpPool::Entry* WarpPool::find(const Filling& filling) {
  if (filling.serial == 0) return nullptr;
  if (filling.number != kNoNumber) return &entries_[filling.number];
  return &*std::ranges::find(waiting_, filling.serial, &Entry::serial);
}

WarpPool::Table::iterator WarpPool::line_of(const Entry& entry) {
  const auto found = filling_.find(entry.place);
  const bool fills = found != filling_.end() && found->second.serial == entry.serial;
  return fills ? found : filling_.end();
}

void WarpPool::issue(unsigned number) {
  if (const auto line = line_of(entries_[number]); line != filling_.end()) filling_.erase(line);
}

void WarpPool::release(unsigned number, std::vector<std::uint16_t>& changed) {
  if (waiting_.empty()) {
    entries_[number] = {};
    free_.push_back(static_cast<std::uint16_t>(number));
    return;
  }
  Entry& entry = entries_[number] = std::move(waiting_.front());
  waiting_.pop_front();
  entry.number = static_cast<std::uint16_t>(number);
  if (const auto line = line_of(entry); line != filling_.end()) line->second.number = entry.number;
  changed.push_back(entry.number);
}

}  // namespace heddle::exec
