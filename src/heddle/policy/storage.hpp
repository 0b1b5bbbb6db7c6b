// What hardware would need to hold for a policy, structure by structure, on one SM.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::policy {

/// What bits are kept in, which says how large they are.
enum class Cells : std::uint8_t {
  by_size,     ///< an array of SRAM if the structure is large, latches if it is small
  latches,     ///< many small structures
  flip_flops,  ///< read and written in every cycle
};

struct StorageItem {
  std::string name;
  std::uint64_t entries = 1;
  std::uint64_t bits = 0;  ///< of an entry
  Cells cells = Cells::by_size;
  /// Of an entry at 40 nm, where a study gives the area and not the bits; 0: it is that of the
  /// bits.
  double mm2 = 0;

  std::uint64_t total_bits() const { return entries * bits; }
};

inline std::uint64_t total_bits(const std::vector<StorageItem>& items) {
  std::uint64_t sum = 0;
  for (const StorageItem& item : items) sum += item.total_bits();
  return sum;
}

/// That tell so many things apart.
inline std::uint64_t bits_of_number(std::uint64_t things) {
  return things < 2 ? 0 : static_cast<std::uint64_t>(std::bit_width(things - 1));
}

/// The figures that a study gives of the policy, for its own machine.
struct PublishedStorage {
  std::vector<StorageItem> items;
  std::string source;       ///< where it says so; "": no study does
  double area_mm2 = 0;      ///< that it gives for an SM; 0: none
  double chip_percent = 0;  ///< and for all SMs, of the chip
};

}  // namespace heddle::policy
