#include <string>

#include <fmt/core.h>

#include "study/gpgpusim/import.hpp"
#include "study/tables/table.hpp"

namespace heddle::study::gpgpusim {
namespace {

constexpr std::size_t kMostValue = 44;

std::string shortened(const std::string& value) {
  return value.size() <= kMostValue ? value : value.substr(0, kMostValue - 3) + "...";
}

std::string options_with(const Import& import, Fate fate, const std::string& title,
                         const char* last, bool with_keys, std::size_t room) {
  Table table{{"option", "value", "becomes", last}, {}};
  for (const OptionFinding& option : import.options)
    if (option.known && option.fate == fate)
      table.rows.push_back({option.name, shortened(option.value), option.keys, option.note});
  if (table.rows.empty()) return "";
  if (!with_keys) table.leave_out("becomes");
  return "\n" + title + "\n" + table.text(room);
}

std::string notes(const Import& import) {
  std::string text;
  for (const std::string& line : import.replaced) text += line + "\n";
  for (const OptionFinding& option : import.options)
    if (!option.known)
      text += fmt::format("{}: unknown option {}{}\n", option.place, option.name, option.note);
  return text.empty() ? "" : "\n" + text;
}

std::string power_table(const Import& import, bool all, std::size_t room) {
  if (import.power_file.empty()) return "";
  Table table{{"value", "number", "becomes", "note"}, {}};
  std::size_t factors = 0;
  for (const PowerFinding& row : import.power) {
    if (row.becomes.empty()) ++factors;
    if (all || !row.becomes.empty())
      table.rows.push_back({row.name, row.value, row.becomes, row.note});
  }
  std::string text =
      fmt::format("\n{}:\n{}", import.power_file.filename().string(), table.text(room));
  if (factors > 0)
    text += fmt::format(
        "{} factors without counterpart: they scale energies of McPAT; events have "
        "the energies of {}\n",
        factors, import.base);
  return text;
}

}  // namespace

std::string summary_text(const Import& import, bool all, std::size_t room) {
  std::string text = fmt::format(
      "{} options: {} taken, {} taken with a difference, {} without counterpart, {} without effect "
      "on results",
      import.options.size(), import.count(Fate::taken), import.count(Fate::differs),
      import.count(Fate::lacking), import.count(Fate::no_result));
  if (import.unknown() != 0) text += fmt::format(", {} unknown", import.unknown());
  text += fmt::format("\nbase: {}, for what no option says\n", import.base);
  if (all) text += options_with(import, Fate::taken, "taken:", "note", true, room);
  text +=
      options_with(import, Fate::differs, "taken with a difference:", "difference", false, room);
  text +=
      options_with(import, Fate::lacking, "without counterpart:", "what that changes", false, room);
  if (all)
    text +=
        options_with(import, Fate::no_result, "without effect on results:", "note", false, room);
  return text + power_table(import, all, room) + notes(import);
}

}  // namespace heddle::study::gpgpusim
