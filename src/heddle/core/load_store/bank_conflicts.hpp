// Computes how many cycles the lanes of an instruction keep the banks of shared memory busy.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/types.hpp"
#include "heddle/exec/step/access.hpp"

namespace heddle::core {

/// Returns the cycles that an access takes in shared memory. Lanes that read different words of one
/// bank are served one after the other. Lanes that read the same word are served together. Accesses
/// of 8 bytes are served by half warp, accesses of 16 bytes by quarter warp.
unsigned bank_conflict_degree(const std::array<Addr, kWarpSize>& addresses, LaneMask lanes,
                              unsigned bytes, unsigned banks);

/// Returns the largest number of lanes that have one address.
unsigned most_on_one_address(const std::array<Addr, kWarpSize>& addresses, LaneMask lanes);

/// Returns the banks of 4 bytes, as a mask of 32 bits, that the lanes' words of one line lie in.
std::uint32_t banks_of(const std::array<Addr, kWarpSize>& addresses, LaneMask lanes,
                       unsigned bytes);

/// Computes bank_conflict_degree() and remembers results by access pattern. An instruction usually
/// repeats its pattern, perhaps at other addresses. The degree depends only on the distances
/// between the lanes' words.
class BankConflicts {
 public:
  /// `is_ideal`: banks serve any number of words at once, so that no access has a conflict.
  explicit BankConflicts(unsigned banks, bool is_ideal = false)
      : banks_(banks), is_ideal_(is_ideal) {}

  /// The degree for the lanes of the instruction at `pc` that access shared memory.
  unsigned degree(Pc pc, const exec::MemoryAccess& access);

 private:
  static constexpr unsigned kPatterns = 32;

  struct Pattern {
    /// Distance from the first lane's address, in bytes.
    alignas(64) std::array<Addr, kWarpSize> distance{};
    LaneMask lanes = 0;
    std::uint16_t bytes = 0;
    std::uint8_t in_word = 0;  ///< the first lane's address modulo 4
    std::uint32_t degree = 0;
  };
  static bool matches(const Pattern& pattern, const std::array<Addr, kWarpSize>& addresses,
                      LaneMask lanes, unsigned bytes);

  unsigned banks_;
  bool is_ideal_;
  std::array<Pattern, kPatterns> patterns_;  ///< by pc: the last pattern
};

}  // namespace heddle::core
