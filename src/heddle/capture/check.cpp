#include "heddle/capture/check.hpp"

#include "heddle/base/error.hpp"
#include "heddle/capture/packing.hpp"

namespace heddle::capture {
namespace {

constexpr double kMostPause = 1e9;  ///< longest pause, in seconds (about 30 years); the number of
                                    ///< its cycles fits into 64 bits

void check_module(const Capture& capture, std::uint32_t module) {
  if (module >= capture.modules.size()) fail("module {} of {}", module, capture.modules.size());
}

void check_contents(const Contents& contents, std::uint64_t bytes) {
  if (contents.bytes() != bytes) fail("{} bytes for {}", contents.bytes(), bytes);
  const std::uint64_t packed = contents.zero() ? 0 : contents.packed()->size();
  if (!contents.zero() && bytes > most_unpacked(packed))
    fail("{} bytes cannot become {}", packed, bytes);
}

void check_allocation(const Allocation& allocation) {
  check_contents(allocation.contents, allocation.bytes);
  if (allocation.address + allocation.bytes < allocation.address)
    fail("{} bytes at {:#x}", allocation.bytes, allocation.address);
}

/// Throws Error if rows of the box overlap, or if the box exceeds the address space.
void check_box(const Box& box) {
  const auto product = [&](std::uint64_t a, std::uint64_t b) {
    std::uint64_t result = 0;
    if (__builtin_mul_overflow(a, b, &result))
      fail("a box of {} x {} x {} bytes", box.width, box.height, box.depth);
    return result;
  };
  if (product(product(box.width, box.height), box.depth) == 0) return;
  const std::uint64_t rows = product(box.height - 1, box.row_pitch);
  const std::uint64_t slices = product(box.depth - 1, box.slice_pitch);
  std::uint64_t end = box.address;
  for (const std::uint64_t part : {rows, slices, box.width}) {
    if (__builtin_add_overflow(end, part, &end)) fail("a box that ends behind all addresses");
  }
  if (box.bytes() > box.span()) fail("a box of {} bytes in {} of memory", box.bytes(), box.span());
}

void check_copy(const Copy& copy) {
  const Box &to = copy.to, &from = copy.from;
  check_box(to);
  check_box(from);
  if (to.width != from.width || to.height != from.height || to.depth != from.depth)
    fail("a copy of {} bytes to {}", from.bytes(), to.bytes());
}

void check_fill(const Fill& fill) {
  check_box(fill.to);
  if (fill.word_bytes != 1 && fill.word_bytes != 2 && fill.word_bytes != 4)
    fail("words of {} bytes", fill.word_bytes);
}

void check_effect(const Capture& capture, const Effect& effect) {
  if (const auto* load = std::get_if<Load>(&effect)) check_module(capture, load->module);
  if (const auto* unload = std::get_if<Unload>(&effect)) check_module(capture, unload->module);
  if (const auto* copy = std::get_if<Copy>(&effect)) check_copy(*copy);
  if (const auto* fill = std::get_if<Fill>(&effect)) check_fill(*fill);
  if (const auto* allocate = std::get_if<Allocate>(&effect)) check_allocation(allocate->allocation);
  if (const auto* write = std::get_if<Write>(&effect)) {
    check_box(write->to);
    check_contents(write->contents, write->to.bytes());
  }
}

void check_pause(const Pause& pause) {
  if (!(pause.seconds >= 0 && pause.seconds <= kMostPause)) fail("a pause of {} s", pause.seconds);
}

}  // namespace

void check(const Capture& capture) {
  for (const Load& load : capture.loads) check_module(capture, load.module);
  for (const Allocation& allocation : capture.allocations) check_allocation(allocation);
  for (std::size_t i = 0; i < capture.steps.size(); ++i) {
    const Step& step = capture.steps[i];
    for (const std::uint32_t before : step.after) {
      if (before >= i) fail("step {} waits for step {}", i, before);
    }
    if (const auto* launch = std::get_if<Launch>(&step.work)) check_module(capture, launch->module);
    if (const auto* pause = std::get_if<Pause>(&step.work)) check_pause(*pause);
    for (const Effect& effect : step.effects) check_effect(capture, effect);
  }
  if (capture.launches() == 0) fail("it has no launch");
}

}  // namespace heddle::capture
