#include "cli/run/requests/kernel_argument.hpp"

#include <array>
#include <charconv>
#include <cstring>

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/text/quantity.hpp"
#include "heddle/base/text/suggestion.hpp"

namespace heddle::cli {
namespace {

/// How elements of one type are read and printed.
struct TypeRow {
  std::string_view name;
  unsigned bytes;
  bool (*parse)(std::string_view text, std::uint8_t* to);
  std::string (*print)(const std::uint8_t* from);
};

template <typename T>
bool parse_as(std::string_view text, std::uint8_t* to) {
  T value{};
  std::from_chars_result result{};
  if constexpr (std::is_floating_point_v<T>) {
    result = std::from_chars(text.data(), text.data() + text.size(), value);
  } else {
    const bool hexadecimal = text.starts_with("0x");
    if (hexadecimal) text.remove_prefix(2);
    result = std::from_chars(text.data(), text.data() + text.size(), value, hexadecimal ? 16 : 10);
  }
  std::memcpy(to, &value, sizeof value);
  return result.ec == std::errc() && result.ptr == text.data() + text.size() && !text.empty();
}

template <typename T>
std::string print_as(const std::uint8_t* from) {
  T value{};
  std::memcpy(&value, from, sizeof value);
  return fmt::format("{}", value);
}

template <typename T>
constexpr TypeRow row(std::string_view name) {
  return {name, sizeof(T), parse_as<T>, print_as<T>};
}

/// Indexed by ElementType. 8-bit values are numbers, not characters.
constexpr std::array<TypeRow, 10> kTypes = {
    {row<std::uint8_t>("u8"), row<std::int8_t>("s8"), row<std::uint16_t>("u16"),
     row<std::int16_t>("s16"), row<std::uint32_t>("u32"), row<std::int32_t>("s32"),
     row<std::uint64_t>("u64"), row<std::int64_t>("s64"), row<float>("f32"), row<double>("f64")}};

std::vector<std::string> type_names() {
  std::vector<std::string> names;
  for (const TypeRow& type : kTypes) names.emplace_back(type.name);
  return names;
}

/// The content of a buffer from a file. `most_bytes` is the size of device memory.
std::vector<std::uint8_t> file_bytes(const std::string& file, const std::string& argument,
                                     std::uint64_t most_bytes) {
  if (file.empty()) fail("--arg {}: expected the name of a file behind @", argument);
  const std::string bytes = read_file(file, {"a buffer on this device", most_bytes});
  if (bytes.empty()) fail("--arg {}: the file is empty", argument);
  return {bytes.begin(), bytes.end()};
}

/// Reads digits such as "00ff1A", the first byte first.
std::vector<std::uint8_t> parse_hexadecimal(std::string_view text, const std::string& argument) {
  std::vector<std::uint8_t> bytes(text.size() / 2);
  bool fits = !text.empty() && text.size() % 2 == 0;
  for (std::size_t i = 0; fits && i < bytes.size(); ++i) {
    const char* const from = text.data() + 2 * i;
    const auto [stop, error] = std::from_chars(from, from + 2, bytes[i], 16);
    fits = error == std::errc() && stop == from + 2;
  }
  if (!fits) fail("--arg {}: expected two hexadecimal digits a byte, as in bytes:00ff", argument);
  return bytes;
}

void fill_iota(std::vector<std::uint8_t>& bytes) {
  for (std::size_t at = 0; at + 4 <= bytes.size(); at += 4) {
    const auto value = static_cast<std::uint32_t>(at / 4);
    std::memcpy(bytes.data() + at, &value, sizeof value);
  }
}

/// Reads "BYTES[:zero|:iota|@FILE]" or "@FILE".
std::vector<std::uint8_t> parse_buffer(const std::string& text, const std::string& argument,
                                       std::uint64_t most_bytes) {
  const std::size_t at = text.find_first_of(":@");
  const std::string size = text.substr(0, at);
  const std::string content = at == std::string::npos ? "" : text.substr(at);
  if (size.empty() && content.starts_with("@"))
    return file_bytes(content.substr(1), argument, most_bytes);
  const auto count = parse_bytes(size);
  if (!count || *count == 0) {
    fail("--arg {}: expected a size, up to {}, as in buffer:4096 or buffer:1MiB", argument,
         format_bytes(most_bytes));
  }
  if (*count > most_bytes) {
    fail("--arg {}: does not fit in device memory, {}", argument, format_bytes(most_bytes));
  }
  std::vector<std::uint8_t> bytes;
  if (content.starts_with("@")) bytes = file_bytes(content.substr(1), argument, most_bytes);
  if (bytes.size() > *count) {
    fail("--arg {}: the file holds {} bytes, more than the buffer", argument, bytes.size());
  }
  bytes.resize(*count);
  if (content == ":iota") fill_iota(bytes);
  if (!content.empty() && content[0] == ':' && content != ":iota" && content != ":zero") {
    fail("--arg {}: '{}' fills no buffer; expected :zero, :iota or @FILE", argument, content);
  }
  return bytes;
}

}  // namespace

ElementType element_type(std::string_view name) {
  for (std::size_t i = 0; i < kTypes.size(); ++i) {
    if (kTypes[i].name == name) return static_cast<ElementType>(i);
  }
  const std::vector<std::string> names = type_names();
  fail("there is no type '{}'{}", name, which_exist(name, names));
}

unsigned bytes_of(ElementType type) { return kTypes[static_cast<std::size_t>(type)].bytes; }

std::string element_text(ElementType type, const std::uint8_t* bytes) {
  return kTypes[static_cast<std::size_t>(type)].print(bytes);
}

KernelArgument parse_kernel_argument(const std::string& text, std::uint64_t most_bytes) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) {
    fail("--arg {}: expected TYPE:VALUE, as in u32:7 or buffer:4096", text);
  }
  const std::string type = text.substr(0, colon), value = text.substr(colon + 1);
  if (type == "bytes") return {false, parse_hexadecimal(value, text)};
  if (type == "buffer") return {true, parse_buffer(value, text, most_bytes)};
  const TypeRow& row = kTypes[static_cast<std::size_t>(element_type(type))];
  KernelArgument argument{false, std::vector<std::uint8_t>(row.bytes)};
  if (!row.parse(value, argument.bytes.data())) fail("--arg {}: '{}' is no {}", text, value, type);
  return argument;
}

}  // namespace heddle::cli
