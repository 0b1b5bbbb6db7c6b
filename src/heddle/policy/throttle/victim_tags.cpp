#include "heddle/policy/throttle/victim_tags.hpp"

#include <algorithm>

namespace heddle::policy {

void VictimTags::start(unsigned warps, unsigned entries, unsigned ways, unsigned line_bytes) {
  warps_ = warps;
  ways_ = std::min(ways, entries);
  sets_ = entries / ways_;
  line_bytes_ = line_bytes;
  tags_.assign(std::size_t{warps} * sets_ * ways_, kNone);
}

Addr* VictimTags::set_of(unsigned warp, Addr line) {
  return &tags_[(std::size_t{warp} * sets_ + line / line_bytes_ % sets_) * ways_];
}
const Addr* VictimTags::set_of(unsigned warp, Addr line) const {
  return &tags_[(std::size_t{warp} * sets_ + line / line_bytes_ % sets_) * ways_];
}

void VictimTags::insert(unsigned warp, Addr line) {
  if (has(warp, line)) return;
  Addr* const set = set_of(warp, line);
  Addr* const free = std::find(set, set + ways_ - 1, kNone);  // a free way, or else the oldest tag
  std::copy_backward(set, free, free + 1);
  *set = line;
}

bool VictimTags::has(unsigned warp, Addr line) const {
  const Addr* const set = set_of(warp, line);
  return std::find(set, set + ways_, line) != set + ways_;
}

void VictimTags::remove(Addr line) {
  for (unsigned warp = 0; warp < warps_; ++warp) {
    Addr* const set = set_of(warp, line);
    std::replace(set, set + ways_, line, kNone);
  }
}

void VictimTags::clear() { std::ranges::fill(tags_, kNone); }

void VictimTags::clear(unsigned warp) {
  const std::size_t of_a_warp = std::size_t{sets_} * ways_;
  std::fill_n(tags_.data() + warp * of_a_warp, of_a_warp, kNone);
}

}  // namespace heddle::policy
