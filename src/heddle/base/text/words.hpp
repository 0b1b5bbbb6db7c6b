// Splits a text into its words, or into its pieces between separators.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle {

/// Returns the words, which spaces separate. No word is empty.
std::vector<std::string> split_words(std::string_view text);

/// Returns the pieces between the separators, including empty pieces. The result has at least one
/// piece.
std::vector<std::string> split_at(std::string_view text, char separator);

}  // namespace heddle
