#include "heddle/sim/launch_filter.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <memory>

#include <cxxabi.h>

#include "heddle/base/error.hpp"

namespace heddle::sim {

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

LaunchFilter::LaunchFilter(const RunOptions& options)
    : timed_(options.timing == Timing::full),
      all_kernels_(options.kernels.empty()),
      skip_(options.skip),
      launches_(options.launches) {
  try {
    kernels_ = std::regex(options.kernels);
  } catch (const std::regex_error& error) {
    fail("--kernels '{}' is no regular expression: {}", options.kernels, error.what());
  }
}

bool LaunchFilter::matches(const std::string& symbol) const {
  return all_kernels_ || std::regex_search(symbol, kernels_) ||
         std::regex_search(demangled(symbol), kernels_);
}

bool LaunchFilter::is_timed(const std::string& symbol) {
  if (!timed_ || !matches(symbol)) return false;
  const std::uint64_t number = matched_++;
  return number >= skip_ && (launches_ == 0 || number - skip_ < launches_);
}

}  // namespace heddle::sim
