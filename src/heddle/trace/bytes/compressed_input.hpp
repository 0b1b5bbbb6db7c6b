// The compressed bytes that a decompressor has not taken yet.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <utility>

#include "heddle/trace/bytes/byte_source.hpp"

namespace heddle::trace {

class CompressedInput {
 public:
  explicit CompressedInput(std::unique_ptr<ByteSource> from) : from_(std::move(from)) {}

  /// Returns the bytes that have not been taken, after reading more if there are none. Empty only
  /// at the end of the data.
  std::span<const char> left() {
    if (begin_ == end_) {
      begin_ = 0;
      end_ = from_->read(bytes_.data(), bytes_.size());
    }
    return {bytes_.data() + begin_, end_ - begin_};
  }
  /// Takes all but the last `rest` of the bytes that left() has returned.
  void leave(std::size_t rest) { begin_ = end_ - rest; }

 private:
  std::unique_ptr<ByteSource> from_;
  std::array<char, 1 << 16> bytes_;
  std::size_t begin_ = 0, end_ = 0;
};

}  // namespace heddle::trace
