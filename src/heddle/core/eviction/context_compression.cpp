#include "heddle/core/eviction/context_compression.hpp"

#include <algorithm>

#include "heddle/core/eviction/context_image.hpp"
#include "heddle/exec/block_patterns.hpp"
#include "heddle/exec/step/register_patterns.hpp"

namespace heddle::core {
namespace {

const exec::Grid& grid_of(const Contexts& contexts, std::uint16_t block_slot) {
  return *contexts.kernels[contexts.blocks[block_slot].kernel].grid;
}

unsigned group_of(const Contexts& contexts, std::uint16_t block_slot) {
  return exec::pattern_group(grid_of(contexts, block_slot).shape.block.x);
}

/// Compresses one register over all warps of the block.
exec::CompressedRegister compress_block(const Contexts& contexts, std::uint16_t block_slot,
                                        std::uint32_t row) {
  std::vector<const exec::Row*> rows;
  std::vector<LaneMask> threads;
  for (const std::uint16_t context : contexts.blocks[block_slot].contexts) {
    rows.push_back(&contexts.warps[context].rows[row]);
    threads.push_back(contexts.warps[context].threads);
  }
  return exec::compress(rows, threads, group_of(contexts, block_slot));
}

}  // namespace

std::vector<std::uint8_t> compressed_bytes(const Contexts& contexts, unsigned context,
                                           const std::vector<std::uint32_t>& rows) {
  const exec::Warp& warp = contexts.warps[context];
  const unsigned group = group_of(contexts, contexts.block_slot_of(context));
  std::vector<std::uint8_t> bytes;
  for (const std::uint32_t row : rows) {
    const auto pattern = exec::register_pattern(warp.rows[row], warp.threads, group);
    bytes.push_back(static_cast<std::uint8_t>(exec::stored_bytes(pattern, group)));
  }
  return bytes;
}

bool stopped_at_barrier(const Contexts& contexts, unsigned context) {
  const isa::PreemptionPoint* const point = point_of(contexts, context);
  return point != nullptr && point->kind == isa::PointKind::barrier;
}

bool meets_at_barrier(const Contexts& contexts, std::uint16_t block_slot) {
  const auto& of_block = contexts.blocks[block_slot].contexts;
  const bool all = std::ranges::none_of(of_block, [&](std::uint16_t context) {
    return context == Contexts::kNoContext || !stopped_at_barrier(contexts, context);
  });
  const unsigned group = group_of(contexts, block_slot);
  const std::uint32_t threads = grid_of(contexts, block_slot).threads_per_block();
  if (!all || (threads + group - 1) / group > exec::kBlockPatternGroups) return false;
  const isa::PreemptionPoint* const point = point_of(contexts, of_block.front());
  const auto rows = live_rows(contexts, of_block.front());
  return rows && std::ranges::all_of(of_block, [&](std::uint16_t context) {
           return point_of(contexts, context) == point && live_rows(contexts, context) == rows;
         });
}

std::vector<std::uint16_t> compressed_block_bytes(const Contexts& contexts,
                                                  std::uint16_t block_slot) {
  std::vector<std::uint16_t> bytes;
  const auto rows = live_rows(contexts, contexts.blocks[block_slot].contexts.front());
  for (const std::uint32_t row : rows.value()) {
    const auto compressed = compress_block(contexts, block_slot, row);
    bytes.push_back(static_cast<std::uint16_t>(4 * compressed.words.size()));
  }
  return bytes;
}

void rebuild(Contexts& contexts, unsigned context, const std::vector<std::uint32_t>& rows) {
  exec::Warp& warp = contexts.warps[context];
  const unsigned group = group_of(contexts, contexts.block_slot_of(context));
  for (const std::uint32_t row : rows)
    warp.rows[row] = exec::expand(exec::compress(warp.rows[row], warp.threads, group), group);
}

void rebuild_block(Contexts& contexts, std::uint16_t block_slot) {
  const auto& of_block = contexts.blocks[block_slot].contexts;
  const unsigned group = group_of(contexts, block_slot);
  const auto rows = live_rows(contexts, of_block.front());
  for (const std::uint32_t row : rows.value()) {
    const auto rebuilt =
        exec::expand(compress_block(contexts, block_slot, row), of_block.size(), group);
    for (std::size_t warp = 0; warp < of_block.size(); ++warp)
      contexts.warps[of_block[warp]].rows[row] = rebuilt[warp];
  }
}

}  // namespace heddle::core
