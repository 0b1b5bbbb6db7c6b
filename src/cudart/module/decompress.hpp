// Unpacks device code, which may be compressed by one of two methods.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace heddle::cudart {

enum class Compression : std::uint8_t { none, lz4, zstd };

/// Throws Error if `packed` is damaged or does not unpack to `bytes` bytes.
std::string decompress(Compression compression, std::span<const std::uint8_t> packed,
                       std::uint64_t bytes);

}  // namespace heddle::cudart
