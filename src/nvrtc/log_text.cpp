#include "nvrtc/log_text.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string_view>

namespace heddle::nvrtc {
namespace {

constexpr std::string_view kMissing = " fatal error: '";
constexpr std::string_view kMissingEnd = "' file not found";

std::string without(std::string text, const std::string& part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at))
    text.erase(at, part.size());
  return text;
}

bool is_number(std::string_view text) {
  return !text.empty() &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c); });
}

/// The place at the beginning of the line, without the column.
std::string without_column(const std::string& line) {
  const std::size_t close = line.find("): ");
  const std::size_t open = close == std::string::npos ? close : line.rfind('(', close);
  if (open == std::string::npos) return line;
  const std::size_t comma = line.find(',', open);
  if (comma == std::string::npos || comma > close) return line;
  const std::string_view all = line;
  if (!is_number(all.substr(open + 1, comma - open - 1)) ||
      !is_number(all.substr(comma + 1, close - comma - 1)))
    return line;
  return line.substr(0, comma) + line.substr(close);
}

std::string with_missing_header(const std::string& line) {
  const std::size_t at = line.find(kMissing);
  const std::size_t end = line.find(kMissingEnd);
  if (at == std::string::npos || end == std::string::npos || end < at) return line;
  const std::size_t name = at + kMissing.size();
  return line.substr(0, at) + " catastrophic error: could not open source file \"" +
         line.substr(name, end - name) + "\"";
}

}  // namespace

std::string log_text(const std::string& messages, const std::string& header_folder) {
  std::istringstream lines(without(messages, header_folder + "/"));
  std::string log;
  for (std::string line; std::getline(lines, line);)
    log += with_missing_header(without_column(line)) + "\n";
  return log;
}

}  // namespace heddle::nvrtc
