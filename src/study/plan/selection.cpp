#include "study/plan/selection.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

#include <fmt/core.h>

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"

namespace heddle::study {
namespace {

/// Reads a number; 0 if the text is no number from 1 on.
std::size_t number(std::string_view text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? value : 0;
}

}  // namespace

Shard parse_shard(const std::string& text) {
  const std::size_t slash = text.find('/');
  const std::size_t index = slash == std::string::npos ? 0 : number(text.substr(0, slash));
  const std::size_t count = slash == std::string::npos ? 0 : number(text.substr(slash + 1));
  if (index == 0 || index > count)
    fail("--shard {}: expected I/N, with I from 1 to N, as in --shard 3/8", text);
  return {index - 1, count};
}

RunNumbers::RunNumbers(const std::string& given) : given_(given) {
  std::string text =
      given.starts_with('@') ? read_file(given.substr(1), file_kinds::kOptions) : given;
  while (text.ends_with('\n')) text.pop_back();
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view range = std::string_view(text).substr(begin, end - begin);
    const std::size_t dash = std::min(range.find('-'), range.size());
    const std::size_t first = number(range.substr(0, dash));
    const std::size_t last = dash == range.size() ? first : number(range.substr(dash + 1));
    if (first == 0 || last < first)
      fail("--runs {}: '{}' is no number or range; expected as in --runs 1-20,33", given, range);
    ranges_.emplace_back(first, last);
    begin = end + 1;
  }
  std::ranges::sort(ranges_);
}

bool RunNumbers::has(std::size_t number) const {
  const auto above =
      std::ranges::upper_bound(ranges_, number, {}, [](const auto& range) { return range.first; });
  return std::any_of(ranges_.begin(), above,
                     [&](const auto& range) { return number <= range.second; });
}

void RunNumbers::check(std::size_t runs) const {
  for (const auto& [first, last] : ranges_) {
    if (last > runs)
      fail("--runs {}: there is no run {}; the sweep has {} (heddle sweep FILE --list)", given_,
           first > runs ? first : last, runs == 1 ? "1 run" : fmt::format("runs 1-{}", runs));
  }
}

std::string numbers_text(const std::vector<std::size_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    text += text.empty() ? "" : ",";
    text +=
        last == i ? fmt::format("{}", numbers[i]) : fmt::format("{}-{}", numbers[i], numbers[last]);
    i = last + 1;
  }
  return text;
}

}  // namespace heddle::study
