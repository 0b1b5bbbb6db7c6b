// Compression: bytes to packed bytes and back.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace heddle::capture {

std::string pack(std::span<const std::uint8_t> bytes);
/// Fills `to`. Throws Error if the packed bytes are not those of so many bytes.
void unpack(const std::string& packed, std::span<std::uint8_t> to);

}  // namespace heddle::capture
