#include "study/tables/table_lines.hpp"

#include <charconv>
#include <limits>

#include <fmt/core.h>

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"

namespace heddle::study {
namespace {

TableLine fields_of(const std::string& line) {
  TableLine fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"') {
      const bool is_doubled = quoted && i + 1 < line.size() && line[i + 1] == '"';
      if (is_doubled) fields.back() += line[++i];
      quoted = is_doubled ? quoted : !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else if (c != '\r') {
      fields.back() += c;
    }
  }
  return fields;
}

}  // namespace

bool has_table(const std::filesystem::path& file) {
  std::error_code error;
  return std::filesystem::exists(file, error);
}

std::uint64_t processes_of_table(const std::filesystem::path& file) {
  std::uint64_t count = 1;
  const auto of = [&](std::uint64_t process) {
    return file.parent_path() /
           fmt::format("{}-{}{}", file.stem().string(), process, file.extension().string());
  };
  while (has_table(of(count))) ++count;
  return count;
}

bool visit_table(const std::filesystem::path& file,
                 const std::function<void(const TableLine& heading, const TableLine& line)>& see) {
  InputBuffer buffer(file, file_kinds::kRunTable);
  std::istream stream(&buffer);
  stream.exceptions(std::istream::badbit);
  std::string text;
  TableLine heading;
  bool is_whole = false;  // whether the line that was read last ends with a line feed
  for (std::uint64_t number = 1; std::getline(stream, text); ++number) {
    is_whole = !stream.eof();
    if (!is_whole) break;
    TableLine line = fields_of(text);
    if (number == 1) {
      heading = std::move(line);
      continue;
    }
    if (line.size() != heading.size()) {
      if (stream.peek() == std::istream::traits_type::eof()) return false;
      fail("'{}', line {}: {} fields, and the first line has {}", file.string(), number,
           line.size(), heading.size());
    }
    try {
      see(heading, line);
    } catch (const Error& error) {
      fail("'{}', line {}: {}", file.string(), number, error.what());
    }
  }
  return is_whole;
}

double number_in(const std::string& field) {
  if (field.empty()) return std::numeric_limits<double>::quiet_NaN();
  double value = 0;
  const char* const end = field.data() + field.size();
  const auto [stop, error] = std::from_chars(field.data(), end, value);
  if (error != std::errc{} || stop != end) fail("expected a number, not '{}'", field);
  return value;
}

}  // namespace heddle::study
