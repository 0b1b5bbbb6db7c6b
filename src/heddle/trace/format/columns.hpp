// The columns of a line, which spaces separate. What a column should be and is not becomes an Error
// that names the column.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace heddle::trace {

/// The largest number of 32 bits.
inline constexpr std::uint64_t kMostWord = 0xFFFF'FFFF;

/// Reads a whole number of digits of the base, 10 or 16, with or without "0x" if it is 16. Returns
/// nothing for any other text, and for a number of more than 64 bits.
std::optional<std::uint64_t> parse_digits(std::string_view text, int base);

class Columns {
 public:
  explicit Columns(std::string_view line) : left_(line) {}

  /// Takes the next column; "" at the end of the line.
  std::string_view take();
  /// Like take(), but throws Error if there is no further column. `name`: what the column holds.
  std::string_view expect(std::string_view name);
  /// Takes a number of at most `most`. Throws Error for any other column.
  std::uint64_t number(std::string_view name, std::uint64_t most, int base = 10);
  /// Takes a number of either sign.
  std::int64_t signed_number(std::string_view name);
  /// What has not been taken, without leading spaces.
  std::string_view left();

 private:
  std::string_view left_;
};

}  // namespace heddle::trace
