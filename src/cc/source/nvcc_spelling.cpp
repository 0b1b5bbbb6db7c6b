#include "cc/source/nvcc_spelling.hpp"

#include <cctype>
#include <optional>
#include <string_view>
#include <vector>

#include "cc/source/literal.hpp"

namespace heddle::cc {
namespace {

std::size_t past_word(const std::string& text, std::size_t at,
                      std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words) {
    if (is_word(text, at, word)) return at + word.size();
  }
  return at;
}

/// The position of the assembly text, after the bracket, in an asm statement that begins at `at`.
std::optional<std::size_t> assembly_text(const std::string& text, std::size_t at) {
  const std::size_t keyword = past_word(text, at, {"asm", "__asm", "__asm__"});
  if (keyword == at) return std::nullopt;
  std::size_t i = past_space(text, keyword);
  i = past_space(text, past_word(text, i, {"volatile", "__volatile__"}));
  if (i >= text.size() || text[i] != '(') return std::nullopt;
  return past_space(text, i + 1);
}

/// Whether the percent sign at `at` must be doubled, because the name of a register follows. A sign
/// before an operand stays single. A letter between the sign and an operand is a modifier.
bool is_lone_sign(const std::string& text, std::size_t at) {
  const char next = text[at + 1], behind = at + 2 < text.size() ? text[at + 2] : '\0';
  return std::isalpha(static_cast<unsigned char>(next)) != 0 &&
         std::isdigit(static_cast<unsigned char>(behind)) == 0 && behind != '[';
}

/// Finds the percent signs to double in the string from `begin` to `end`.
void find_lone_signs(const std::string& text, std::size_t begin, std::size_t end,
                     std::vector<std::size_t>& signs) {
  for (std::size_t i = begin; i + 1 < end; ++i) {
    if (text[i] != '%') continue;
    if (is_lone_sign(text, i)) signs.push_back(i);
    if (text[i + 1] == '%') ++i;
  }
}

}  // namespace

std::string respelled_assembly(const std::string& text) {
  std::vector<std::size_t> signs;
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t past = past_literal(text, at); past != at) {
      at = past;
      continue;
    }
    const auto begin = assembly_text(text, at);
    if (!begin) {
      ++at;
      continue;
    }
    std::vector<std::size_t> found;
    at = *begin;
    while (at < text.size() && text[at] == '"') {
      const std::size_t past = past_literal(text, at);
      find_lone_signs(text, at, past, found);
      at = past_space(text, past);
    }
    // Without operands clang leaves percent signs alone.
    if (at < text.size() && text[at] == ':') signs.insert(signs.end(), found.begin(), found.end());
  }
  std::string result = text;
  for (auto sign = signs.rbegin(); sign != signs.rend(); ++sign) result.insert(*sign, 1, '%');
  return result;
}

std::string respelled_managed(const std::string& text) {
  constexpr std::string_view kDevice = "__device__", kManaged = "__managed__";
  std::string result = text;
  for (std::size_t at = 0; at < result.size();) {
    if (const std::size_t past = past_literal(result, at); past != at) {
      at = past;
      continue;
    }
    const bool device = is_word(result, at, kDevice), managed = is_word(result, at, kManaged);
    if (!device && !managed) {
      ++at;
      continue;
    }
    const std::size_t next = past_space(result, at + (device ? kDevice : kManaged).size());
    if (is_word(result, next, device ? kManaged : kDevice))
      result.replace(device ? at : next, kDevice.size(), kDevice.size(), ' ');
    at = next;
  }
  return result;
}

std::string respelled_alignment(const std::string& text) {
  constexpr std::string_view kShared = "__shared__";
  std::string result = text;
  for (std::size_t at = 0; at < result.size();) {
    if (const std::size_t past = past_literal(result, at); past != at) {
      at = past;
      continue;
    }
    if (!is_word(result, at, kShared)) {
      ++at;
      continue;
    }
    at = past_space(result, at + kShared.size());
    if (is_word(result, at, "alignas")) result.replace(at, 7, "_Alignas");
  }
  return result;
}

}  // namespace heddle::cc
