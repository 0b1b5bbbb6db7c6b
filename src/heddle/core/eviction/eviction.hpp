// Frees an SM of its blocks. On a signal, each block leaves as the preemption policy says. Once no
// block is left, the SM reports that it is free and what this has cost.
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

/// The costs of a signal.
struct EvictionCosts {
  std::uint64_t grid = 0;    ///< launch number of the SM's first block
  std::uint8_t kernel = 0;   ///< kernel slot of the first block
  Cycle freed = 0;           ///< the first cycle in which the SM is free
  std::uint64_t blocks = 0;  ///< number of blocks on the SM at the signal
  /// Costs of saved and discarded blocks. The other blocks ran to their end at no cost.
  Checkpoint::Costs contexts;
  ByContextPart spill{};    ///< cycles in which contexts waited to be read or stored
  Cycle acknowledging = 0;  ///< cycles from the last store until memory had acknowledged all stores
  std::uint64_t segments = 0;      ///< number of stores of context segments to memory
  std::uint64_t acknowledged = 0;  ///< number of these stores that memory has acknowledged
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

  /// Notes that a signal is on its way, with the blocks that need the SM.
  void expect(std::optional<model::IncomingBlocks> incoming) { incoming_ = incoming; }
  /// Begins the eviction. Called when the signal arrives, while no block is on its way to the SM or
  /// to memory.
  void signal(Cycle now);
  bool is_on() const { return is_on_; }
  bool is_asking() const { return is_asking_; }
  /// Calls the policy, which decides how each block leaves. Called after all arrivals of the
  /// signal's cycle.
  void ask(Cycle now);
  /// Whether the SM is free. Called at the end of a cycle.
  bool is_over() const;
  /// Ends the eviction. The SM is free from the next cycle on.
  void finish(Cycle now);
  /// The costs of the last signal.
  const EvictionCosts& costs() const { return costs_; }

 private:
  policy::LeavingBlock facts_of(const ResidentBlock& resident, Cycle now) const;

  /// Fills in for the policy whether the block could run again from its start, or the reason why
  /// not.
  void tell_repeatable(const ResidentBlock& resident, policy::LeavingBlock& facts) const;
  void start_leaving(std::uint16_t block_slot, const policy::Leave& leave, Cycle now);

  policy::Pace pace_;
  const Contexts& contexts_;
  Surroundings around_;
  bool is_on_ = false, is_asking_ = false;
  std::optional<model::IncomingBlocks> incoming_;
  /// Costs of the current signal. Until the eviction ends, its counters hold the SM's counts at the
  /// signal; finish() subtracts them from the counts at the end.
  EvictionCosts costs_;
};

}  // namespace heddle::core
