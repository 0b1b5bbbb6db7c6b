#include "study/gpgpusim/machine_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/core.h>

#include "heddle/base/text/visible_text.hpp"
#include "study/gpgpusim/conversion.hpp"
#include "study/tables/table.hpp"

namespace heddle::study::gpgpusim {
namespace {

constexpr std::size_t kCommentColumn = 36;
constexpr std::size_t kCommentWidth = 118;

std::string comment(const std::string& text, const std::string& first, const std::string& next) {
  std::string lines;
  for (const std::string& line : wrapped(visible(text), kCommentWidth - next.size()))
    lines += (lines.empty() ? first : next) + line + "\n";
  return lines;
}

std::string heading(const ImportRequest& request, const Import& import) {
  std::string files;
  for (const auto& file : request.files)
    files += (files.empty() ? "" : ", ") + file.filename().string();
  if (!import.power_file.empty()) files += ", " + import.power_file.filename().string();
  return comment(fmt::format("Written by heddle import from {}. Each line names the option of "
                             "GPGPU-Sim and its value. Parameters that stand in no line have the "
                             "value of the base.",
                             files),
                 "# ", "# ");
}

/// A whole number without its point.
sim::SettingValue shortest(const sim::SettingValue& value) {
  const auto* number = std::get_if<double>(&value);
  if (number == nullptr || *number != std::floor(*number) || std::fabs(*number) > 1e9) return value;
  return static_cast<std::int64_t>(*number);
}

std::string text_of_line(const std::string& name, const MachineLine& line) {
  std::string text = fmt::format("{} = {}", name, sim::to_toml(shortest(line.value)));
  text.resize(std::max(text.size() + 2, kCommentColumn), ' ');
  return text + "# " + visible(line.source) + "\n";
}

/// The tables, and their lines, in the order of heddle's parameters.
std::string tables(const Conversion& conversion, const std::string& device) {
  std::vector<std::pair<std::string, std::string>> tables = {
      {"device", "name = " + sim::to_toml(sim::SettingValue(device)) + "\n"}};
  std::set<std::string> done;
  for (const sim::ParameterRow& row : conversion.parameters()) {
    const auto line = conversion.lines().find(row.key);
    if (line == conversion.lines().end() || !done.insert(row.key).second) continue;
    const std::size_t dot = row.key.rfind('.');
    const std::string name = row.key.substr(0, dot);
    auto table = std::ranges::find(tables, name, &std::pair<std::string, std::string>::first);
    if (table == tables.end()) table = tables.insert(tables.end(), {name, ""});
    table->second += text_of_line(row.key.substr(dot + 1), line->second);
  }
  std::string text;
  for (const auto& [name, lines] : tables) text += fmt::format("\n[{}]\n{}", name, lines);
  return text;
}

std::string without_counterpart(const Import& import) {
  std::string text;
  for (const OptionFinding& option : import.options) {
    if (option.known && option.fate != Fate::lacking) continue;
    const std::string note = option.known ? option.note : "unknown option" + option.note;
    text += comment(fmt::format("{} {}: {}", option.name, option.value, note), "#   ", "#     ");
  }
  return text.empty() ? "" : "#\n# Options without counterpart, and what that changes:\n" + text;
}

}  // namespace

std::string machine_text(const ImportRequest& request, const Import& import,
                         const Conversion& conversion) {
  return heading(request, import) + without_counterpart(import) +
         "\nbase = " + sim::to_toml(sim::SettingValue(import.base)) + "\n" +
         tables(conversion, request.name);
}

}  // namespace heddle::study::gpgpusim
