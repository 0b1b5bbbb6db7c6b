// Compression: bytes to packed bytes and back.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace heddle::capture {

std::string pack(std::span<const std::uint8_t> bytes);
/// The most that so many packed bytes can be: Zstandard's blocks have 4 bytes at least and become
/// 128 KiB at most.
constexpr std::uint64_t most_unpacked(std::uint64_t packed_bytes) {
  return (packed_bytes / 4 + 1) << 17;
}
/// Fills `to`. Throws Error if the packed bytes are not those of so many bytes.
void unpack(const std::string& packed, std::span<std::uint8_t> to);

}  // namespace heddle::capture
