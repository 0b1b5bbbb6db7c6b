#include "heddle/memory/tag_array.hpp"

#include <algorithm>

namespace heddle::memory {

TagArray::TagArray(const CacheSpec& spec)
    : set_of_(spec.set_index, std::max(1u, spec.sets())),
      ways_(spec.associativity),
      lines_(std::size_t{std::max(1u, spec.sets())} * ways_) {}

TagArray::Line* TagArray::find(Addr address, std::uint64_t index) {
  Line* const first = set(index);
  for (std::uint32_t way = 0; way < ways_; ++way) {
    if (first[way].address == address) return &first[way];
  }
  return nullptr;
}

TagArray::Line* TagArray::victim(std::uint64_t index) {
  used_ = true;
  Line* const first = set(index);
  Line* best = nullptr;
  for (std::uint32_t way = 0; way < ways_; ++way) {
    Line& line = first[way];
    if (line.pending != 0) continue;
    if (line.address == kNoLine) return &line;
    if (best == nullptr || line.last_use < best->last_use) best = &line;
  }
  return best;
}

void TagArray::clear() {
  if (!used_) return;
  std::fill(lines_.begin(), lines_.end(), Line{});
  uses_ = 0;
  used_ = false;
}

}  // namespace heddle::memory
