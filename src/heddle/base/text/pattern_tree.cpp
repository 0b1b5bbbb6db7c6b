#include "heddle/base/text/pattern_tree.hpp"

#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "heddle/base/error.hpp"

namespace heddle {
namespace {

constexpr unsigned kMostGroups = 100;  ///< maximum number of nested groups; bounds the depth of the
                                       ///< recursion
constexpr unsigned kMostRepeats = 1'000;  ///< largest number in a repetition such as {2,5}
constexpr std::size_t kShown = 20;  ///< maximum number of the pattern's characters that a message
                                    ///< shows

/// Returns the set of the characters in `ranges`. `ranges` consists of pairs of characters: the
/// first and the last character of each range.
CharacterSet set_of(std::string_view ranges) {
  CharacterSet set;
  for (std::size_t i = 0; i + 1 < ranges.size(); i += 2) {
    for (int c = ranges[i]; c <= ranges[i + 1]; ++c) set.set(static_cast<std::size_t>(c));
  }
  return set;
}

/// Returns the set of characters that an escape such as \d stands for.
std::optional<CharacterSet> set_of_escape(char letter) {
  switch (letter) {
    case 'd':
      return set_of("09");
    case 'D':
      return ~set_of("09");
    case 's':
      return set_of("\t\r  ");
    case 'S':
      return ~set_of("\t\r  ");
    case 'w':
      return set_of("09AZ__az");
    case 'W':
      return ~set_of("09AZ__az");
    default:
      return {};
  }
}

class PatternReader {
 public:
  explicit PatternReader(std::string_view text) : text_(text) {}

  PatternTree read() {
    if (text_.size() > kMostPatternCharacters) {
      fail("it has {} characters, more than the {} that a pattern may have", text_.size(),
           kMostPatternCharacters);
    }
    tree_.root = choice();
    if (!at_end()) refuse(at_, "no group is open here; the character itself is \\)");
    return std::move(tree_);
  }

 private:
  bool at_end() const { return at_ == text_.size(); }
  bool is_next(std::string_view characters) const {
    return text_.substr(at_).starts_with(characters);
  }
  bool take(std::string_view characters) {
    if (!is_next(characters)) return false;
    at_ += characters.size();
    return true;
  }
  [[noreturn]] void refuse(std::size_t place, const std::string& message) const {
    const std::string_view rest = text_.substr(place);
    fail("at character {}, '{}{}': {}", place + 1, rest.substr(0, kShown),
         rest.size() > kShown ? "..." : "", message);
  }

  std::uint32_t add(PatternNode node, std::size_t place) {
    if (node.steps > kMostPatternSteps) {
      refuse(place,
             fmt::format("the pattern needs more than {} steps; repeat less", kMostPatternSteps));
    }
    tree_.nodes.push_back(std::move(node));
    return static_cast<std::uint32_t>(tree_.nodes.size() - 1);
  }
  std::uint32_t add_set(const CharacterSet& set) {
    tree_.sets.push_back(set);
    const auto index = static_cast<std::uint32_t>(tree_.sets.size() - 1);
    return add({.part = PatternPart::character, .steps = 1, .set = index}, at_);
  }
  std::uint32_t add_character(char character) {
    CharacterSet set;
    set.set(static_cast<unsigned char>(character));
    return add_set(set);
  }
  std::uint32_t add_condition(PatternOp op) {
    return add({.part = PatternPart::condition, .steps = 1, .op = op}, at_);
  }
  /// Creates a node that is a sequence or a choice of these parts.
  std::uint32_t add_parts(PatternPart part, std::vector<std::uint32_t> parts, std::size_t place) {
    if (parts.size() == 1) return parts[0];
    PatternNode node{.part = parts.empty() ? PatternPart::nothing : part};
    for (const std::uint32_t index : parts) node.steps += tree_.nodes[index].steps;
    if (part == PatternPart::choice)
      node.steps += 2 * (parts.size() - 1);  // the steps `either` and `jump` of a choice
    node.parts = std::move(parts);
    return add(std::move(node), place);
  }

  std::uint32_t choice() {
    const std::size_t place = at_;
    std::vector<std::uint32_t> parts = {sequence()};
    while (take("|")) parts.push_back(sequence());
    return add_parts(PatternPart::choice, std::move(parts), place);
  }

  std::uint32_t sequence() {
    const std::size_t place = at_;
    std::vector<std::uint32_t> parts;
    while (!at_end() && !is_next("|") && !is_next(")")) parts.push_back(repeated());
    return add_parts(PatternPart::sequence, std::move(parts), place);
  }

  std::uint32_t repeated() {
    const std::uint32_t body = one();
    const std::size_t place = at_;
    const auto times = repetition();
    if (!times) return body;
    take("?");  // a "?" makes the repetition lazy, which does not change the names that match
    const std::uint64_t steps = tree_.nodes[body].steps;
    const auto [least, most] = *times;
    PatternNode node{
        .part = PatternPart::repetition, .parts = {body}, .least = least, .most = most};
    node.steps = least * steps + (most == kUnbounded ? steps + 2 : (most - least) * (steps + 1));
    if (steps == 0) node = {};  // a repetition of the empty text is the empty text
    return add(std::move(node), place);
  }

