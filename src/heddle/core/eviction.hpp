// Frees an SM of its blocks: on a signal each block leaves as the preemption policy says, and once
// none is there the SM reports that it is free, and what that took.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/core/checkpoint.hpp"
#include "heddle/core/contexts.hpp"
#include "heddle/core/policy_boundary.hpp"

namespace heddle::core {

/// What a signal took.
struct EvictionCosts {
  std::uint64_t grid = 0;      ///< the launch of the first of the SM's blocks
  std::uint8_t kernel = 0;     ///< its kernel slot
  Cycle signalled = 0;         ///< when the signal came to the SM
  Cycle freed = 0;             ///< the first cycle in which the SM is free
  Cycle spill = 0;             ///< cycles between in which contexts were moved
  std::uint64_t blocks = 0;    ///< that were there
  std::uint64_t saved = 0;     ///< of these; the others ran to their end
  std::uint64_t segments = 0;  ///< stores to memory
  ContextCosts bytes;
};

class Eviction {
 public:
  Eviction(const Contexts& contexts, const PolicyBoundary& policies, Checkpoint& checkpoint,
           const ContextEngine& engine)
      : contexts_(contexts),
        policies_(policies),
        checkpoint_(checkpoint),
        engine_(engine),
        asked_(contexts.blocks.size()) {}
  Eviction(const Eviction&) = delete;
  Eviction& operator=(const Eviction&) = delete;

  /// All blocks are to leave.
  void signal(Cycle now);
  bool is_on() const { return is_on_; }
  /// Asks how blocks leave that have not been asked about. Those come late whose contexts are on
  /// their way when the signal comes.
  void ask_blocks();
  /// At the end of a cycle: whether the SM is free.
  bool is_over() const;
  /// The SM is free from the next cycle on.
  void finish(Cycle now);
  /// What the last signal took.
  const EvictionCosts& costs() const { return costs_; }

 private:
  const Contexts& contexts_;
  const PolicyBoundary& policies_;
  Checkpoint& checkpoint_;
  const ContextEngine& engine_;
  bool is_on_ = false;
  std::vector<bool> asked_;  ///< by block slot
  EvictionCosts costs_;      ///< of the signal that is worked off; counts as they were when it came
};

}  // namespace heddle::core
