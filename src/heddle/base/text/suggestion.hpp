// "Did you mean": finds the known word nearest to a mistyped word, and phrases the message.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace heddle {

/// The least number of insertions, deletions, replacements and swaps of neighbours that turn one
/// word into the other.
unsigned edit_distance(std::string_view from, std::string_view to);

/// The word of `known` nearest to `word`; "" if none is near enough.
std::string nearest(std::string_view word, std::span<const std::string> known);

/// Returns "; did you mean 'x'?" or "".
std::string did_you_mean(std::string_view word, std::span<const std::string> known);

/// Returns "; did you mean 'x'? There are: x, y" or "; there are: x, y", or "" if nothing is known.
std::string which_exist(std::string_view word, std::span<const std::string> known);

/// Returns "a, b, c".
std::string comma_list(std::span<const std::string> words);

}  // namespace heddle
