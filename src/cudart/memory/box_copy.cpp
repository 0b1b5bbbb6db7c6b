#include "cudart/memory/box_copy.hpp"

#include <cstring>
#include <memory>
#include <vector>

namespace heddle::cudart {
namespace {

void move_rows(std::uint8_t* to, const Pitches& to_pitches, const std::uint8_t* from,
               const Pitches& from_pitches, const BoxExtent& extent) {
  for (std::uint64_t z = 0; z < extent.depth; ++z) {
    for (std::uint64_t y = 0; y < extent.height; ++y) {
      std::memmove(to + z * to_pitches.slice + y * to_pitches.row,
                   from + z * from_pitches.slice + y * from_pitches.row, extent.width);
    }
  }
}

}  // namespace

std::uint64_t span_bytes(const BoxExtent& extent, const Pitches& pitches) {
  if (extent.bytes() == 0) return 0;
  const std::uint64_t slices = product_of(extent.depth - 1, pitches.slice);
  const std::uint64_t rows = product_of(extent.height - 1, pitches.row);
  return sum_of(sum_of(slices, rows), extent.width);
}

Link BoxCopy::link() const {
  if (to.device && from.device) return Link::inside_device;
  return to.device ? Link::host_to_device : Link::device_to_host;
}

void perform(const Memory& memory, const BoxCopy& copy) {
  if (copy.extent.bytes() == 0) return;
  std::uint8_t* const to = bytes_at(memory, copy.to, span_bytes(copy.extent, copy.to_pitches));
  const std::uint8_t* const from =
      bytes_at(memory, copy.from, span_bytes(copy.extent, copy.from_pitches));
  move_rows(to, copy.to_pitches, from, copy.from_pitches, copy.extent);
}

std::function<void()> capture(const Memory& memory, const BoxCopy& copy) {
  if (!copy.from.pageable) return [&memory, copy] { perform(memory, copy); };
  auto staged = std::make_shared<std::vector<std::uint8_t>>(copy.extent.bytes());
  const Pitches packed{copy.extent.width, copy.extent.width * copy.extent.height};
  move_rows(staged->data(), packed, reinterpret_cast<const std::uint8_t*>(copy.from.address),
            copy.from_pitches, copy.extent);
  return [&memory, copy, staged, packed] {
    std::uint8_t* const to = bytes_at(memory, copy.to, span_bytes(copy.extent, copy.to_pitches));
    move_rows(to, copy.to_pitches, staged->data(), packed, copy.extent);
  };
}

void perform(const Memory& memory, const BoxFill& fill) {
  if (fill.extent.bytes() == 0) return;
  std::uint8_t* const to = bytes_at(memory, fill.to, span_bytes(fill.extent, fill.pitches));
  for (std::uint64_t z = 0; z < fill.extent.depth; ++z) {
    for (std::uint64_t y = 0; y < fill.extent.height; ++y) {
      std::uint8_t* const row = to + z * fill.pitches.slice + y * fill.pitches.row;
      if (fill.word_bytes == 1) {
        std::memset(row, static_cast<int>(fill.value & 0xFF), fill.extent.width);
        continue;
      }
      for (std::uint64_t x = 0; x < fill.extent.width; x += fill.word_bytes)
        std::memcpy(row + x, &fill.value, fill.word_bytes);
    }
  }
}

}  // namespace heddle::cudart
