// The order in which PRO (progress-aware scheduling, IPDPS 2015) serves the blocks of an SM and the
// warps of each block. Progress is what a warp has executed, in thread instructions; a block's is
// the sum of its warps'.
//
// While blocks of the grid are still to be dispatched (the fast phase), a block that is near its
// end frees its place soon: blocks of which a warp has ended come first, then those of which a warp
// waits at a barrier, then the others, those of most progress first. Afterwards (the slow phase)
// the grid ends with its last block: those of which a warp waits at a barrier come first, then the
// others, those of least progress first.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "heddle/model/kernel_slots.hpp"
#include "heddle/model/warp_view.hpp"

namespace heddle::policy::pro {

/// Parts of the mechanism, for ablations.
struct Features {
  bool barriers = true;          ///< blocks at barriers have a class of their own
  bool finishes = true;          ///< so have blocks of which a warp has ended
  bool slow_phase = true;        ///< false: the fast phase's rules to the end
  bool warp_sort = true;         ///< false: warps of a block by index
  bool sort_on_release = false;  ///< warps of a block are sorted anew when a barrier lets them go
};

class ProgressOrder {
 public:
  /// Progress is that of the entities of `slot` alone, kAllSlots: of all.
  static constexpr unsigned kAllSlots = ~0u;
  void attach(const model::SmView& sm, const Features& features, unsigned slot = kAllSlots);

  // Events, as the warp scheduler hears them; `warp` is a context.
  void kernel_started(unsigned kernel);
  void last_block_dispatched(unsigned kernel);
  void block_dispatched(unsigned block_slot, unsigned kernel, unsigned warps);
  void warp_launched(unsigned warp);
  void warp_ended(unsigned warp);
  void barrier_reached(unsigned block_slot);
  void barrier_released(unsigned block_slot, unsigned warps);
  /// The periodic sort.
  void sort();

  /// Whether there is a block.
  bool any() const { return std::ranges::any_of(blocks_, &Block::resident); }
  /// Block slots, first served first: classes by their last event, the rest as at the last sort.
  std::vector<unsigned> blocks() const;
  /// Contexts of the block's warps that have not ended, first served first.
  const std::vector<unsigned>& warps(unsigned block_slot) const {
    return blocks_[block_slot].warps;
  }
  unsigned kernel(unsigned block_slot) const { return blocks_[block_slot].kernel; }
  /// Which block of its kernel it is on this SM: the first that came is 0.
  std::uint64_t place(unsigned block_slot) const { return blocks_[block_slot].place; }

 private:
  enum class State : std::uint8_t { rest, barrier_wait, finish_wait };
  struct Block {
    bool resident = false;
    State state = State::rest;
    unsigned kernel = 0;
    std::uint64_t number = 0;          ///< counts the blocks that came to the SM
    std::uint64_t place = 0;           ///< counts those of its kernel, from 0
    unsigned count = 0;                ///< of warps, those that have not started among them
    unsigned at_barrier = 0;           ///< warps
    unsigned ended = 0;                ///< warps
    std::uint64_t ended_progress = 0;  ///< theirs
    unsigned class_count = 0;          ///< warps that put it in its class, when that was sorted
    std::uint64_t class_progress = 0;  ///< its progress then
    std::uint64_t snapshot = 0;        ///< its progress at the last sort of all
    std::vector<unsigned> warps;       ///< contexts, in order
  };

  bool fast(const Block& block) const { return fast_[block.kernel] || !features_.slow_phase; }
  std::uint64_t progress(unsigned warp) const;
  std::uint64_t progress(const Block& block) const;
  /// Its warps by progress.
  void sort_warps(Block& block, bool most_first) const;
  void take_snapshots();
  /// Notes by what the blocks of the class are ordered.
  void sort_class(State state);
  /// 0 is served first.
  unsigned class_of(const Block& block) const;
  bool before(const Block& a, const Block& b) const;

  const model::SmView* sm_ = nullptr;
  Features features_;
  unsigned slot_ = kAllSlots;
  std::vector<Block> blocks_;  ///< by block slot
  std::array<bool, model::kKernelSlots> fast_{};
  std::array<std::uint64_t, model::kKernelSlots>
      kernel_numbers_{};  ///< counts the kernels that started
  std::array<std::uint64_t, model::kKernelSlots> kernel_blocks_{};  ///< that came to the SM
  std::uint64_t kernels_started_ = 0, blocks_dispatched_ = 0;
};

}  // namespace heddle::policy::pro
