#include <zstd.h>

#include "heddle/base/error.hpp"
#include "heddle/trace/bytes/compressed_input.hpp"
#include "heddle/trace/bytes/decompression.hpp"

namespace heddle::trace {
namespace {

/// Binary logarithm of the largest window in bytes, which decompressing keeps in memory. zstd -19
/// needs 8 MiB; zstd --long needs 128 MiB.
constexpr int kMostWindowLog = 27;

class ZstdSource final : public ByteSource {
 public:
  ZstdSource(std::unique_ptr<ByteSource> from, std::string_view dictionary)
      : input_(std::move(from)), context_(ZSTD_createDCtx()) {
    if (context_ == nullptr) fail("no memory to decompress zstd");
    ZSTD_DCtx_setParameter(context_, ZSTD_d_windowLogMax, kMostWindowLog);
    const std::size_t outcome =
        ZSTD_DCtx_loadDictionary(context_, dictionary.data(), dictionary.size());
    if (ZSTD_isError(outcome) != 0) {
      ZSTD_freeDCtx(context_);
      fail("the zstd dictionary is damaged");
    }
  }
  ~ZstdSource() override { ZSTD_freeDCtx(context_); }

  std::size_t read(char* to, std::size_t most) override {
    ZSTD_outBuffer out{to, most, 0};
    while (out.pos == 0) {
      const std::span<const char> left = input_.left();
      if (left.empty() && !in_frame_) return 0;
      ZSTD_inBuffer in{left.data(), left.size(), 0};
      const std::size_t outcome = ZSTD_decompressStream(context_, &out, &in);
      input_.leave(in.size - in.pos);
      if (ZSTD_isError(outcome) != 0)
        fail("the zstd data are damaged: {}", ZSTD_getErrorName(outcome));
      in_frame_ = outcome != 0;
      if (left.empty() && out.pos == 0) fail("the zstd data end too early: the file is cut");
    }
    return out.pos;
  }

 private:
  CompressedInput input_;
  ZSTD_DCtx* context_;
  bool in_frame_ = false;  ///< a frame has begun and not ended
};

}  // namespace

std::unique_ptr<ByteSource> decompress_zstd(std::unique_ptr<ByteSource> from,
                                            std::string_view dictionary) {
  return std::make_unique<ZstdSource>(std::move(from), dictionary);
}

}  // namespace heddle::trace
