// The state that hardware would need for a policy on one SM. Each item is a hardware structure.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::policy {

/// The kind of memory cells, which decides the area of a bit.
enum class Cells : std::uint8_t {
  by_size,     ///< SRAM if the structure is large, latches if it is small
  latches,     ///< for many small structures
  flip_flops,  ///< for a structure that is read and written in every cycle
};

struct StorageItem {
  std::string name;
  std::uint64_t entries = 1;
  std::uint64_t bits = 0;  ///< bits of an entry
  Cells cells = Cells::by_size;
  /// Area of an entry at 40 nm in mm2, for studies that give an area but no number of bits; 0: the
  /// area follows from the bits.
  double mm2 = 0;

  std::uint64_t total_bits() const { return entries * bits; }
};

inline std::uint64_t total_bits(const std::vector<StorageItem>& items) {
  std::uint64_t sum = 0;
  for (const StorageItem& item : items) sum += item.total_bits();
  return sum;
}

/// Returns the number of bits of a number that distinguishes this many things.
inline std::uint64_t bits_of_number(std::uint64_t things) {
  return things < 2 ? 0 : static_cast<std::uint64_t>(std::bit_width(things - 1));
}

/// The storage that a study publishes for its policy, on the study's own machine.
struct PublishedStorage {
  std::vector<StorageItem> items;
  std::string source;       ///< place in the study that gives the figures; "": there is no study
  double area_mm2 = 0;      ///< area for an SM, in mm2; 0: not given
  double chip_percent = 0;  ///< area for all SMs, in percent of the chip; 0: not given
};

}  // namespace heddle::policy
