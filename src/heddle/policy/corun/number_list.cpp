#include "heddle/policy/corun/number_list.hpp"

#include <charconv>

#include "heddle/base/error.hpp"

namespace heddle::policy {

std::vector<std::optional<double>> read_numbers(std::string_view parameter, std::string_view text) {
  constexpr std::string_view kBlanks = " ,\t";
  std::vector<std::optional<double>> numbers;
  for (;;) {
    const std::size_t begin = text.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos) return numbers;
    text.remove_prefix(begin);
    const std::string_view word = text.substr(0, text.find_first_of(kBlanks));
    text.remove_prefix(word.size());
    if (word == "none") {
      numbers.emplace_back(std::nullopt);
      continue;
    }
    double number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size() || number < 0)
      fail("{}: '{}' is no number of 0 or more, nor 'none'", parameter, word);
    numbers.emplace_back(number);
  }
}

}  // namespace heddle::policy
