#include <lzma.h>

#include "heddle/base/error.hpp"
#include "heddle/trace/bytes/compressed_input.hpp"
#include "heddle/trace/bytes/decompression.hpp"

namespace heddle::trace {
namespace {

/// What decompressing takes at most, in bytes. xz -9 needs 65 MiB.
constexpr std::uint64_t kMostXzMemory = std::uint64_t{128} << 20;

class XzSource final : public ByteSource {
 public:
  explicit XzSource(std::unique_ptr<ByteSource> from) : input_(std::move(from)) {
    if (lzma_stream_decoder(&stream_, kMostXzMemory, LZMA_CONCATENATED) != LZMA_OK)
      fail("no memory to decompress xz");
  }
  ~XzSource() override { lzma_end(&stream_); }

  std::size_t read(char* to, std::size_t most) override {
    stream_.next_out = reinterpret_cast<std::uint8_t*>(to);
    stream_.avail_out = most;
    while (stream_.avail_out == most && !ended_) {
      const std::span<const char> left = input_.left();
      stream_.next_in = reinterpret_cast<const std::uint8_t*>(left.data());
      stream_.avail_in = left.size();
      const lzma_ret outcome = lzma_code(&stream_, left.empty() ? LZMA_FINISH : LZMA_RUN);
      input_.leave(stream_.avail_in);
      ended_ = outcome == LZMA_STREAM_END;
      if (outcome != LZMA_OK && !ended_) refuse(outcome);
    }
    return most - stream_.avail_out;
  }

 private:
  [[noreturn]] static void refuse(lzma_ret outcome) {
    if (outcome == LZMA_BUF_ERROR) fail("the xz data end too early: the file is cut");
    if (outcome == LZMA_MEMLIMIT_ERROR)
      fail("decompressing the xz data takes more than {} MiB: compress the file anew, with xz -9",
           kMostXzMemory >> 20);
    fail("the xz data are damaged");
  }

  CompressedInput input_;
  lzma_stream stream_ = LZMA_STREAM_INIT;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<ByteSource> decompress_xz(std::unique_ptr<ByteSource> from) {
  return std::make_unique<XzSource>(std::move(from));
}

}  // namespace heddle::trace
