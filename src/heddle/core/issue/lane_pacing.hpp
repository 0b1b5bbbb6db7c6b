// How long an instruction holds a lane that executes one instruction after the other, and when its
// result is there (Lucas et al. 2015, sections 3.1, 3.2 and 3.7). A lane takes an aligned group of
// threads a cycle, which is the fewest cycles possible. Its register banks serve an operand of one
// group a cycle each. The operand collector overlaps the reads of several instructions, so that a
// lane waits only where one bank lags behind for longer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "heddle/base/types.hpp"
#include "heddle/core/terms/scoreboard.hpp"
#include "heddle/policy/organisation/organisation.hpp"

namespace heddle::core {

class LanePacing {
 public:
  /// `banks`: of a lane.
  LanePacing(const policy::Shape& shape, unsigned banks, unsigned entities);

  /// Whether a lane's time depends on the threads that are active.
  bool applies() const { return threads_ != 0; }
  /// Whether instructions chain: else entry() is when they enter.
  bool chains() const { return !chains_.empty(); }
  /// The aligned groups with one of these lanes.
  unsigned groups(LaneMask lanes) const;
  /// The operands of an instruction. Register r of the group g of a warp lies in bank
  /// (base + r x s + g) mod banks, where s is the least number from `stride` on that has no divisor
  /// in common with the number of banks: the next register of a thread is in another bank.
  struct Operands {
    LaneMask lanes = 0;
    std::span<const std::uint8_t> rows;  ///< registers modulo banks
    unsigned stride = 1;                 ///< groups that a register is allocated for
    unsigned base = 0;                   ///< of the warp
    /// Words of the warp, of which each is in the bank of its number.
    std::span<const std::uint8_t> scalar_rows = {};
  };
  /// An instruction enters the lane group at `start` and takes it for `cycles`. Returns when the
  /// lane takes the next one: then, or as soon as the banks lag no more than the collector holds.
  Cycle take(unsigned lane_group, Cycle start, Cycle cycles, const Operands& operands);

  /// The first cycle from `now` on in which these lanes of the entity find all operands that the
  /// scoreboard gives free; `uses`: of the instruction.
  Cycle operands_ready(unsigned entity, LaneMask lanes, const Dependencies& uses, Cycle now) {
    if (chains_.empty() || lanes == 0) return now;
    if (!results_.empty()) return named_ready(entity, lanes, uses, now);
    if (lanes == chains_[entity].lanes) return now;
    return std::max(now, chains_[entity].until);
  }
  /// For the scoreboard: the cycle that counts as that in which the instruction's last thread
  /// enters the pipeline. `entered`: that in which it does; the result follows `latency` later.
  /// `is_scalar`: one thread has entered for all.
  Cycle entry(unsigned entity, LaneMask lanes, bool is_scalar, Cycle entered, Cycle latency,
              const Dependencies& writes);

 private:
  /// Adds the operands to `reads_`, by bank.
  void count_reads(const Operands& operands);

  /// The last instruction of an entity that has a result.
  struct Chain {
    LaneMask lanes = 0;
    Cycle until = 0;  ///< when the results of all its threads are there, and of those before
  };
  /// Of an instruction, where chains are by register.
  struct Result {
    LaneMask lanes = 0;
    Cycle until = 0;  ///< when those of all its threads are there
    std::uint64_t rows = 0, predicates = 0;
    std::vector<RowWord> more;
  };
  static bool overlap(const Result& result, const Dependencies& uses);
  /// operands_ready() where chains are by register.
  Cycle named_ready(unsigned entity, LaneMask lanes, const Dependencies& uses, Cycle now);

  unsigned threads_;  ///< of a group; 0: time does not depend on them
  unsigned banks_;
  unsigned lanes_;  ///< of a group, each with as many reads of a bank
  Cycle held_reads_;
  std::vector<LaneMask>
      stripes_;  ///< by bank: the first threads of groups whose register 0 is there
  /// By lane group and bank: when it has served all reads, in cycles times lanes of a group.
  std::vector<Cycle> busy_;
  std::vector<std::uint32_t> reads_;          ///< by bank: of the instruction that enters
  std::vector<Chain> chains_;                 ///< by entity; empty: instructions do not chain
  std::vector<std::vector<Result>> results_;  ///< by entity; empty: chains are not by register
};

}  // namespace heddle::core
