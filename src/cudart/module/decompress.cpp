#include "cudart/module/decompress.hpp"

#include <limits>

#include <lz4.h>
#include <zstd.h>

#include "heddle/base/error.hpp"

namespace heddle::cudart {
namespace {

/// The most bytes of device code in an entry. The bound keeps a damaged size from taking all
/// memory.
constexpr std::uint64_t kLargest = std::uint64_t{1} << 31;

/// The most bytes that `packed` compressed bytes can unpack to. A byte of LZ4 extends a run by at
/// most 255 bytes. A block of Zstandard has at least 4 bytes and unpacks to at most 128 KiB.
std::uint64_t most_unpacked(Compression compression, std::uint64_t packed) {
  return compression == Compression::lz4 ? 255 * (packed + 1) : (packed / 4 + 1) << 17;
}

void unpack_lz4(std::span<const std::uint8_t> packed, std::string& text) {
  const int result =
      LZ4_decompress_safe(reinterpret_cast<const char*>(packed.data()), text.data(),
                          static_cast<int>(packed.size()), static_cast<int>(text.size()));
  if (result < 0 || static_cast<std::size_t>(result) != text.size())
    fail("the embedded device code is damaged: its LZ4 block does not unpack to {} bytes",
         text.size());
}

void unpack_zstd(std::span<const std::uint8_t> packed, std::string& text) {
  const std::size_t frame = ZSTD_findFrameCompressedSize(packed.data(), packed.size());
  const std::size_t used = ZSTD_isError(frame) != 0 ? packed.size() : frame;
  const std::size_t result = ZSTD_decompress(text.data(), text.size(), packed.data(), used);
  if (ZSTD_isError(result) != 0)
    fail("the embedded device code is damaged: {}", ZSTD_getErrorName(result));
  if (result != text.size())
    fail("the embedded device code is damaged: it unpacks to {} bytes, not {}", result,
         text.size());
}

}  // namespace

std::string decompress(Compression compression, std::span<const std::uint8_t> packed,
                       std::uint64_t bytes) {
  if (compression == Compression::none)
    return std::string(reinterpret_cast<const char*>(packed.data()), packed.size());
  if (bytes >= kLargest || packed.size() >= kLargest ||
      bytes > most_unpacked(compression, packed.size()))
    fail("the embedded device code is damaged: it claims {} bytes", bytes);
  std::string text(bytes, '\0');
  if (compression == Compression::lz4) {
    unpack_lz4(packed, text);
  } else {
    unpack_zstd(packed, text);
  }
  return text;
}

}  // namespace heddle::cudart
