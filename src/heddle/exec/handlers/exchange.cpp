// shfl: every lane reads another lane's register.
#include <array>
#include <cstring>

#include "heddle/exec/step/lane_rows.hpp"
#include "heddle/exec/step/step_context.hpp"

namespace heddle::exec {
namespace {

using isa::ShuffleMode;
using Words = std::array<std::uint32_t, kWarpSize>;

/// For each lane: the number of its source lane, and a word that is all ones if the source lane is
/// in the lane's segment, else zero. A lane whose source is out of range reads its own register.
/// Source: PTX ISA, "shfl".
struct ShuffleSources {
  Words lane;
  Words in_range;
};

template <ShuffleMode mode>
void find_sources(const std::uint32_t* b, const std::uint32_t* c, ShuffleSources& out) {
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    const auto self = static_cast<std::int32_t>(lane);
    const auto offset = static_cast<std::int32_t>(b[lane] & 31u);
    const auto clamp = static_cast<std::int32_t>(c[lane] & 31u);
    const auto segment = static_cast<std::int32_t>((c[lane] >> 8) & 31u);
    const std::int32_t low = self & segment;
    const std::int32_t limit = low | (clamp & ~segment);
    std::int32_t from = 0;
    bool valid = false;
    if constexpr (mode == ShuffleMode::up) {
      from = self - offset;
      valid = from >= limit;
    } else {
      from = mode == ShuffleMode::down   ? self + offset
             : mode == ShuffleMode::bfly ? self ^ offset
                                         : low | (offset & ~segment);
      valid = from <= limit;
    }
    out.lane[lane] = static_cast<std::uint32_t>(valid ? from : self);
    out.in_range[lane] = valid ? ~0u : 0u;
  }
}

void find_sources(ShuffleMode mode, const std::uint32_t* b, const std::uint32_t* c,
                  ShuffleSources& out) {
  switch (mode) {
    case ShuffleMode::up:
      return find_sources<ShuffleMode::up>(b, c, out);
    case ShuffleMode::down:
      return find_sources<ShuffleMode::down>(b, c, out);
    case ShuffleMode::bfly:
      return find_sources<ShuffleMode::bfly>(b, c, out);
    default:
      return find_sources<ShuffleMode::idx>(b, c, out);
  }
}

using Eight [[gnu::vector_size(32)]] = std::uint32_t;
constexpr unsigned kEights = kWarpSize / 8;

Eight load_eight(const std::uint32_t* from) {
  Eight words;
  std::memcpy(&words, from, sizeof words);
  return words;
}

/// Returns a vector whose element i is words[index[i] % 8].
Eight permute(Eight words, Eight index) {
#ifdef __clang__  // Clang has no shuffle by a vector
  Eight moved;
  for (unsigned i = 0; i < 8; ++i) moved[i] = words[index[i] & 7u];
  return moved;
#else
  return __builtin_shuffle(words, index & 7u);
#endif
}

/// Sets words[lane] = row[from[lane]] for all lanes, eight lanes at a time.
void gather(const std::uint32_t* row, const Words& from, Words& words) {
  Eight parts[kEights];
  for (unsigned part = 0; part < kEights; ++part) parts[part] = load_eight(row + 8 * part);
  for (unsigned i = 0; i < kEights; ++i) {
    const Eight index = load_eight(from.data() + 8 * i);
    Eight moved = permute(parts[0], index);
    for (unsigned part = 1; part < kEights; ++part)
      moved = (index >> 3) == part ? permute(parts[part], index) : moved;
    std::memcpy(words.data() + 8 * i, &moved, sizeof moved);
  }
}

/// Sets to 0 the words that come from lanes which the member mask does not name. The ISA leaves
/// these words undefined. Some programs reduce over fewer lanes than their reduction tree reads,
/// and rely on 0.
void clear_unnamed_lanes(const std::uint32_t* named, const Words& from, Words& words) {
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    words[lane] &= 0u - (named[lane] >> (from[lane] & 31u) & 1u);
}

/// Executes shfl. If the member mask names a source lane that does not execute, the result is still
/// the value of that lane's register.
void shuffle(StepContext& context) {
  ShuffleSources sources;
  find_sources(context.instruction.modifiers.shuffle, context.source(1), context.source(2),
               sources);
  const std::uint32_t* const value = context.exchanged();
  if (std::uint32_t* const destination = context.destination(0)) {
    Words moved;
    gather(value, sources.lane, moved);
    const std::uint32_t* const named = context.source(3);
    const bool row = context.instruction.sources[3].kind == isa::OperandKind::row;
    if (named != nullptr && (row || *named != kAllLanes))
      clear_unnamed_lanes(named, sources.lane, moved);
    write_row(destination, context.mask, [&moved](unsigned lane) { return moved[lane]; });
  }
  if (context.instruction.destinations[1]) context.set_predicate(1, mask_of(sources.in_range));
}

constexpr HandlerBinding kExchangeHandlers[] = {{isa::Op::shfl, shuffle}};

}  // namespace

std::span<const HandlerBinding> exchange_handlers() { return kExchangeHandlers; }

}  // namespace heddle::exec
