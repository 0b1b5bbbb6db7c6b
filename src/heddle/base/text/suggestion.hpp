// "Did you mean": finds the known word nearest to a mistyped word, and phrases the message.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace heddle {

/// Returns the minimum number of edits that turn one word into the other. An edit inserts, deletes
/// or replaces a character, or swaps two neighbours.
unsigned edit_distance(std::string_view from, std::string_view to);

/// Returns the word of `known` that is nearest to `word`, or "" if no word is near enough.
std::string nearest(std::string_view word, std::span<const std::string> known);

/// Returns "; did you mean 'x'?", or "" if no known word is near enough.
std::string did_you_mean(std::string_view word, std::span<const std::string> known);

/// Returns "; did you mean 'x'? There are: x, y". Returns "; there are: x, y" if no known word is
/// near enough, or "" if there are no known words.
std::string which_exist(std::string_view word, std::span<const std::string> known);

/// Returns the words separated by commas: "a, b, c".
std::string comma_list(std::span<const std::string> words);

}  // namespace heddle
