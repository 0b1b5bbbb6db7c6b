// Records the cycles in which each block was on one SM. Blocks are recorded by launch, in the order
// of arrival.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "heddle/probe/unit_probe.hpp"

namespace heddle::probe {

/// A stay of a block on the SM, from cycle `start` to cycle `end` - 1. A preempted block has
/// several stays.
struct BlockStay {
  std::uint64_t block = 0;  ///< number of the block in the grid
  Cycle start = 0, end = kNever;
};

class BlockRecord final : public UnitHears<model::BlockDispatched, model::BlockFinished> {
 public:
  void on(const model::BlockDispatched& event) override;
  void on(const model::BlockFinished& event) override;

  /// Returns the stays of the launch and removes them.
  std::vector<BlockStay> take(std::uint64_t grid);

 private:
  struct StayIndex {
    std::uint64_t grid = 0;
    std::size_t stay = 0;
  };
  std::map<std::uint64_t, std::vector<BlockStay>> stays_;  ///< indexed by launch number
  std::vector<StayIndex> slots_;  ///< by block slot: the stay of the slot's block
};

}  // namespace heddle::probe
