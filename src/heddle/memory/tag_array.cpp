#include "heddle/memory/tag_array.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace heddle::memory {
namespace {

constexpr std::uint64_t kEachByte = 0x0101010101010101, kLowBits = 0x7F7F7F7F7F7F7F7F;

/// Returns a mask in which the highest bit of each byte is set if that byte of `bytes` is 0.
std::uint64_t zero_bytes(std::uint64_t bytes) {
  return ~(((bytes & kLowBits) + kLowBits) | bytes | kLowBits);
}

}  // namespace

TagArray::TagArray(const CacheSpec& spec, std::unique_ptr<policy::CacheReplacement> replacement)
    : set_index_(spec.set_index),
      set_of_(spec.set_index, std::max(1u, spec.sets())),
      ways_(spec.associativity),
      stride_((ways_ + kAtOnce - 1) / kAtOnce * kAtOnce),
      replacement_(std::move(replacement)),
      lines_(std::size_t{std::max(1u, spec.sets())} * stride_),
      addresses_(lines_.size(), kNoLine),
      ages_(lines_.size()),
      hashes_(lines_.size(), kEmpty),
      pending_(lines_.size()) {
  for (std::size_t i = 0; i < ages_.size(); ++i) ages_[i] = i % stride_;
}

TagArray::Line* TagArray::find(Addr address, std::uint64_t index) {
  const std::size_t begin = first(index);
  const std::uint64_t wanted = kEachByte * hash_of(address);
  for (std::size_t eight = begin; eight < begin + ways_; eight += kAtOnce) {
    std::uint64_t bytes;
    std::memcpy(&bytes, &hashes_[eight], sizeof bytes);
    for (std::uint64_t found = zero_bytes(bytes ^ wanted); found != 0; found &= found - 1) {
      const std::size_t place = eight + static_cast<unsigned>(std::countr_zero(found)) / 8;
      if (addresses_[place] == address) return &lines_[place];
    }
  }
  return nullptr;
}

TagArray::Line* TagArray::victim(std::uint64_t index) {
  used_ = true;
  const std::size_t begin = first(index);
  if (replacement_ != nullptr) [[unlikely]]
    return named_victim(begin);
  const std::uint64_t* const ages = &ages_[begin];
  auto oldest = static_cast<std::int64_t>(kStays);  // signed comparisons vectorize
  for (std::uint32_t way = 0; way < ways_; ++way)
    oldest = std::min(oldest, static_cast<std::int64_t>(ages[way]));
  if (oldest == static_cast<std::int64_t>(kStays)) return nullptr;
  return &lines_[begin + (static_cast<std::uint64_t>(oldest) & kWay)];
}

TagArray::Line* TagArray::named_victim(std::size_t begin) {
  may_go_.clear();
  for (std::uint32_t way = 0; way < ways_; ++way) {
    if (addresses_[begin + way] == kNoLine) return &lines_[begin + way];
    if (pending_[begin + way] == 0) may_go_.push_back(way);
  }
  if (may_go_.empty()) return nullptr;
  return &lines_[begin + replacement_->victim(set_at(begin), may_go_)];
}

void TagArray::put(Line& line, Addr address, std::uint8_t kernel) {
  const std::size_t at = place(line);
  line = {.kernel = kernel};
  addresses_[at] = address;
  hashes_[at] = hash_of(address);
  pending_[at] = 0;
  ages_[at] = (ages_[at] & kWay) | ++uses_ << kWayBits;
  if (replacement_ != nullptr) [[unlikely]]
    replacement_->filled(set_at(at), way_at(at));
}

void TagArray::remove(Line& line) {
  const std::size_t at = place(line);
  if (replacement_ != nullptr && addresses_[at] != kNoLine) [[unlikely]]
    replacement_->emptied(set_at(at), way_at(at));
  line = {};
  addresses_[at] = kNoLine;
  hashes_[at] = kEmpty;
  pending_[at] = 0;
  ages_[at] &= kWay;
}

void TagArray::expect(Line& line, std::uint8_t sectors) {
  const std::size_t at = place(line);
  pending_[at] |= sectors;
  if (pending_[at] != 0) ages_[at] |= kStays;
}

void TagArray::arrive(Line& line, std::uint8_t sectors) {
  const std::size_t at = place(line);
  pending_[at] &= static_cast<std::uint8_t>(~sectors);
  if (pending_[at] == 0) ages_[at] &= ~kStays;
}

void TagArray::clear() {
  if (!used_) return;
  for (Line& line : lines_) remove(line);
  uses_ = 0;
  used_ = false;
}

void TagArray::resize(std::uint32_t sets) {
  clear();
  set_of_ = SetOfLine(set_index_, sets);
}

}  // namespace heddle::memory
