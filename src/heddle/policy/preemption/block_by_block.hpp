// Base of the preemption policies that decide about each block separately.
#pragma once

#include <algorithm>
#include <iterator>

#include "heddle/policy/preemption/preemption.hpp"

namespace heddle::policy {

class BlockByBlock : public Preemption {
 public:
  bool reads_incoming() const final { return false; }
  std::vector<Leave> leave(std::span<const LeavingBlock> blocks,
                           const Signal& /*signal*/) const final {
    std::vector<Leave> leaves;
    std::ranges::transform(blocks, std::back_inserter(leaves),
                           [&](const LeavingBlock& block) { return leave(block); });
    return leaves;
  }

 private:
  virtual Leave leave(const LeavingBlock& block) const = 0;
};

}  // namespace heddle::policy
