#include "heddle/trace/format/columns.hpp"

#include <algorithm>
#include <charconv>

#include "heddle/base/error.hpp"
#include "heddle/base/text/visible_text.hpp"

namespace heddle::trace {

std::optional<std::uint64_t> parse_digits(std::string_view text, int base) {
  if (base == 16 && text.starts_with("0x")) text.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string_view Columns::left() {
  left_.remove_prefix(std::min(left_.find_first_not_of(' '), left_.size()));
  return left_;
}

std::string_view Columns::take() {
  const std::string_view text = left();
  const std::size_t end = std::min(text.find(' '), text.size());
  left_.remove_prefix(end);
  return text.substr(0, end);
}

std::string_view Columns::expect(std::string_view name) {
  const std::string_view column = take();
  if (column.empty()) fail("the line ends before {}", name);
  return column;
}

std::uint64_t Columns::number(std::string_view name, std::uint64_t most, int base) {
  const std::string_view column = expect(name);
  const std::optional<std::uint64_t> value = parse_digits(column, base);
  if (!value)
    fail("{} is '{}', which is no {}number", name, visible(column),
         base == 16 ? "hexadecimal " : "");
  if (*value > most) fail("{} is {}; the most is {}", name, *value, most);
  return *value;
}

std::int64_t Columns::signed_number(std::string_view name) {
  const std::string_view column = expect(name);
  std::int64_t value = 0;
  const auto [end, error] =
      std::from_chars(column.data(), column.data() + column.size(), value, 10);
  if (error != std::errc() || end != column.data() + column.size())
    fail("{} is '{}', which is no number", name, visible(column));
  return value;
}

}  // namespace heddle::trace
