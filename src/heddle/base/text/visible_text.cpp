#include "heddle/base/text/visible_text.hpp"

#include <cstdint>

#include <fmt/core.h>

namespace heddle {
namespace {

std::uint8_t byte_at(std::string_view text, std::size_t at) {
  return at < text.size() ? static_cast<std::uint8_t>(text[at]) : 0;
}

bool continues(std::uint8_t byte) { return (byte & 0xC0) == 0x80; }

/// Returns the length in bytes, 2 to 4, of the multi-byte UTF-8 character that begins at `at`, or 0
/// if no such character begins there.
std::size_t character_at(std::string_view text, std::size_t at) {
  const std::uint8_t lead = byte_at(text, at);
  const std::size_t bytes = lead >= 0xF0   ? (lead < 0xF5 ? 4 : 0)
                            : lead >= 0xE0 ? 3
                            : lead >= 0xC2 ? 2
                                           : 0;
  for (std::size_t i = 1; i < bytes; ++i)
    if (!continues(byte_at(text, at + i))) return 0;
  return bytes;
}

bool is_control(std::uint8_t byte) {
  return (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F;
}

}  // namespace

std::string visible(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::uint8_t byte = byte_at(text, at);
    const std::size_t bytes = character_at(text, at);
    const bool is_c1 = bytes == 2 && byte == 0xC2 && byte_at(text, at + 1) < 0xA0;
    if (bytes != 0 && !is_c1) {
      shown += text.substr(at, bytes);
      at += bytes;
      continue;
    }
    const bool is_bare_c1 = bytes == 0 && byte >= 0x80 && byte < 0xA0;
    if (is_c1 || is_bare_c1 || is_control(byte))
      shown += fmt::format("\\x{:02x}", byte);
    else
      shown += text[at];
    if (is_c1) shown += fmt::format("\\x{:02x}", byte_at(text, ++at));
    ++at;
  }
  return shown;
}

}  // namespace heddle
