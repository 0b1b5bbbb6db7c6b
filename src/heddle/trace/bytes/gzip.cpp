#include <algorithm>
#include <limits>

#include <zlib.h>

#include "heddle/base/error.hpp"
#include "heddle/trace/bytes/compressed_input.hpp"
#include "heddle/trace/bytes/decompression.hpp"

namespace heddle::trace {
namespace {

/// zlib's window of 32 KiB, in a stream with the header of gzip.
constexpr int kGzipWindow = 15 + 16;

class GzipSource final : public ByteSource {
 public:
  explicit GzipSource(std::unique_ptr<ByteSource> from) : input_(std::move(from)) {
    if (inflateInit2(&stream_, kGzipWindow) != Z_OK) fail("no memory to decompress gzip");
  }
  ~GzipSource() override { inflateEnd(&stream_); }

  std::size_t read(char* to, std::size_t most) override {
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    const auto room = static_cast<uInt>(std::min<std::size_t>(most, 1 << 30));
    stream_.avail_out = room;
    while (stream_.avail_out == room) {
      const std::span<const char> left = input_.left();
      if (left.empty()) {
        if (in_member_) fail("the gzip data end too early: the file is cut");
        return 0;
      }
      inflate_some(left);
    }
    return room - stream_.avail_out;
  }

 private:
  void inflate_some(std::span<const char> left) {
    in_member_ = true;
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(left.data()));
    stream_.avail_in = static_cast<uInt>(left.size());
    const int outcome = inflate(&stream_, Z_NO_FLUSH);
    input_.leave(stream_.avail_in);
    if (outcome == Z_STREAM_END) {
      in_member_ = false;
      inflateReset(&stream_);
    } else if (outcome != Z_OK && outcome != Z_BUF_ERROR) {
      fail("the gzip data are damaged");
    }
  }

  CompressedInput input_;
  z_stream stream_{};
  bool in_member_ = false;  ///< a compressed stream has begun and not ended
};

}  // namespace

std::unique_ptr<ByteSource> decompress_gzip(std::unique_ptr<ByteSource> from) {
  return std::make_unique<GzipSource>(std::move(from));
}

}  // namespace heddle::trace
