#include "heddle/capture/restore.hpp"

#include <cstring>

#include "heddle/base/error.hpp"
#include "heddle/base/hash.hpp"
#include "heddle/base/text/quantity.hpp"

namespace heddle::capture {
namespace {

/// Returns the host address of the box's first byte. Throws Error if the box is not in allocated
/// device memory.
std::uint8_t* require_memory(exec::MemoryImage& memory, const Box& box) {
  std::uint8_t* const begin = memory.translate(box.address, box.span());
  if (begin == nullptr)
    fail("{} bytes at {:#x} of the capture are in no allocation", box.span(), box.address);
  return begin;
}

/// Calls visit(row, offset) for each row of the box. `row` is the row's memory; `offset` is the
/// number of bytes in the rows before it.
template <typename Visit>
void for_each_row(exec::MemoryImage& memory, const Box& box, const Visit& visit) {
  if (box.bytes() == 0) return;
  std::uint8_t* const begin = require_memory(memory, box);
  std::uint64_t before = 0;
  for (std::uint64_t z = 0; z < box.depth; ++z) {
    for (std::uint64_t y = 0; y < box.height; ++y, before += box.width)
      visit(begin + z * box.slice_pitch + y * box.row_pitch, before);
  }
}

void allocate(const Allocation& allocation, exec::MemoryImage& memory) {
  const bool placed = memory.allocate_at(allocation.address, allocation.bytes, allocation.name,
                                         allocation.writable);
  if (!placed)
    fail("the capture's {} bytes at {:#x} do not fit in device memory of {}", allocation.bytes,
         allocation.address, format_bytes(memory.capacity()));
  allocation.contents.copy_to(memory.translate(allocation.address, allocation.bytes));
}

/// Performs the effects of a step on device memory.
class Performer {
 public:
  Performer(const Capture& capture, const Target& target) : capture_(capture), target_(target) {}

  void operator()(const Write& write) const {
    if (write.to.bytes() == 0) return;
    require_memory(target_.memory, write.to);
    std::vector<std::uint8_t> bytes(write.contents.bytes());
    write.contents.copy_to(bytes.data());
    for_each_row(target_.memory, write.to, [&](std::uint8_t* row, std::uint64_t at) {
      std::memcpy(row, bytes.data() + at, write.to.width);
    });
  }
  void operator()(const Copy& copy) const {
    const Box& from = copy.from;
    if (from.bytes() == 0) return;
    const std::uint8_t* const begin = require_memory(target_.memory, from);
    std::uint64_t row = 0;
    for_each_row(target_.memory, copy.to, [&](std::uint8_t* to, std::uint64_t) {
      const std::uint64_t z = row / from.height, y = row % from.height;
      std::memmove(to, begin + z * from.slice_pitch + y * from.row_pitch, from.width);
      ++row;
    });
  }
  void operator()(const Fill& fill) const {
    for_each_row(target_.memory, fill.to, [&](std::uint8_t* row, std::uint64_t) {
      for (std::uint64_t x = 0; x + fill.word_bytes <= fill.to.width; x += fill.word_bytes)
        std::memcpy(row + x, &fill.value, fill.word_bytes);
    });
  }
  void operator()(const Allocate& made) const { allocate(made.allocation, target_.memory); }
  void operator()(const Free& gone) const { target_.memory.free(gone.address); }
  void operator()(const Load& load) const { target_.load(load, capture_.modules[load.module]); }
  void operator()(const Unload& gone) const { target_.unload(gone.module); }
  void operator()(const Bind& bound) const {
    target_.textures.bind(bound.texture.handle, bound.texture.descriptor);
  }
  void operator()(const Unbind& gone) const { target_.textures.remove(gone.handle); }

 private:
  const Capture& capture_;
  const Target& target_;
};

}  // namespace

void restore(const Capture& capture, const Target& target) {
  const Addr end = isa::kGlobalBase + target.memory.capacity();
  if (capture.end_of_memory() > end)
    fail(
        "the capture has memory up to {:#x}, and device memory ends at {:#x}: --set "
        "device.memory_bytes={}",
        capture.end_of_memory(), end, capture.end_of_memory() - isa::kGlobalBase);
  for (const exec::Allocation& old : target.memory.allocations()) {
    if (!old.host) target.memory.free(old.address);
  }
  target.textures.clear();
  for (const Allocation& allocation : capture.allocations) allocate(allocation, target.memory);
  for (const Texture& texture : capture.textures)
    target.textures.bind(texture.handle, texture.descriptor);
  for (const Load& load : capture.loads) target.load(load, capture.modules[load.module]);
}

void perform(const Capture& capture, const Effect& effect, const Target& target) {
  std::visit(Performer(capture, target), effect);
}

std::vector<bool> same_memory(const Capture& capture, const exec::MemoryImage& memory) {
  std::vector<bool> same;
  for (const FinalMemory& final : capture.final_memory) {
    const std::uint8_t* const bytes = memory.translate(final.address, final.bytes);
    same.push_back(bytes != nullptr && hash_of({bytes, final.bytes}) == final.hash);
  }
  return same;
}

}  // namespace heddle::capture
