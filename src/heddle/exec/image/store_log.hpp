// The stores of one SM to global memory during a quantum. Until the quantum ends they are seen by
// this SM only: `overlay` patches what its loads read from the image. `apply` then makes them
// everybody's. Kept by 128-byte line with a mask of the bytes written, so that two SMs which write
// different bytes of one line both survive.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::exec {

class MemoryImage;

class StoreLog {
 public:
  static constexpr unsigned kLineBytes = 128;

  StoreLog();

  bool empty() const { return count_ == 0; }
  std::size_t lines() const { return count_; }
  /// Could a byte of [low, high) have been stored? False is certain.
  bool may_overlap(Addr low, Addr high) const { return low < high_ && low_ < high; }
  /// Could a byte of the line of `address` have been stored? False is certain.
  bool may_hold(Addr address) const {
    const std::uint64_t bit = filter_bit(address / kLineBytes);
    return ((filter_[bit / 64] >> (bit % 64)) & 1) != 0;
  }

  void store(Addr address, const void* from, std::uint64_t bytes);
  /// Replaces those of `bytes` read at `address` that have been stored.
  void overlay(Addr address, void* to, std::uint64_t bytes) const;
  /// Writes what has been stored in [address, address + bytes) to the image and forgets it.
  void flush(MemoryImage& image, Addr address, std::uint64_t bytes);
  /// Writes the lines for which is_mine(address) holds to the image; nothing is forgotten. Safe
  /// from several threads that write different lines.
  template <typename Mine>
  void write_to(MemoryImage& image, Mine&& is_mine) const {
    for (std::size_t i = 0; i < count_; ++i) {
      if (is_mine(lines_[i].number * kLineBytes)) write_line(lines_[i], image);
    }
  }
  /// Writes everything to the image and forgets it.
  void apply(MemoryImage& image);
  void clear();

 private:
  struct Line {
    Addr number = 0;                      ///< address / kLineBytes
    std::uint32_t slot = 0;               ///< in table_
    std::array<std::uint64_t, 2> mask{};  ///< one bit a byte
    std::array<std::uint8_t, kLineBytes> data{};
  };
  static constexpr unsigned kFilterBits = 4096;

  static std::uint64_t hash(Addr number) { return number * 0x9E37'79B9'7F4A'7C15u; }
  static std::uint64_t filter_bit(Addr number) { return hash(number) >> 52; }

  Line& line_for(Addr number);
  std::size_t find(Addr number) const;  ///< index in lines_, count_ if it is not there
  void grow();
  void write_line(const Line& line, MemoryImage& image) const;

  std::size_t count_ = 0;
  Addr low_ = ~Addr{0}, high_ = 0;    ///< bounds of everything stored
  unsigned shift_;                    ///< hash to index of table_
  std::vector<Line> lines_;           ///< the first count_ are in use, in order of first store
  std::vector<std::uint32_t> table_;  ///< open addressing: index of a line + 1, 0: free
  std::array<std::uint64_t, kFilterBits / 64> filter_{};
};

}  // namespace heddle::exec
