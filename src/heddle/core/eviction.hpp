// Frees an SM of its blocks: on a signal each block leaves as the preemption policy says, and once
// none is there the SM reports that it is free, and what that took.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "heddle/core/checkpoint.hpp"
#include "heddle/core/contexts.hpp"
#include "heddle/core/policy_boundary.hpp"
#include "heddle/core/residents.hpp"

namespace heddle::core {

/// What a signal took.
struct EvictionCosts {
  std::uint64_t grid = 0;      ///< the launch of the first of the SM's blocks
  std::uint8_t kernel = 0;     ///< its kernel slot
  Cycle freed = 0;             ///< the first cycle in which the SM is free
  std::uint64_t blocks = 0;    ///< that were there
  Checkpoint::Costs contexts;  ///< of the blocks: those not saved or discarded ran to their end
  ByContextPart spill{};       ///< cycles in which contexts were moved
  std::uint64_t segments = 0;  ///< stores to memory
};

class Eviction {
 public:
  Eviction(const Contexts& contexts, const PolicyBoundary& policies, const Residents& residents,
           Checkpoint& checkpoint, const ContextEngine& engine)
      : contexts_(contexts),
        policies_(policies),
        residents_(residents),
        checkpoint_(checkpoint),
        engine_(engine) {}
  Eviction(const Eviction&) = delete;
  Eviction& operator=(const Eviction&) = delete;

  /// The next signal says this.
  void expect(std::optional<model::IncomingBlocks> incoming) { incoming_ = incoming; }
  /// All blocks are to leave. None is on its way to the SM or to memory.
  void signal(Cycle now);
  bool is_on() const { return is_on_; }
  bool is_asking() const { return is_asking_; }
  /// Asks how the blocks leave.
  void ask(Cycle now);
  /// At the end of a cycle: whether the SM is free.
  bool is_over() const;
  /// The SM is free from the next cycle on.
  void finish(Cycle now);
  /// What the last signal took.
  const EvictionCosts& costs() const { return costs_; }

 private:
  policy::LeavingBlock facts_of(const ResidentBlock& resident, Cycle now) const;

  const Contexts& contexts_;
  const PolicyBoundary& policies_;
  const Residents& residents_;
  Checkpoint& checkpoint_;
  const ContextEngine& engine_;
  bool is_on_ = false, is_asking_ = false;
  std::optional<model::IncomingBlocks> incoming_;
  EvictionCosts costs_;  ///< of the signal that is worked off; counts as they were when it came
};

}  // namespace heddle::core
