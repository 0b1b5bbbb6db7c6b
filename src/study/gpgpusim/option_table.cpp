#include "study/gpgpusim/option_table.hpp"

#include <algorithm>
#include <vector>

#include "heddle/base/text/suggestion.hpp"
#include "study/gpgpusim/text/option_file.hpp"

namespace heddle::study::gpgpusim {
namespace {

bool names(const OptionRow& row, std::string_view name) {
  if (!row.name.ends_with('*')) return row.name == name;
  return name.starts_with(row.name.substr(0, row.name.size() - 1));
}

std::vector<const OptionRow*> all_rows() {
  std::vector<const OptionRow*> rows;
  for (const std::span<const OptionRow> part :
       {core_options(), unit_options(), cache_options(), memory_options(), network_options(),
        other_options()})
    for (const OptionRow& row : part) rows.push_back(&row);
  return rows;
}

}  // namespace

std::string_view name_of(Fate fate) {
  constexpr std::string_view kNames[] = {"taken", "taken with a difference", "no counterpart",
                                         "no effect on results"};
  return kNames[static_cast<std::size_t>(fate)];
}

std::span<const OptionRow* const> option_rows() {
  static const std::vector<const OptionRow*> rows = all_rows();
  return rows;
}

const OptionRow* find_option(std::string_view name) {
  const auto rows = option_rows();
  const auto at =
      std::ranges::find_if(rows, [&](const OptionRow* row) { return names(*row, name); });
  return at == rows.end() ? nullptr : *at;
}

std::string near_option(std::string_view name) {
  std::vector<std::string> known;
  for (const OptionRow* row : option_rows()) known.emplace_back(row->name);
  return did_you_mean(name, known);
}

Table option_table() {
  Table table{{"option", "default", "import", "parameters", "difference, or what its lack changes"},
              {}};
  for (const OptionRow* row : option_rows()) {
    std::string note(row->note);
    if (!row->same.empty())
      note +=
          (note.empty() ? "" : "; ") + ("with " + std::string(row->same)) + " heddle does the same";
    std::string name(row->name);
    if (const auto older = older_name(row->name); !older.empty())
      name += ", before 4.0 " + std::string(older);
    table.rows.push_back({name, std::string(row->usual), std::string(name_of(row->fate)),
                          std::string(row->keys), note});
  }
  return table;
}

void read_elsewhere(Conversion& /*conversion*/) {}

}  // namespace heddle::study::gpgpusim
