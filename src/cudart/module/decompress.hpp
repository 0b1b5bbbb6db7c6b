// Unpacks the two compressions that device code is stored with.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace heddle::cudart {

enum class Compression : std::uint8_t { none, lz4, zstd };

/// Throws Error if `packed` is not what `compression` says or does not give `bytes` bytes.
std::string decompress(Compression compression, std::span<const std::uint8_t> packed,
                       std::uint64_t bytes);

}  // namespace heddle::cudart
