#include "cli/manual/manual_page.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command.hpp"
#include "heddle/sim/output/version.hpp"

namespace heddle::cli {
namespace {

/// Escapes text for roff: escapes backslashes, hyphens and a control character at the beginning of
/// a line.
std::string roff(std::string_view text) {
  std::string escaped;
  bool begins = true;
  for (const char c : text) {
    if (begins && (c == '.' || c == '\'')) escaped += "\\&";
    begins = c == '\n';
    if (c == '\\') {
      escaped += "\\e";
    } else if (c == '-') {
      escaped += "\\-";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string heading(std::string_view title, std::string_view doc) {
  std::string upper(title);
  std::ranges::transform(upper, upper.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return fmt::format(".TH {} 1 \"\" \"heddle {}\" \"heddle\"\n.SH NAME\n{} \\- {}\n", roff(upper),
                     roff(sim::version()), roff(title), roff(doc));
}

std::string preformatted(std::string_view text) { return ".nf\n" + roff(text) + "\n.fi\n"; }

std::string synopsis(std::string_view name, const Description& command) {
  std::string text = fmt::format(".SH SYNOPSIS\n.B heddle {}\n[\\fIOPTIONS\\fR]", roff(name));
  for (const DescribedOption& option : command.options)
    if (option.is_positional) text += fmt::format(" [\\fI{}\\fR]", roff(option.names.front()));
  return text + "\n";
}

std::string entry(const DescribedOption& option) {
  const std::string takes =
      option.takes.empty() ? "" : fmt::format(" \\fI{}\\fR", roff(option.takes));
  return fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", roff(fmt::to_string(fmt::join(option.names, ", "))),
                     takes, option.doc.empty() ? "\\&" : roff(option.doc));
}

}  // namespace

std::string manual_page(std::string_view name, const Description& command) {
  const auto found = std::ranges::find(commands(), name, &Command::name);
  std::string page = heading("heddle-" + std::string(name), found->doc) + synopsis(name, command);
  page += ".SH DESCRIPTION\n" + roff(command.summary) + "\n";
  if (!command.options.empty()) page += ".SH OPTIONS\n";
  for (const DescribedOption& option : command.options) page += entry(option);
  if (!command.footer.empty()) page += ".SH MORE\n" + preformatted(command.footer);
  return page + ".SH SEE ALSO\n.BR heddle (1)\n";
}

std::string manual_of_heddle() {
  std::string page = heading("heddle", "a cycle-level GPU simulator") +
                     ".SH SYNOPSIS\n.B heddle\n\\fICOMMAND\\fR [\\fIARGUMENTS\\fR]\n.SH COMMANDS\n";
  for (const Command& command : commands()) {
    if (command.doc.empty()) continue;
    page += fmt::format(".TP\n.BR heddle\\-{} (1)\n{}\n", roff(command.name), roff(command.doc));
  }
  return page;
}

}  // namespace heddle::cli
