// The order in which PRO (progress-aware scheduling, IPDPS 2015) serves the blocks of an SM and the
// warps of each block. The progress of a warp is the number of its executed thread instructions.
// The progress of a block is the sum of its warps' progress.
//
// The fast phase lasts while the grid has blocks to dispatch. A block near its end soon makes room
// for another block. So blocks with an ended warp come first, then blocks with a warp at a barrier,
// and then the other blocks, most progress first. In the slow phase, no blocks are left to
// dispatch, and the grid ends with its slowest block. So blocks with a warp at a barrier come
// first, and then the other blocks, least progress first.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "heddle/model/kernel_slots.hpp"
#include "heddle/model/warp_view.hpp"

namespace heddle::policy::pro {

/// Parts of the mechanism that can be switched off, for ablation studies.
struct Features {
  bool barriers = true;          ///< blocks with a warp at a barrier form a class
  bool finishes = true;          ///< blocks with an ended warp form a class
  bool slow_phase = true;        ///< false: the rules of the fast phase apply until the grid ends
  bool warp_sort = true;         ///< false: the warps of a block are served by index
  bool sort_on_release = false;  ///< the release of a barrier sorts the block's warps again
};

class ProgressOrder {
 public:
  /// Makes the order for the entities of issue slot `slot`, or for all entities of the SM
  /// (kAllSlots).
  static constexpr unsigned kAllSlots = ~0u;
  void attach(const model::SmView& sm, const Features& features, unsigned slot = kAllSlots);

  // The following functions are called for the events of the warp scheduler. `warp` is a context.
  void kernel_started(unsigned kernel);
  void last_block_dispatched(unsigned kernel);
  void block_dispatched(unsigned block_slot, unsigned kernel, unsigned warps);
  void warp_launched(unsigned warp);
  void warp_ended(unsigned warp);
  void barrier_reached(unsigned block_slot);
  void barrier_released(unsigned block_slot, unsigned warps);
  /// Performs the periodic sort.
  void sort();

  /// Whether a block is resident.
  bool any() const { return std::ranges::any_of(blocks_, &Block::resident); }
  /// Returns the block slots in the order in which their blocks are served. The order within a
  /// class (blocks with an ended warp, or at a barrier) is that of the last event in the class. The
  /// order of the other blocks is that of the last sort.
  std::vector<unsigned> blocks() const;
  /// Returns the contexts of the block's warps that have not ended, in the order in which the warps
  /// are served.
  const std::vector<unsigned>& warps(unsigned block_slot) const {
    return blocks_[block_slot].warps;
  }
  unsigned kernel(unsigned block_slot) const { return blocks_[block_slot].kernel; }
  /// Returns the block's number among its kernel's blocks on this SM, in order of arrival, from 0.
  std::uint64_t place(unsigned block_slot) const { return blocks_[block_slot].place; }

 private:
  enum class State : std::uint8_t { rest, barrier_wait, finish_wait };
  struct Block {
    bool resident = false;
    State state = State::rest;
    unsigned kernel = 0;
    std::uint64_t number = 0;  ///< number of the block in the order of arrival on the SM
    std::uint64_t place = 0;   ///< number of the block among the blocks of its kernel on the SM,
                               ///< from 0
    unsigned count = 0;        ///< number of warps of the block, started or not
    unsigned at_barrier = 0;   ///< number of warps at the barrier
    unsigned ended = 0;        ///< number of ended warps
    std::uint64_t ended_progress = 0;  ///< progress of the ended warps
    unsigned class_count = 0;  ///< number of warps at a barrier, or of ended warps, at the last
                               ///< sort of the block's class
    std::uint64_t class_progress = 0;  ///< progress at the last sort of the class
    std::uint64_t snapshot = 0;        ///< progress at the last periodic sort
    /// Contexts of the block's warps, in the order in which the warps are served.
    std::vector<unsigned> warps;
  };

  bool fast(const Block& block) const { return fast_[block.kernel] || !features_.slow_phase; }
  std::uint64_t progress(unsigned warp) const;
  std::uint64_t progress(const Block& block) const;
  /// Sorts the block's warps by progress.
  void sort_warps(Block& block, bool most_first) const;
  void take_snapshots();
  /// Records the keys by which the blocks of the class are ordered.
  void sort_class(State state);
  /// Returns the class of the block; class 0 is served first.
  unsigned class_of(const Block& block) const;
  bool before(const Block& a, const Block& b) const;

  const model::SmView* sm_ = nullptr;
  Features features_;
  unsigned slot_ = kAllSlots;
  std::vector<Block> blocks_;  ///< indexed by block slot
  std::array<bool, model::kKernelSlots> fast_{};
  std::array<std::uint64_t, model::kKernelSlots>
      kernel_numbers_{};  ///< by kernel slot: number of the kernel, in the order in which kernels
                          ///< started
  /// Indexed by kernel slot: number of the kernel's blocks that have arrived on the SM.
  std::array<std::uint64_t, model::kKernelSlots> kernel_blocks_{};
  std::uint64_t kernels_started_ = 0, blocks_dispatched_ = 0;
};

}  // namespace heddle::policy::pro
