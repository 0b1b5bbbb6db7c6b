#include "heddle/core/context_image.hpp"

#include <algorithm>
#include <numeric>

#include "heddle/core/context_transfer.hpp"
#include "heddle/exec/register_patterns.hpp"

namespace heddle::core {
namespace {

using Pieces = std::vector<std::uint8_t>;

/// Whole pieces and what is left.
void add_bytes(Pieces& pieces, std::uint64_t bytes) {
  for (; bytes > kContextSegmentBytes; bytes -= kContextSegmentBytes)
    pieces.push_back(kContextSegmentBytes);
  if (bytes != 0) pieces.push_back(static_cast<std::uint8_t>(bytes));
}

const isa::PreemptionPoint* point_at(const isa::Annotations& annotations, Pc pc) {
  const auto found =
      std::ranges::lower_bound(annotations.points, pc, {}, &isa::PreemptionPoint::pc);
  return found != annotations.points.end() && found->pc == pc ? &*found : nullptr;
}

/// Whether all waiting paths of the warp are in the frame of the one that runs, or in callers'.
bool shares_frames(const exec::SimtStack& stack) {
  const exec::StackEntry& top = stack.top();
  return std::ranges::all_of(stack.below(), [&](const exec::StackEntry& waiting) {
    return waiting.row_base < top.row_base ||
           (waiting.row_base == top.row_base && waiting.function == top.function);
  });
}

/// All rows, as far as the warp has so many.
std::vector<std::uint32_t> rows_of(const exec::Warp& warp, std::uint64_t registers) {
  std::vector<std::uint32_t> rows(std::min<std::uint64_t>(registers, warp.rows.size()));
  std::iota(rows.begin(), rows.end(), 0u);
  return rows;
}

}  // namespace

std::optional<std::vector<std::uint32_t>> live_rows(const Contexts& contexts, unsigned context) {
  const std::uint16_t entity = contexts.home_of(context);
  const exec::Warp& warp = contexts.warps[context];
  const auto& program = *contexts.kernels[contexts.table[entity].kernel].grid->program;
  if (contexts.shape.parts != 1 || !program.annotations || warp.done()) return std::nullopt;
  const isa::PreemptionPoint* const point = point_at(*program.annotations, contexts.pc_of(entity));
  if (point == nullptr || !shares_frames(warp.parts.front())) return std::nullopt;
  const bool apart = warp.active() != (warp.threads & ~warp.exited);
  const std::uint32_t base = warp.path().row_base;
  std::vector<std::uint32_t> rows(base);
  std::iota(rows.begin(), rows.end(), 0u);
  for (const std::uint32_t row : apart ? point->live_apart : point->live)
    rows.push_back(base + row);
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

/// Contexts lie above local memory: those of a kernel slot in a span of their own, each block's in
/// as much as its whole context may take.
Addr context_address(const Contexts& contexts, std::uint16_t block_slot) {
  constexpr Addr kContextBase = Addr{1} << 54, kContextSpan = Addr{1} << 44;
  constexpr std::uint64_t kOfWarp = 512;  // patterns, predicates, stacks
  const ResidentBlock& resident = contexts.blocks[block_slot];
  const model::BlockDemand& demand = contexts.kernels[resident.kernel].demand;
  const std::uint64_t most = demand.registers * 4 + demand.shared_bytes + demand.warps * kOfWarp;
  const std::uint64_t segments = (most + kContextSegmentBytes - 1) / kContextSegmentBytes;
  return kContextBase + resident.kernel * kContextSpan +
         resident.block.id * segments * kContextSegmentBytes;
}

Pieces register_pieces(const Contexts& contexts, unsigned context, const policy::Leave& leave,
                       const ContextSwitchSpec& spec) {
  const exec::Warp& warp = contexts.warps[context];
  const KernelBinding& kernel = contexts.kernels[contexts.table[contexts.home_of(context)].kernel];
  const std::uint64_t words = kernel.demand.registers_of_warp(warp.index);
  const auto live = leave.only_live ? live_rows(contexts, context) : std::nullopt;
  Pieces pieces;
  if (leave.compressed) {
    add_bytes(pieces, spec.pattern_bytes);
    const unsigned group = exec::pattern_group(kernel.grid->shape.block.x);
    for (const std::uint32_t row : live ? *live : rows_of(warp, words / kWarpSize)) {
      const auto pattern = exec::register_pattern(warp.rows[row], warp.threads, group);
      pieces.push_back(static_cast<std::uint8_t>(exec::stored_bytes(pattern, group)));
    }
  } else {
    add_bytes(pieces, live ? live->size() * sizeof(exec::Row) : words * 4);
  }
  add_bytes(pieces, spec.predicate_bytes);
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
