// The contents of a piece of memory in a capture, compressed. Equal contents share their bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace heddle::capture {

class Contents {
 public:
  Contents() = default;  ///< no bytes
  static Contents of(std::span<const std::uint8_t> bytes);
  /// `packed`: compressed bytes, a result of packed(). If it is null, the contents are `bytes`
  /// zeros.
  Contents(std::uint64_t bytes, std::shared_ptr<const std::string> packed)
      : bytes_(bytes), packed_(std::move(packed)) {}

  std::uint64_t bytes() const { return bytes_; }
  bool zero() const { return packed_ == nullptr; }
  const std::shared_ptr<const std::string>& packed() const { return packed_; }
  /// Writes bytes() bytes to `to`. Throws Error if the packed bytes are damaged.
  void copy_to(std::uint8_t* to) const;

 private:
  std::uint64_t bytes_ = 0;
  std::shared_ptr<const std::string> packed_;
};

}  // namespace heddle::capture
