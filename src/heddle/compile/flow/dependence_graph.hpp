// In which order the instructions of one basic block must stay: who needs whose result, who may
// overwrite what others still read, and which accesses to memory may meet.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/code/flow_graph.hpp"
#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// An instruction that must come after another one. Indices count from the block's start.
struct Dependence {
  std::uint32_t after = 0;
  bool needs_result = false;  ///< else only the order matters
};

class DependenceGraph {
 public:
  /// A branch stays last in any case; `last_stays`: so does any other last instruction.
  DependenceGraph(const Routine& routine, const BasicBlock& block, bool last_stays);

  const std::vector<Dependence>& followers(std::uint32_t at) const { return followers_[at]; }
  std::uint32_t predecessors(std::uint32_t at) const { return predecessors_[at]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(followers_.size()); }

 private:
  class Builder;
  void add(std::uint32_t before, std::uint32_t after, bool needs_result);

  std::vector<std::vector<Dependence>> followers_;
  std::vector<std::uint32_t> predecessors_;  ///< how many edges lead to each
};

}  // namespace heddle::compile
