#include "heddle/capture/packing.hpp"

#include <zstd.h>

#include "heddle/base/error.hpp"

namespace heddle::capture {
namespace {

constexpr int kLevel = 3;  // the default of zstd, which packs 200 MB/s and more

}  // namespace

std::string pack(std::span<const std::uint8_t> bytes) {
  std::string packed(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size =
      ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), kLevel);
  if (ZSTD_isError(size) != 0) fail("compressing memory: {}", ZSTD_getErrorName(size));
  packed.resize(size);
  packed.shrink_to_fit();
  return packed;
}

void unpack(const std::string& packed, std::span<std::uint8_t> to) {
  const std::size_t size = ZSTD_decompress(to.data(), to.size(), packed.data(), packed.size());
  if (ZSTD_isError(size) != 0) fail("damaged contents: {}", ZSTD_getErrorName(size));
  if (size != to.size()) fail("damaged contents: {} bytes in the place of {}", size, to.size());
}

}  // namespace heddle::capture
