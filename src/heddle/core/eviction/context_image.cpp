#include "heddle/core/eviction/context_image.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "heddle/core/eviction/context_compression.hpp"
#include "heddle/core/terms/context_transfer.hpp"

namespace heddle::core {
namespace {

using Pieces = std::vector<std::uint8_t>;

/// Adds `bytes` as whole pieces, and one smaller piece for the rest.
void add_bytes(Pieces& pieces, std::uint64_t bytes) {
  for (; bytes > kContextSegmentBytes; bytes -= kContextSegmentBytes)
    pieces.push_back(kContextSegmentBytes);
  if (bytes != 0) pieces.push_back(static_cast<std::uint8_t>(bytes));
}

/// Whether each waiting path of the warp is in the same frame as the running path, or in the frame
/// of a caller.
bool shares_frames(const exec::SimtStack& stack) {
  const exec::StackEntry& top = stack.top();
  return std::ranges::all_of(stack.below(), [&](const exec::StackEntry& waiting) {
    return waiting.row_base < top.row_base ||
           (waiting.row_base == top.row_base && waiting.function == top.function);
  });
}

/// Words of registers that are allocated for the warp.
std::uint64_t allocated_words(const Contexts& contexts, unsigned context) {
  const KernelBinding& kernel = contexts.kernels[contexts.table[contexts.home_of(context)].kernel];
  return kernel.demand.registers_of_warp(contexts.warps[context].index);
}

}  // namespace

const isa::PreemptionPoint* point_of(const Contexts& contexts, unsigned context) {
  const std::uint16_t entity = contexts.home_of(context);
  const auto& program = *contexts.kernels[contexts.table[entity].kernel].grid->program;
  if (contexts.shape.parts != 1 || !program.annotations || contexts.warps[context].done())
    return nullptr;
  const auto& points = program.annotations->points;
  const Pc pc = contexts.pc_of(entity);
  const auto found = std::ranges::lower_bound(points, pc, {}, &isa::PreemptionPoint::pc);
  return found != points.end() && found->pc == pc ? &*found : nullptr;
}

std::optional<std::vector<std::uint32_t>> live_rows(const Contexts& contexts, unsigned context) {
  const exec::Warp& warp = contexts.warps[context];
  const isa::PreemptionPoint* const point = point_of(contexts, context);
  if (point == nullptr || !shares_frames(warp.parts.front())) return std::nullopt;
  const bool apart = warp.active() != (warp.threads & ~warp.exited);
  // `live_apart` counts on waiting threads to be where the paths of a branch begin or meet.
  if (apart && warp.progress.interleaved) return std::nullopt;
  const std::uint32_t base = warp.path().row_base;
  std::vector<std::uint32_t> rows(base);
  std::iota(rows.begin(), rows.end(), 0u);
  for (const std::uint32_t row : apart ? point->live_apart : point->live)
    rows.push_back(base + row);
  return rows;
}

std::vector<std::uint32_t> kept_rows(const Contexts& contexts, unsigned context, bool only_live) {
  auto live = only_live ? live_rows(contexts, context) : std::nullopt;
  if (live) return std::move(*live);
  const exec::Warp& warp = contexts.warps[context];
  std::vector<std::uint32_t> rows(
      std::min<std::uint64_t>(allocated_words(contexts, context) / kWarpSize, warp.rows.size()));
  std::iota(rows.begin(), rows.end(), 0u);
  return rows;
}

void forget_dead_rows(Contexts& contexts, unsigned context) {
  const auto live = live_rows(contexts, context);
  if (!live) return;
  exec::Warp& warp = contexts.warps[context];
  const KernelBinding& kernel = contexts.kernels[contexts.table[contexts.home_of(context)].kernel];
  const exec::StackEntry& path = warp.path();
  const std::uint32_t end = path.row_base + kernel.grid->program->functions[path.function].rows;
  std::vector<bool> is_kept(end);
  for (const std::uint32_t row : *live) is_kept[row] = true;
  constexpr std::uint32_t kForgotten = 0xDEAD'BEEF;
  for (std::uint32_t row = path.row_base; row < end; ++row)
    if (!is_kept[row]) std::fill_n(warp.rows[row].lane, kWarpSize, kForgotten);
}

/// Contexts lie above local memory. The contexts of each kernel slot have an address range of their
/// own. In this range each block has room for its largest context.
Addr context_address(const Contexts& contexts, std::uint16_t block_slot) {
  constexpr Addr kContextBase = Addr{1} << 54, kContextSpan = Addr{1} << 44;
  constexpr std::uint64_t kOfWarp = 512;  // room for the patterns, predicates and stacks of a warp,
                                          // in bytes
  const ResidentBlock& resident = contexts.blocks[block_slot];
  const model::BlockDemand& demand = contexts.kernels[resident.kernel].demand;
  const std::uint64_t most = demand.registers * 4 + demand.shared_bytes + demand.warps * kOfWarp;
  const std::uint64_t segments = (most + kContextSegmentBytes - 1) / kContextSegmentBytes;
  return kContextBase + resident.kernel * kContextSpan +
         resident.block.id * segments * kContextSegmentBytes;
}

Pieces register_pieces(const Contexts& contexts, unsigned context, const policy::Leave& leave,
                       const ContextSwitchSpec& spec) {
  Pieces pieces;
  if (leave.compression != policy::Leave::Compression::none) {
    add_bytes(pieces, spec.pattern_bytes);
    const std::vector<std::uint32_t> rows = kept_rows(contexts, context, leave.only_live);
    std::ranges::copy(compressed_bytes(contexts, context, rows), std::back_inserter(pieces));
  } else {
    const auto live = leave.only_live ? live_rows(contexts, context) : std::nullopt;
    add_bytes(pieces,
              live ? live->size() * sizeof(exec::Row) : allocated_words(contexts, context) * 4);
  }
  add_bytes(pieces, spec.predicate_bytes);
  return pieces;
}

Pieces block_register_pieces(const Contexts& contexts, std::uint16_t block_slot,
                             const ContextSwitchSpec& spec) {
  Pieces pieces;
  add_bytes(pieces, 2 * spec.pattern_bytes);
  for (const std::uint16_t bytes : compressed_block_bytes(contexts, block_slot))
    add_bytes(pieces, bytes);
  add_bytes(pieces, contexts.blocks[block_slot].contexts.size() * spec.predicate_bytes);
  return pieces;
}

Pieces shared_pieces(const Contexts& contexts, std::uint16_t block_slot) {
  Pieces pieces;
  add_bytes(pieces, contexts.kernels[contexts.blocks[block_slot].kernel].demand.shared_bytes);
  return pieces;
}

Pieces stack_pieces(const Contexts& contexts, std::uint16_t block_slot,
                    const ContextSwitchSpec& spec) {
  std::uint64_t entries = 0;
  for (const std::uint16_t context : contexts.blocks[block_slot].contexts) {
    if (context == Contexts::kNoContext) continue;
    for (const exec::SimtStack& stack : contexts.warps[context].parts) entries += stack.depth();
  }
  Pieces pieces;
  add_bytes(pieces, entries * spec.stack_entry_bytes);
  return pieces;
}

}  // namespace heddle::core
