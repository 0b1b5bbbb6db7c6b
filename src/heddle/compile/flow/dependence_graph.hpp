// The order that instructions of one basic block must keep. An instruction stays after the writers
// of its sources, after the readers of a row that it overwrites, and after accesses to memory that
// may touch the same bytes.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/code/flow_graph.hpp"
#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

/// An edge of the graph: the instruction `after` must come after another instruction. Indices count
/// from the block's start.
struct Dependence {
  std::uint32_t after = 0;
  bool needs_result = false;  ///< true: `after` reads the result of the other instruction; false:
                              ///< only the order matters
};

class DependenceGraph {
 public:
  /// A branch at the end of the block always stays last. With `last_stays`, any other instruction
  /// at the end also stays last.
  DependenceGraph(const Routine& routine, const BasicBlock& block, bool last_stays);

  const std::vector<Dependence>& followers(std::uint32_t at) const { return followers_[at]; }
  std::uint32_t predecessors(std::uint32_t at) const { return predecessors_[at]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(followers_.size()); }

 private:
  class Builder;
  void add(std::uint32_t before, std::uint32_t after, bool needs_result);

  std::vector<std::vector<Dependence>> followers_;
  std::vector<std::uint32_t> predecessors_;  ///< by instruction: number of edges to the instruction
};

}  // namespace heddle::compile
