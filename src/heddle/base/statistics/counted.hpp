// Texts of a number and its noun, in the singular or the plural.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace heddle {

/// Returns "1 run", "0 runs", "12 runs". `noun` is the singular; `ending` makes the plural.
inline std::string counted(std::uint64_t number, std::string_view noun,
                           std::string_view ending = "s") {
  std::string text = std::to_string(number) + " ";
  text += noun;
  if (number != 1) text += ending;
  return text;
}

}  // namespace heddle
