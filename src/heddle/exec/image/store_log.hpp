// The stores of one SM to global memory during a quantum. Until the quantum ends, only this SM sees
// the stores: `overlay` adds the stored bytes to the data that the SM's loads read from the image.
// Then `apply` makes the stores visible to all SMs. The log keeps 128-byte lines, each with a mask
// of the written bytes, so that two SMs can write different bytes of one line and both stores
// survive.
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

  bool empty() const { return lines_.empty(); }
  std::size_t lines() const { return lines_.size(); }
  /// Returns false only if the log certainly holds no byte of [low, high).
  bool may_overlap(Addr low, Addr high) const { return low < high_ && low_ < high; }
  /// Returns false only if the log certainly holds no byte of the line of `address`.
  bool may_hold(Addr address) const {
    const std::uint64_t bit = filter_bit(address / kLineBytes);
    return ((filter_[bit / 64] >> (bit % 64)) & 1) != 0;
  }

  void store(Addr address, const void* from, std::uint64_t bytes);
  /// Overwrites the `bytes` that were read at `address` into `to`, where the log holds stored
  /// bytes.
  void overlay(Addr address, void* to, std::uint64_t bytes) const;
  /// Writes the logged bytes in [address, address + bytes) to the image and removes them from the
  /// log.
  void flush(MemoryImage& image, Addr address, std::uint64_t bytes);
  /// Writes the lines for which is_mine(address) is true to the image. The log keeps these lines.
  /// Several threads may call this at once if the threads write different lines.
  template <typename Mine>
  void write_to(MemoryImage& image, Mine&& is_mine) const {
    for (const Line& line : lines_) {
      if (is_mine(line.number * kLineBytes)) write_line(line, image);
    }
  }
  /// Writes all lines to the image and empties the log.
  void apply(MemoryImage& image);
  void clear();

 private:
  struct Line {
    Line(Addr line_number, std::uint32_t slot_of_line) : number(line_number), slot(slot_of_line) {}
    Addr number;         ///< line number: address / kLineBytes
    std::uint32_t slot;  ///< index in table_
    /// One bit for each byte of the line: whether it was stored.
    std::array<std::uint64_t, 2> mask{};
    std::array<std::uint8_t, kLineBytes> data;  ///< only bytes of `mask` have a value
  };
  static constexpr unsigned kFilterBits = 4096;

  static std::uint64_t hash(Addr number) { return number * 0x9E37'79B9'7F4A'7C15u; }
  static std::uint64_t filter_bit(Addr number) { return hash(number) >> 52; }

  Line& line_for(Addr number);
  std::size_t find(Addr number)
      const;  ///< returns the line's index in lines_, or lines() if the log lacks the line
  /// Most lines before the table grows: half of its places.
  std::size_t most_lines() const { return table_.size() / 2; }
  void grow();
  void write_line(const Line& line, MemoryImage& image) const;

  Addr low_ = ~Addr{0}, high_ = 0;    ///< first address, and end, of all logged bytes
  unsigned shift_;                    ///< right shift from a hash to an index of table_
  std::vector<Line> lines_;           ///< in the order of their first stores
  std::vector<std::uint32_t> table_;  ///< hash table with open addressing; an entry is an index in
                                      ///< lines_ plus 1, or 0 if it is free
  std::array<std::uint64_t, kFilterBits / 64> filter_{};
};

}  // namespace heddle::exec
