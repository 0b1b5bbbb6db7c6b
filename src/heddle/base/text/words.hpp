// A text as its words, and as its pieces between separators.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle {

/// Words separated by spaces; no word is empty.
std::vector<std::string> split_words(std::string_view text);

/// Returns the pieces between the separators, including empty pieces. There is at least one.
std::vector<std::string> split_at(std::string_view text, char separator);

}  // namespace heddle