  /// Reads the repetition, if there is one, that follows a part: the least and the greatest number
  /// of times.
  std::optional<std::pair<unsigned, unsigned>> repetition() {
    if (take("*")) return {{0, kUnbounded}};
    if (take("+")) return {{1, kUnbounded}};
    if (take("?")) return {{0, 1}};
    const std::size_t place = at_;
    if (!take("{")) return {};
    const unsigned least = repeats(place);
    unsigned most = least;
    if (take(",")) most = is_next("}") ? kUnbounded : repeats(place);
    if (!take("}")) refuse_braces(place);
    if (most < least) refuse(place, "the second number is less than the first");
    return {{least, most}};
  }

  unsigned repeats(std::size_t place) {
    unsigned number = 0;
    const char* const begin = text_.data() + at_;
    const auto [stop, error] = std::from_chars(begin, text_.data() + text_.size(), number);
    if (stop == begin) refuse_braces(place);
    if (error != std::errc() || number > kMostRepeats)
      refuse(place, fmt::format("at most {} repetitions can be asked for", kMostRepeats));
    at_ += static_cast<std::size_t>(stop - begin);
    return number;
  }
  [[noreturn]] void refuse_braces(std::size_t place) const {
    refuse(place, "expected {2}, {2,} or {2,5}; the character itself is \\{");
  }

  std::uint32_t one() {
    const std::size_t place = at_;
    const char character = text_[at_++];
    switch (character) {
      case '.':
        return add_set(CharacterSet().set());
      case '^':
        return add_condition(PatternOp::begin);
      case '$':
        return add_condition(PatternOp::end);
      case '(':
        return group(place);
      case '[':
        return add_set(bracket(place));
      case '\\':
        return escaped(place);
      case '*':
      case '+':
      case '?':
      case '{':
        refuse(place, fmt::format("nothing stands before it that it could repeat; the character "
                                  "itself is \\{}",
                                  character));
      default:
        return add_character(character);
    }
  }

  std::uint32_t group(std::size_t place) {
    if (++groups_ > kMostGroups)
      refuse(place, fmt::format("more than {} groups, one in the other", kMostGroups));
    if (is_next("?=") || is_next("?!") || is_next("?<"))
      refuse(place, "conditions on what stands around are not looked for: (?=, (?!, (?<");
    if (is_next("?") && !take("?:"))
      refuse(place, "of groups that begin with (? there is (?: alone");
    const std::uint32_t inner = choice();
    if (!take(")")) refuse(place, "the group is not closed; the character itself is \\(");
    --groups_;
    return inner;
  }

  std::uint32_t escaped(std::size_t place) {
    if (is_next("b") || is_next("B"))
      return add_condition(text_[at_++] == 'b' ? PatternOp::edge : PatternOp::inside);
    if (!at_end() && text_[at_] >= '1' && text_[at_] <= '9')
      refuse(place, "back references to groups are not looked for");
    if (!at_end()) {
      if (const auto set = set_of_escape(text_[at_])) {
        ++at_;
        return add_set(*set);
      }
    }
    return add_character(escaped_character(place));
  }

  /// Returns the character that a backslash and the next character stand for.
  char escaped_character(std::size_t place) {
    if (at_end()) refuse(place, "a \\ ends the pattern; the character itself is \\\\");
    const char letter = text_[at_++];
    constexpr std::string_view kLetters = "tnrfv", kMeanings = "\t\n\r\f\v";
    if (const std::size_t known = kLetters.find(letter); known != std::string_view::npos)
      return kMeanings[known];
    if (is_word_character(letter)) refuse(place, fmt::format("there is no \\{}", letter));
    return letter;
  }

  CharacterSet bracket(std::size_t place) {
    CharacterSet set;
    const bool is_others = take("^");
    if (is_next("]")) refuse(place, "no character stands in the brackets; ] itself is \\]");
    while (!take("]")) {
      if (at_end()) refuse(place, "the brackets are not closed; the character itself is \\[");
      set |= bracket_part(place);
    }
    return is_others ? ~set : set;
  }

  /// Reads one part of a bracket expression: an escape such as \d, a range such as a-z, or a single
  /// character.
  CharacterSet bracket_part(std::size_t bracket) {
    if (is_next("[:") || is_next("[.") || is_next("[="))
      refuse(at_, "named sets are not known; type a-z, A-Z, 0-9, \\d, \\w or \\s");
    const std::size_t place = at_;
    if (at_ + 1 < text_.size() && text_[at_] == '\\') {
      if (const auto set = set_of_escape(text_[at_ + 1])) {
        at_ += 2;
        return *set;
      }
    }
    const char first = bracket_character(bracket);
    CharacterSet set;
    if (!is_next("-") || text_.substr(at_).starts_with("-]")) {
      return set.set(static_cast<std::size_t>(first));
    }
    take("-");
    if (at_end()) return set;  // the caller reports the missing bracket
    const char last = bracket_character(bracket);
    if (last < first) refuse(place, "the range's end comes before its beginning");
    return set_of(std::string{first, last});
  }

  char bracket_character(std::size_t bracket) {
    const std::size_t place = at_;
    const char character = text_[at_++];
    if (static_cast<unsigned char>(character) >= 0x80)
      refuse(place, "only characters of ASCII can stand in brackets");
    if (character != '\\') return character;
    const bool is_set = !at_end() && set_of_escape(text_[at_]).has_value();
    if (is_set) refuse(bracket, "a range ends at a character, not at a set of them");
    return escaped_character(place);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  unsigned groups_ = 0;  ///< number of open groups
  PatternTree tree_;
};

}  // namespace

PatternTree parse_pattern(std::string_view text) { return PatternReader(text).read(); }

}  // namespace heddle
