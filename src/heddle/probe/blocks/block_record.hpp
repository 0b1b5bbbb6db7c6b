// When each block was on one SM, by launch, in the order in which they came.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "heddle/probe/unit_probe.hpp"

namespace heddle::probe {

/// A block's stay on the SM: cycles `start` to `end` - 1. One that was preempted has several.
struct BlockStay {
  std::uint64_t block = 0;  ///< its number in the grid
  Cycle start = 0, end = kNever;
};

class BlockRecord final : public UnitHears<model::BlockDispatched, model::BlockFinished> {
 public:
  void on(const model::BlockDispatched& event) override;
  void on(const model::BlockFinished& event) override;

  /// Those of the launch, which are forgotten.
  std::vector<BlockStay> take(std::uint64_t grid);

 private:
  struct Place {
    std::uint64_t grid = 0;
    std::size_t stay = 0;
  };
  std::map<std::uint64_t, std::vector<BlockStay>> stays_;  ///< by launch
  std::vector<Place> slots_;                               ///< by block slot: whose stay it is
};

}  // namespace heddle::probe
