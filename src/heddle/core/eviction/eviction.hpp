// Frees an SM of its blocks: on a signal each block leaves as the preemption policy says, and once
// none is there the SM reports that it is free, and what that took.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "heddle/core/eviction/checkpoint.hpp"
#include "heddle/core/policies/policy_boundary.hpp"
#include "heddle/core/residents/residents.hpp"
#include "heddle/core/state/contexts.hpp"
#include "heddle/core/terms/sm_report.hpp"

namespace heddle::core {

/// What a signal took.
struct EvictionCosts {
  std::uint64_t grid = 0;          ///< the launch of the first of the SM's blocks
  std::uint8_t kernel = 0;         ///< its kernel slot
  Cycle freed = 0;                 ///< the first cycle in which the SM is free
  std::uint64_t blocks = 0;        ///< that were there
  Checkpoint::Costs contexts;      ///< of the blocks: those not saved or discarded ran to their end
  ByContextPart spill{};           ///< cycles in which contexts were read and stored
  Cycle acknowledging = 0;         ///< and then until memory had acknowledged the last stores
  std::uint64_t segments = 0;      ///< stores to memory
  std::uint64_t acknowledged = 0;  ///< of these
};

class Eviction {
 public:
  struct Surroundings {
    const Contexts& contexts;
    const PolicyBoundary& policies;
    const Residents& residents;
    Checkpoint& checkpoint;
    const ContextEngine& engine;
    std::vector<SmReport>& reports;
  };

  Eviction(const policy::Pace& pace, const Surroundings& around)
      : pace_(pace), contexts_(around.contexts), around_(around) {}
  Eviction(const Eviction&) = delete;
  Eviction& operator=(const Eviction&) = delete;

  /// The next signal says this.
  void expect(std::optional<model::IncomingBlocks> incoming) { incoming_ = incoming; }
  /// All blocks are to leave. None is on its way to the SM or to memory.
  void signal(Cycle now);
  bool is_on() const { return is_on_; }
  bool is_asking() const { return is_asking_; }
  /// Asks how the blocks leave, once all that comes in the cycle of the signal is there.
  void ask(Cycle now);
  /// At the end of a cycle: whether the SM is free.
  bool is_over() const;
  /// The SM is free from the next cycle on.
  void finish(Cycle now);
  /// What the last signal took.
  const EvictionCosts& costs() const { return costs_; }

 private:
  policy::LeavingBlock facts_of(const ResidentBlock& resident, Cycle now) const;

  /// Tells what the policy sees of the block, and what keeps it from being discarded.
  void tell_repeatable(const ResidentBlock& resident, policy::LeavingBlock& facts) const;
  void start_leaving(std::uint16_t block_slot, const policy::Leave& leave, Cycle now);

  policy::Pace pace_;
  const Contexts& contexts_;
  Surroundings around_;
  bool is_on_ = false, is_asking_ = false;
  std::optional<model::IncomingBlocks> incoming_;
  EvictionCosts costs_;  ///< of the signal that is worked off; counts as they were when it came
};

}  // namespace heddle::core
