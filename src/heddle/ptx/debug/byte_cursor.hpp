// Reads numbers from bytes, least significant byte first. Behind the end every number is 0 and
// `is_good` is false.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle::ptx {

class ByteCursor {
 public:
  ByteCursor(std::span<const std::uint8_t> bytes, std::size_t begin)
      : bytes_(bytes), at_(begin), is_good_(begin <= bytes.size()) {}

  bool is_good() const { return is_good_; }
  std::size_t offset() const { return at_; }

  std::uint64_t number(unsigned bytes) {
    if (!take(bytes)) return 0;
    std::uint64_t value = 0;
    for (unsigned i = 0; i < bytes; ++i) value |= std::uint64_t{bytes_[at_ - bytes + i]} << (8 * i);
    return value;
  }
  /// A number of 7 bits a byte (LEB128). The bits beyond 64 are lost.
  std::uint64_t packed_number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint64_t byte = number(1);
      if (shift < 64) value |= (byte & 0x7F) << shift;
      if ((byte & 0x80) == 0) return value;
    }
  }
  void skip(std::uint64_t bytes) { take(bytes); }
  void skip_text() {
    while (number(1) != 0) {
    }
  }

 private:
  bool take(std::uint64_t bytes) {
    is_good_ = is_good_ && bytes <= bytes_.size() - at_;
    if (is_good_) at_ += bytes;
    return is_good_;
  }

  std::span<const std::uint8_t> bytes_;
  std::size_t at_;
  bool is_good_;
};

}  // namespace heddle::ptx
