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

template <typename Check>
void explain_refusal(const std::string& ptx, const std::string& source, const Check& check) {
  try {
    check(source + " (its PTX)");
  } catch (const SourceError& error) {
    fail("{}\n  {}", error.what(), line_of(ptx, error.where().line));
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
