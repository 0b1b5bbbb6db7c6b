#include "heddle/base/text/quantity.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/core.h>

namespace heddle {
namespace {

constexpr std::array<std::pair<std::string_view, unsigned>, 5> kSuffixes = {
    {{"TiB", 40}, {"GiB", 30}, {"MiB", 20}, {"KiB", 10}, {"B", 0}}};

std::optional<std::uint64_t> parse_digits(std::string_view text) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || text.empty()) return std::nullopt;
  return value;
}

/// Reads a finite non-negative number and returns its product with 2^shift. The product must be a
/// whole number below 2^64.
std::optional<std::uint64_t> parse_scaled(std::string_view text, unsigned shift) {
  if (const auto whole = parse_digits(text)) {
    if (*whole > (~std::uint64_t{0} >> shift)) return std::nullopt;
    return *whole << shift;
  }
  const auto number = parse_number(text);
  if (!number) return std::nullopt;
  const double value = std::ldexp(*number, static_cast<int>(shift));
  if (!(value >= 0 && value < 0x1p63) || value != std::floor(value)) return std::nullopt;
  return static_cast<std::uint64_t>(value);
}

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  const bool is_number = value == 0 || std::isnormal(value);
  if (error != std::errc() || stop != end || !is_number) return std::nullopt;
  return value;
}

std::optional<std::uint64_t> parse_bytes(std::string_view text) {
  for (const auto& [suffix, shift] : kSuffixes) {
    if (!text.ends_with(suffix)) continue;
    text.remove_suffix(suffix.size());
    while (text.ends_with(' ')) text.remove_suffix(1);
    return parse_scaled(text, shift);
  }
  return parse_scaled(text, 0);
}

std::optional<std::uint64_t> parse_count(std::string_view text) { return parse_scaled(text, 0); }

std::string format_bytes(std::uint64_t bytes) {
  for (const auto& [suffix, shift] : kSuffixes) {
    if (shift == 0 || bytes < (std::uint64_t{1} << shift)) continue;
    const double value = std::ldexp(static_cast<double>(bytes), -static_cast<int>(shift));
    return value == std::floor(value) ? fmt::format("{:.0f} {}", value, suffix)
                                      : fmt::format("{:.2f} {}", value, suffix);
  }
  return fmt::format("{} B", bytes);
}

std::string format_seconds(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

std::string format_count(std::uint64_t value) {
  std::string text = fmt::format("{}", value);
  for (std::size_t place = text.size(); place > 3;) {
    place -= 3;
    text.insert(place, 1, ',');
  }
  return text;
}

}  // namespace heddle
