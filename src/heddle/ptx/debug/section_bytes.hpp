// The bytes of a debug section. In PTX a section is a list of numbers and of names of labels:
//
//   .b8 1
//   .b64 $L__tmp1
//   .b32 .debug_abbrev+12
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace heddle::ptx {

struct SectionBytes {
  std::vector<std::uint8_t> bytes;  ///< a name counts as 0, or as the number that is added to it
  /// By offset of a word that a name fills: the name. Of a difference of two names, the first.
  std::unordered_map<std::size_t, std::string_view> names;
};

/// Returns the bytes of the section with this text. Empty if the text is no such list.
std::optional<SectionBytes> section_bytes(std::string_view text);

}  // namespace heddle::ptx
