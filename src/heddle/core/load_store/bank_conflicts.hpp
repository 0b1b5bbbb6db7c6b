// How many cycles the lanes of one instruction keep the banks of shared memory busy.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/types.hpp"
#include "heddle/exec/step/access.hpp"

namespace heddle::core {

/// Cycles that shared memory takes: lanes that read different words of one bank take turns, those
/// that read the same word do not. Accesses of 8 and 16 bytes go by half and quarter warps.
unsigned bank_conflict_degree(const std::array<Addr, kWarpSize>& addresses, LaneMask lanes,
                              unsigned bytes, unsigned banks);

/// The same, remembered: an instruction mostly repeats its pattern, perhaps at another place, and
/// the degree depends only on how far the lanes' words are from each other.
class BankConflicts {
 public:
  explicit BankConflicts(unsigned banks) : banks_(banks) {}

  /// Of the lanes in shared memory of the instruction at `pc`.
  unsigned degree(Pc pc, const exec::MemoryAccess& access);

 private:
  static constexpr unsigned kPatterns = 32;

  struct Pattern {
    alignas(64) std::array<Addr, kWarpSize> distance{};  ///< from the first lane's address
    LaneMask lanes = 0;
    std::uint16_t bytes = 0;
    std::uint8_t in_word = 0;  ///< first lane's address modulo 4
    std::uint32_t degree = 0;
  };
  static bool matches(const Pattern& pattern, const std::array<Addr, kWarpSize>& addresses,
                      LaneMask lanes, unsigned bytes);

  unsigned banks_;
  std::array<Pattern, kPatterns> patterns_;  ///< by pc, the last one seen
};

}  // namespace heddle::core
