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
  std::uint64_t age = ~std::uint64_t{0};
  for (std::uint32_t way = 0; way < ways_; ++way) {
    Line& line = first[way];
    // Empty lines go first. Selections, not branches: none is foreseeable.
    std::uint64_t own = line.address == kNoLine ? 0 : line.last_use + 1;
    own = line.pending != 0 ? ~std::uint64_t{0} : own;
    best = own < age ? &line : best;
    age = std::min(age, own);
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
