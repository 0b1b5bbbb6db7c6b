// Turns the bytes that an Encoder made back into a capture. Any damage of the bytes leads to an
// Error.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "heddle/base/error.hpp"
#include "heddle/capture/fields.hpp"

namespace heddle::capture {

class Decoder {
 public:
  using Packed = std::shared_ptr<const std::string>;

  Decoder(std::string_view bytes, const std::vector<Packed>& table)
      : bytes_(bytes), table_(table) {}

  template <typename T>
  void get(T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      value = get<std::uint8_t>() != 0;
    } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      std::memcpy(&value, take(sizeof value).data(), sizeof value);
    } else {
      std::apply([this](auto&... field) { (get(field), ...); }, fields_of(value));
    }
  }
  template <typename T>
  T get() {
    T value{};
    get(value);
    return value;
  }
  bool at_end() const { return bytes_.empty(); }

 private:
  std::string_view take(std::uint64_t count) {
    if (count > bytes_.size()) fail("an entry of {} bytes in {}", count, bytes_.size());
    const std::string_view taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }
  /// Reads a number of entries. Each entry has at least one byte, so throws Error if fewer bytes
  /// than entries are left.
  std::size_t get_count() {
    const auto count = get<std::uint64_t>();
    if (count > bytes_.size()) fail("{} entries in {} bytes", count, bytes_.size());
    return count;
  }
  void get(std::string& text) { text = take(get<std::uint64_t>()); }
  template <typename T>
  void get(std::vector<T>& values) {
    values.clear();
    for (std::size_t left = get_count(); left != 0; --left) get(values.emplace_back());
  }
  template <typename T, std::size_t count>
  void get(std::array<T, count>& values) {
    for (T& value : values) get(value);
  }
  template <typename Value, typename Less>
  void get(std::map<std::string, Value, Less>& values) {
    for (std::size_t left = get_count(); left != 0; --left) {
      const auto key = get<std::string>();
      get(values[key]);
    }
  }
  template <typename... Types>
  void get(std::variant<Types...>& value) {
    const auto kind = get<std::uint8_t>();
    if (kind >= sizeof...(Types)) fail("an entry of kind {}", kind);
    std::size_t index = 0;
    ((index++ == kind ? get(value.template emplace<Types>()) : void()), ...);
  }
  void get(Contents& contents) {
    const auto bytes = get<std::uint64_t>();
    const auto place = get<std::uint64_t>();
    if (place > table_.size()) fail("contents {} of {}", place, table_.size());
    contents = {bytes, place == 0 ? nullptr : table_[place - 1]};
  }

  std::string_view bytes_;
  const std::vector<Packed>& table_;
};

}  // namespace heddle::capture
