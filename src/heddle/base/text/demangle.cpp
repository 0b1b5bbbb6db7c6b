#include "heddle/base/text/demangle.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <memory>

#include <cxxabi.h>

namespace heddle {

std::string demangled(const std::string& symbol) {
  int status = 0;
  const std::string unmarked = symbol.substr(0, symbol.find("__intern__"));
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(unmarked.c_str(), nullptr, nullptr, &status), &std::free);
  return symbol.starts_with("_Z") && text ? std::string(text.get()) : symbol;
}

std::string function_name(const std::string& symbol) {
  std::string name = demangled(symbol);
  constexpr std::string_view kUnnamed = "(anonymous namespace)::";
  const std::size_t first = name.find_first_of("(<");
  if (first != std::string::npos && name.compare(first, kUnnamed.size(), kUnnamed) == 0)
    name.erase(0, first + kUnnamed.size());
  name = name.substr(0, name.find_first_of("(<"));
  const std::size_t before = name.find_last_of(": ");
  return before == std::string::npos ? name : name.substr(before + 1);
}

std::string with_demangled(std::string_view message) {
  const auto in_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  std::string text;
  while (!message.empty()) {
    const auto end = in_word(message[0]) ? std::find_if_not(message.begin(), message.end(), in_word)
                                         : std::find_if(message.begin(), message.end(), in_word);
    const auto length = static_cast<std::size_t>(end - message.begin());
    text += demangled(std::string(message.substr(0, length)));
    message.remove_prefix(length);
  }
  return text;
}

}  // namespace heddle
