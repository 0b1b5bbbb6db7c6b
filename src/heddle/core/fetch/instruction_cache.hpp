// An instruction cache of an SM or of a front end: which lines of code it has.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <utility>

#include "heddle/base/types.hpp"
#include "heddle/memory/tag_array.hpp"

namespace heddle::core {

class InstructionCache {
 public:
  /// Sizes are in bytes. A line's size is a power of two. A cache with fewer lines than
  /// `associativity` is one set.
  InstructionCache(std::uint32_t bytes, std::uint32_t line_bytes, std::uint32_t associativity)
      : InstructionCache(spec_of(bytes, line_bytes, associativity), nullptr) {}
  /// The policy `replacement` chooses which line a new line replaces.
  InstructionCache(const memory::CacheSpec& spec,
                   std::unique_ptr<policy::CacheReplacement> replacement)
      : tags_(spec, std::move(replacement)),
        line_shift_(static_cast<unsigned>(std::countr_zero(spec.line_bytes))) {}

  static memory::CacheSpec spec_of(std::uint32_t bytes, std::uint32_t line_bytes,
                                   std::uint32_t associativity) {
    return {.bytes = bytes,
            .line_bytes = line_bytes,
            .associativity = std::min(associativity, std::max(1u, bytes / line_bytes))};
  }

  /// The first byte of the line that holds the address.
  Addr line_of(Addr address) const { return address >> line_shift_ << line_shift_; }
  /// Whether the cache has the line of the address.
  bool has(Addr address) { return line(address) != nullptr; }
  /// Returns whether the cache has the line of the address. Makes this line the most recently used
  /// one.
  bool use(Addr address) {
    memory::TagArray::Line* const found = line(address);
    if (found != nullptr) tags_.touch(*found);
    return found != nullptr;
  }
  /// Whether a second use of the most recently used line changes nothing.
  bool is_lru() const { return tags_.is_lru(); }
  /// Puts the line of the address into the cache. The new line replaces the victim of its set.
  void put(Addr address) { tags_.put(*tags_.victim(address >> line_shift_), line_of(address)); }

 private:
  memory::TagArray::Line* line(Addr address) {
    return tags_.find(line_of(address), address >> line_shift_);
  }

  memory::TagArray tags_;
  unsigned line_shift_;
};

}  // namespace heddle::core
