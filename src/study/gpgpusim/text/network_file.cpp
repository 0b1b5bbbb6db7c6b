#include "study/gpgpusim/text/network_file.hpp"

#include <cctype>
#include <cstddef>
#include <string_view>

#include <fmt/core.h>

#include "heddle/base/files/input_file.hpp"

namespace heddle::study::gpgpusim {
namespace {

std::string_view without_ends(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\f\v";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return "";
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

bool is_name(std::string_view text) {
  if (text.empty()) return false;
  for (const char c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_') return false;
  return true;
}

/// The statements of a line end with semicolons. A line of braces or without '=' belongs to none.
void read_line(std::string_view line, const SourcePlace& place,
               std::map<std::string, NetworkValue>& values) {
  while (!line.empty()) {
    const std::size_t end = line.find(';');
    const std::string_view statement = without_ends(line.substr(0, end));
    line = end == std::string_view::npos ? "" : line.substr(end + 1);
    if (statement.empty()) continue;
    const std::size_t equals = statement.find('=');
    const std::string_view name = without_ends(statement.substr(0, equals));
    if (equals == std::string_view::npos || !is_name(name))
      throw SourceError(place, fmt::format("'{}' is no statement of a network file: expected "
                                           "NAME = VALUE;",
                                           statement.substr(0, 40)));
    values[std::string(name)] = {std::string(without_ends(statement.substr(equals + 1))), place};
  }
}

}  // namespace

std::map<std::string, NetworkValue> read_network_file(const std::filesystem::path& file) {
  const std::string text = read_file(file, file_kinds::kOptions);
  std::map<std::string, NetworkValue> values;
  SourcePlace place{file.string(), 1, 1};
  std::string_view left = text;
  while (!left.empty()) {
    const std::size_t end = left.find('\n');
    const std::string_view line = left.substr(0, end);
    read_line(without_ends(line.substr(0, line.find("//"))), place, values);
    left = end == std::string_view::npos ? "" : left.substr(end + 1);
    ++place.line;
  }
  return values;
}

}  // namespace heddle::study::gpgpusim
