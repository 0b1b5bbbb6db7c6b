// Turns a capture into bytes. Contents of memory go into a separate table, which has equal contents
// only once.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "heddle/capture/fields.hpp"

namespace heddle::capture {

class Encoder {
 public:
  using Packed = std::shared_ptr<const std::string>;

  template <typename T>
  void put(const T& value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    } else {
      std::apply([this](const auto&... field) { (put(field), ...); }, fields_of(value));
    }
  }

  const std::string& bytes() const { return bytes_; }
  const std::vector<Packed>& table() const { return table_; }

 private:
  void put(const std::string& text) {
    put(std::uint64_t{text.size()});
    bytes_ += text;
  }
  template <typename T>
  void put(const std::vector<T>& values) {
    put(std::uint64_t{values.size()});
    for (const T& value : values) put(value);
  }
  template <typename T, std::size_t count>
  void put(const std::array<T, count>& values) {
    for (const T& value : values) put(value);
  }
  template <typename Value, typename Less>
  void put(const std::map<std::string, Value, Less>& values) {
    put(std::uint64_t{values.size()});
    for (const auto& [key, value] : values) {
      put(key);
      put(value);
    }
  }
  template <typename... Types>
  void put(const std::variant<Types...>& value) {
    put(static_cast<std::uint8_t>(value.index()));
    std::visit([this](const auto& held) { put(held); }, value);
  }
  /// Writes the number of the contents in the table. Numbers begin at 1; 0 stands for contents that
  /// are all zeros.
  void put(const Contents& contents) {
    put(contents.bytes());
    if (contents.zero()) return put(std::uint64_t{0});
    const auto [place, is_new] = places_.try_emplace(*contents.packed(), table_.size() + 1);
    if (is_new) table_.push_back(contents.packed());
    put(std::uint64_t{place->second});
  }

  std::string bytes_;
  std::vector<Packed> table_;
  std::unordered_map<std::string_view, std::size_t> places_;
};

}  // namespace heddle::capture
