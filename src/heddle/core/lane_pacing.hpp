// How long an instruction holds a lane that executes one instruction after the other, and when its
// result is there (Lucas et al. 2015, sections 3.1, 3.2 and 3.7). A lane takes an aligned group of
// threads a cycle. Its register banks serve an operand of one group a cycle each: where the groups
// of an instruction want one bank more often than there are groups, the lane takes longer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "heddle/base/types.hpp"
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
  /// Reads of the bank that `groups_of` lanes read most often. Register r of the group g of an
  /// entity lies in bank (r x stride + g) mod banks; `rows`: registers modulo banks.
  /// `scalar_rows`: words of the warp, of which each is in the bank of its number.
  unsigned bank_reads(LaneMask lanes, std::span<const std::uint8_t> rows, unsigned stride,
                      std::span<const std::uint8_t> scalar_rows = {}) const;

  /// The first cycle from `now` on in which these lanes of the entity find all operands that the
  /// scoreboard gives free.
  Cycle operands_ready(unsigned entity, LaneMask lanes, Cycle now) const {
    if (chains_.empty() || lanes == 0 || lanes == chains_[entity].lanes) return now;
    return std::max(now, chains_[entity].until);
  }
  /// For the scoreboard: the cycle that counts as that in which the instruction's last thread
  /// enters the pipeline. `entered`: that in which it does; the result follows `latency` later.
  /// `is_scalar`: one thread has entered for all.
  Cycle entry(unsigned entity, LaneMask lanes, bool is_scalar, Cycle entered, Cycle latency) {
    if (chains_.empty() || lanes == 0) return entered;
    Chain& chain = chains_[entity];
    chain.lanes = lanes;
    chain.until = std::max(chain.until, entered + latency);
    return is_scalar ? entered : entered - (groups(lanes) - 1);
  }

 private:
  /// The last instruction of an entity that has a result.
  struct Chain {
    LaneMask lanes = 0;
    Cycle until = 0;  ///< when the results of all its threads are there, and of those before
  };

  unsigned threads_;  ///< of a group; 0: time does not depend on them
  unsigned banks_;
  std::vector<LaneMask>
      stripes_;                ///< by bank: the first threads of groups whose register 0 is there
  std::vector<Chain> chains_;  ///< by entity; empty: instructions do not chain
};

}  // namespace heddle::core
