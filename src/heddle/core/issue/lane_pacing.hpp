// Computes how long an instruction occupies a lane that executes one instruction after the other,
// and when its result is available. A lane takes one aligned group of threads per cycle, so an
// instruction takes at least as many cycles as it has groups. Each register bank of a lane serves
// one operand of one group per cycle. The operand collector overlaps the reads of several
// instructions, so a lane waits only if a bank lags behind by more cycles than the collector can
// hide. Source: Lucas et al. 2015, sections 3.1, 3.2 and 3.7.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "heddle/base/types.hpp"
#include "heddle/core/terms/scoreboard.hpp"
#include "heddle/policy/organisation/organisation.hpp"

namespace heddle::core {

class LanePacing {
 public:
  /// `banks`: register banks of a lane.
  LanePacing(const policy::Shape& shape, unsigned banks, unsigned entities);

  /// Whether a lane's time depends on the active threads.
  bool applies() const { return threads_ != 0; }
  /// Returns whether instructions chain, so that a thread need not wait for the results of other
  /// threads. If they do not, entry() returns the cycle in which the instruction enters the
  /// pipeline.
  bool chains() const { return !chains_.empty(); }
  /// The number of aligned groups with at least one of these lanes.
  unsigned groups(LaneMask lanes) const;
  /// The operands of an instruction. Register r of group g of a warp lies in bank (base + r x s +
  /// g) mod banks. Here s is the smallest number from `stride` on that has no common divisor with
  /// the number of banks. So a thread's next register is in another bank.
  struct Operands {
    LaneMask lanes = 0;
    std::span<const std::uint8_t> rows;  ///< numbers of the registers, modulo the number of banks
    unsigned stride = 1;  ///< number of groups of threads for which each register is allocated
    unsigned base = 0;    ///< bank of the warp's first register
    /// Numbers of the warp's scalar registers, modulo the number of banks. A scalar register is one
    /// word, in the bank with this number.
    std::span<const std::uint8_t> scalar_rows = {};
  };
  /// Puts an instruction into a lane of the group at `start`, for `cycles` cycles. Returns the
  /// cycle in which the lane can take the next instruction. This is later than the instruction's
  /// end if a bank would otherwise lag behind by more cycles than the collector can hide.
  Cycle take(unsigned lane_group, Cycle start, Cycle cycles, const Operands& operands);

  /// Returns the first cycle from `now` on in which these lanes of the entity find all operands
  /// that the scoreboard reports as available. `uses`: the registers that the instruction names.
  Cycle operands_ready(unsigned entity, LaneMask lanes, const Dependencies& uses, Cycle now) {
    if (chains_.empty() || lanes == 0) return now;
    if (!results_.empty()) return named_ready(entity, lanes, uses, now);
    if (lanes == chains_[entity].lanes) return now;
    return std::max(now, chains_[entity].until);
  }
  /// Notes an instruction with a result, for operands_ready(). `entered`: the cycle in which its
  /// last thread enters the pipeline; this thread's result is available `latency` cycles later.
  /// `is_scalar`: one thread has entered for all. Returns the cycle that the scoreboard takes for
  /// `entered`.
  Cycle entry(unsigned entity, LaneMask lanes, bool is_scalar, Cycle entered, Cycle latency,
              const Dependencies& writes);

 private:
  /// Counts in `reads_`, by bank, how many operands each bank must serve.
  void count_reads(const Operands& operands);

  /// The last instruction with a result that an entity has issued.
  struct Chain {
    LaneMask lanes = 0;
    /// When the results of all its threads, and of earlier instructions, are available.
    Cycle until = 0;
  };
  /// A pending result of an instruction, kept if instructions chain by register.
  struct Result {
    LaneMask lanes = 0;
    Cycle until = 0;  ///< when the results of all its threads are available
    std::array<std::uint64_t, kRowWords> rows{};
    std::uint64_t predicates = 0;

    bool writes(const Dependencies& uses) const;
  };
  /// operands_ready() for instructions that chain by register.
  Cycle named_ready(unsigned entity, LaneMask lanes, const Dependencies& uses, Cycle now);

  unsigned threads_;  ///< number of threads in a group; 0: the time does not depend on active
                      ///< threads
  unsigned banks_;
  unsigned lanes_;  ///< number of lanes in a lane group; the reads of a bank are spread evenly over
                    ///< them
  Cycle held_reads_;  ///< number of cycles by which a bank may lag behind the lane
  std::vector<LaneMask>
      stripes_;  ///< by bank: the first thread of each group whose register 0 is in this bank
  /// By lane group and bank: when the bank has served all its reads. Unit: cycles times lanes of a
  /// group.
  std::vector<Cycle> busy_;
  std::vector<std::uint32_t> reads_;          ///< by bank: reads of the entering instruction
  std::vector<Chain> chains_;                 ///< by entity; empty: instructions do not chain
  std::vector<std::vector<Result>> results_;  ///< by entity; empty: chains are not by register
};

}  // namespace heddle::core
