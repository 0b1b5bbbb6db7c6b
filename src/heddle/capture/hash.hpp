// A hash of bytes, the same on every host: for the memory at a capture's end and the file's own
// bytes. It finds accidents, not forgers.
#pragma once

#include <cstdint>
#include <span>

namespace heddle::capture {

std::uint64_t hash_of(std::span<const std::uint8_t> bytes);

}  // namespace heddle::capture
