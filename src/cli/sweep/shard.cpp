#include "cli/sweep/shard.hpp"

#include <charconv>
#include <string_view>

#include "heddle/base/error.hpp"

namespace heddle::cli {
namespace {

/// 0: it is no number of a shard.
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

}  // namespace heddle::cli
