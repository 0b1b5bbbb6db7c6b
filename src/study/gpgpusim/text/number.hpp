// Whole numbers of GPGPU-Sim's options: decimal, or hexadecimal after 0x.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace heddle::study::gpgpusim {

/// Returns none for any other text, and for a number of more than 64 bits.
inline std::optional<std::uint64_t> parse_whole(std::string_view text) {
  const bool is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (is_hexadecimal) text.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, is_hexadecimal ? 16 : 10);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return {};
  return value;
}

}  // namespace heddle::study::gpgpusim
