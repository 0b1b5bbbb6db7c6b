#include "heddle/base/demangle.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <memory>

#include <cxxabi.h>

namespace heddle {

std::string demangled(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  return symbol.starts_with("_Z") && text ? std::string(text.get()) : symbol;
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
