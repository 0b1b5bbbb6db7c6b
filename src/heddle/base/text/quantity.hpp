// Numbers as people type them: "16KiB", "1.5GiB", "1e9", "250k".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heddle {

/// Reads a number of bytes: digits, then optionally B, KiB, MiB, GiB or TiB, with or without a
/// space between. Returns nothing if the text has another form or the number exceeds 64 bits.
std::optional<std::uint64_t> parse_bytes(std::string_view text);

/// Reads a count: digits, or a decimal or exponent form of a whole number ("1e6", "2.5e3"). Returns
/// nothing for any other text.
std::optional<std::uint64_t> parse_count(std::string_view text);

/// Reads a finite number in decimal or exponent form. Returns nothing for any other text, and for a
/// number that is too small for all bits of a double (a subnormal number).
std::optional<double> parse_number(std::string_view text);

/// Returns a number of bytes as text: "16 KiB", "1.5 GiB", "100 B".
std::string format_bytes(std::uint64_t bytes);

/// Returns a rounded duration: "42 s", "7 min", "2.5 h".
std::string format_seconds(double seconds);

/// Returns the number with its digits in groups of three: "1,234,567".
std::string format_count(std::uint64_t value);

}  // namespace heddle
