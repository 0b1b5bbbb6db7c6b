// Compresses (packs) and decompresses (unpacks) bytes with Zstandard.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace heddle::capture {

std::string pack(std::span<const std::uint8_t> bytes);
/// Returns the largest size to which `packed_bytes` bytes can unpack. A block of Zstandard has at
/// least 4 bytes and unpacks to at most 128 KiB.
constexpr std::uint64_t most_unpacked(std::uint64_t packed_bytes) {
  return (packed_bytes / 4 + 1) << 17;
}
/// Unpacks into `to`. Throws Error if the unpacked bytes do not have exactly the size of `to`.
void unpack(const std::string& packed, std::span<std::uint8_t> to);

}  // namespace heddle::capture
