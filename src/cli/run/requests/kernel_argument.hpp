// An argument of a bare kernel as the user types it: "u32:7", "f32:0.5", "bytes:00ff",
// "buffer:4096:iota".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cli {

enum class ElementType : std::uint8_t { u8, s8, u16, s16, u32, s32, u64, s64, f32, f64 };

/// Throws Error, which lists the types, for an unknown name.
ElementType element_type(std::string_view name);
unsigned bytes_of(ElementType type);
/// The value at `bytes` as text.
std::string element_text(ElementType type, const std::uint8_t* bytes);

struct KernelArgument {
  bool is_buffer = false;
  std::vector<std::uint8_t> bytes;  ///< the value, or the buffer's first content
};

/// Reads "TYPE:VALUE", "bytes:HEX", "buffer:BYTES[:zero|:iota|@FILE]" or "buffer:@FILE". iota fills
/// the buffer with the 32-bit numbers 0, 1, 2, ... Throws Error for anything else, and for a buffer
/// of more than `most_bytes`.
KernelArgument parse_kernel_argument(const std::string& text, std::uint64_t most_bytes);

}  // namespace heddle::cli
