// A copy of a box of bytes: `depth` slices of `height` rows of `width` bytes. Each end has pitches
// of its own. A copy of consecutive bytes is a box of one row.
#pragma once

#include <cstdint>
#include <functional>

#include "cudart/memory/byte_count.hpp"
#include "cudart/memory/copy_address.hpp"
#include "cudart/queue/command.hpp"

namespace heddle::cudart {

struct BoxExtent {
  std::uint64_t width = 0;  ///< bytes
  std::uint64_t height = 1, depth = 1;
  std::uint64_t bytes() const { return product_of(product_of(width, height), depth); }
};

struct Pitches {
  std::uint64_t row = 0, slice = 0;  ///< bytes from one row or slice to the next
};

/// The number of bytes from the first to the last byte of a box, both included; 0 for an empty box,
/// and kTooLarge for a box that is larger than any memory.
std::uint64_t span_bytes(const BoxExtent& extent, const Pitches& pitches);

struct BoxCopy {
  CopyAddress to, from;
  Pitches to_pitches, from_pitches;
  BoxExtent extent;

  bool touches_device() const { return to.device || from.device; }
  Link link() const;
};

/// Copies now. Each row is copied as memmove does, so the ends of the copy may overlap.
void perform(const Memory& memory, const BoxCopy& copy);

/// Returns a function that copies later. A source in pageable host memory is read now, so the
/// program may change the source as soon as the call returns.
std::function<void()> capture(const Memory& memory, const BoxCopy& copy);

/// A fill of a box of device memory with words of 1, 2 or 4 bytes. The width is in bytes.
struct BoxFill {
  CopyAddress to;
  Pitches pitches;
  BoxExtent extent;
  std::uint32_t value = 0;
  std::uint32_t word_bytes = 1;
};

void perform(const Memory& memory, const BoxFill& fill);

}  // namespace heddle::cudart
