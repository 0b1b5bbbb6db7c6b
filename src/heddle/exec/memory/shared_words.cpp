#include "heddle/exec/memory/shared_words.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "heddle/exec/memory/access_parts.hpp"

namespace heddle::exec {
namespace {

constexpr unsigned kWordBytes = 4;

/// Offsets in the block's shared memory, by lane.
struct SharedPlaces {
  alignas(64) std::array<std::uint32_t, kWarpSize> offset;
  bool contiguous = false;  ///< each word follows the word of the preceding lane
};

/// Returns whether all lanes access one word each in shared memory.
bool is_words_of_all_lanes(const StepContext& context) {
  const isa::Instruction& instruction = context.instruction;
  return instruction.modifiers.space == isa::Space::shared && context.mask == kAllLanes &&
         instruction.modifiers.vector == 1 && context.executable.transfers->bytes == kWordBytes &&
         instruction.sources[0].kind == isa::OperandKind::row;
}

/// Fills in `places` and the step's access. Returns false if an address is misaligned or out of
/// bounds.
bool place(const StepContext& context, AccessKind kind, SharedPlaces& places) {
  const std::uint32_t* const row = context.source(0);
  const auto add = static_cast<std::uint32_t>(context.instruction.offset);
  MemoryAccess& access = context.result.access;
  const std::uint32_t first = row[0] + add;
  std::uint32_t any = 0, highest = 0, different = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    const std::uint32_t offset = row[lane] + add;
    any |= offset;
    highest = std::max(highest, offset);
    different |= offset ^ (first + lane * kWordBytes);
    places.offset[lane] = offset;
    access.address[lane] = offset;
  }
  if ((any & (kWordBytes - 1)) != 0) return false;
  if (std::uint64_t{highest} + kWordBytes > context.warp.block->shared.size()) return false;
  places.contiguous = different == 0;
  describe_access(context.instruction.modifiers, kWordBytes, kind, access);
  access.shared = kAllLanes;
  access.global = access.local = access.constant = 0;
  access.contiguous = places.contiguous;
  context.result.kind = StepKind::memory;
  return true;
}

}  // namespace

bool load_shared_words(const StepContext& context) {
  SharedPlaces places;
  if (!is_words_of_all_lanes(context) || !place(context, AccessKind::load, places)) return false;
  std::uint32_t* const to = context.destination(0);
  if (to == nullptr) return true;
  const std::uint8_t* const shared = context.warp.block->shared.data();
  if (places.contiguous) {
    std::memcpy(to, shared + places.offset[0], kWordBytes * kWarpSize);
    return true;
  }
#pragma GCC unroll 32
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    std::memcpy(to + lane, shared + places.offset[lane], kWordBytes);
  return true;
}

bool store_shared_words(const StepContext& context) {
  SharedPlaces places;
  const std::uint32_t* const from = context.source(1);
  if (!is_words_of_all_lanes(context) || from == nullptr) return false;
  if (!place(context, AccessKind::store, places)) return false;
  context.result.wrote = true;
  std::uint8_t* const shared = context.warp.block->shared.data();
  if (places.contiguous) {
    std::memcpy(shared + places.offset[0], from, kWordBytes * kWarpSize);
    return true;
  }
#pragma GCC unroll 32
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    std::memcpy(shared + places.offset[lane], from + lane, kWordBytes);
  return true;
}

}  // namespace heddle::exec
