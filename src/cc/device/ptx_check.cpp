#include "cc/device/ptx_check.hpp"

#include <algorithm>
#include <string_view>

#include "heddle/base/error.hpp"
#include "heddle/compile/lower.hpp"
#include "heddle/ptx/parser.hpp"

namespace heddle::cc {
namespace {

/// Line `number` of the text, counted from 1, without the blanks around it.
std::string_view line_of(std::string_view text, unsigned number) {
  for (unsigned i = 1; i < number; ++i)
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  text = text.substr(0, text.find('\n'));
  constexpr std::string_view kBlank = " \t\r";
  text.remove_prefix(std::min(text.find_first_not_of(kBlank), text.size()));
  return text.substr(0, text.find_last_not_of(kBlank) + 1);
}

/// The next word of the text, which it removes from the text.
std::string_view take_word(std::string_view& text) {
  constexpr std::string_view kBlank = " \t";
  text.remove_prefix(std::min(text.find_first_not_of(kBlank), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(kBlank));
  text.remove_prefix(word.size());
  return word;
}

/// The path in `.file NUMBER "PATH"`; "" if the PTX has no such directive.
std::string_view file_of(std::string_view ptx, std::string_view number) {
  const std::string directive = fmt::format("\t.file\t{} \"", number);
  const std::size_t found = ptx.find(directive);
  if (found == std::string_view::npos) return "";
  const std::string_view path = ptx.substr(found + directive.size());
  return path.substr(0, path.find('"'));
}

/// "FILE:LINE: " of the source whose code line `number` of the PTX is; "" if the PTX does not say.
/// The last .loc directive before the line says it.
std::string source_place(std::string_view ptx, unsigned number) {
  for (unsigned line = number; line > 0; --line) {
    std::string_view text = line_of(ptx, line);
    if (text.starts_with(".visible") || text.starts_with(".entry") || text.starts_with(".func"))
      break;
    if (take_word(text) != ".loc") continue;
    const std::string_view file = file_of(ptx, take_word(text));
    return file.empty() ? "" : fmt::format("{}:{}: ", file, take_word(text));
  }
  return "";
}

template <typename Check>
void explain_refusal(const std::string& ptx, const std::string& source, const Check& check) {
  try {
    check(source + " (its PTX)");
  } catch (const SourceError& error) {
    const unsigned line = error.where().line;
    fail("{}{}\n  {}", source_place(ptx, line), error.what(), line_of(ptx, line));
  }
}

}  // namespace

void refuse_unsupported(const std::string& ptx, const std::string& source, unsigned architecture) {
  compile::Options options;
  options.capability = architecture;
  explain_refusal(ptx, source,
                  [&](const std::string& name) { compile::lower(ptx::parse(ptx, name), options); });
}

void refuse_malformed(const std::string& ptx, const std::string& source) {
  explain_refusal(ptx, source, [&](const std::string& name) { ptx::parse(ptx, name); });
}

}  // namespace heddle::cc
