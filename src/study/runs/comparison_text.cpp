// Prints a comparison for a terminal, as Markdown and as CSV.

#include <algorithm>

#include <fmt/core.h>

#include "study/runs/comparison.hpp"
#include "study/tables/csv.hpp"
#include "study/tables/table.hpp"

namespace heddle::study {
namespace {

constexpr const char* kLegend = "pp: percentage points";
constexpr std::size_t kRunGap = 3;  ///< number of characters between the columns of two runs
constexpr std::size_t kInner = 2;   ///< number of characters between a value and its change

/// Prints a section as a table with aligned columns.
class SectionText {
 public:
  SectionText(const ComparedSection& section, const std::vector<std::string>& names)
      : section_(section), names_(names), values_(names.size()), changes_(names.size()) {
    label_ = section.title.size();
    for (const ComparedRow& row : section.rows) label_ = std::max(label_, row.label.size());
    for (std::size_t run = 0; run < names.size(); ++run) {
      values_[run] = names[run].size();
      for (const ComparedRow& row : section.rows) {
        values_[run] = std::max(values_[run], row.runs[run].text.size());
        changes_[run] = std::max(changes_[run], row.runs[run].change.size());
      }
    }
  }

  std::string text(unsigned width) const {
    std::string text;
    std::size_t next = 1;
    do {
      std::vector<std::size_t> runs = {0};
      std::size_t used = label_ + columns_of(0);
      while (next < names_.size() && (runs.size() == 1 || used + columns_of(next) <= width)) {
        used += columns_of(next);
        runs.push_back(next++);
      }
      text += "\n" + block(runs);
    } while (next < names_.size());
    return text;
  }

 private:
  std::size_t columns_of(std::size_t run) const {
    return kRunGap + values_[run] + (changes_[run] == 0 ? 0 : kInner + changes_[run]);
  }

  std::string block(const std::vector<std::size_t>& runs) const {
    std::string text = line(section_.title, runs,
                            [&](std::size_t run) { return ComparedValue{names_[run], "", ""}; });
    for (const ComparedRow& row : section_.rows)
      text += line(row.label, runs, [&](std::size_t run) { return row.runs[run]; });
    return text;
  }

  template <typename Of>
  std::string line(const std::string& label, const std::vector<std::size_t>& runs,
                   const Of& of) const {
    std::string text = fmt::format("{:<{}}", label, label_);
    for (const std::size_t run : runs) {
      const ComparedValue value = of(run);
      text += fmt::format("{:>{}}", value.text, kRunGap + values_[run]);
      if (changes_[run] != 0)
        text += fmt::format("{:{}}{:<{}}", "", kInner, value.change, changes_[run]);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text + "\n";
  }

  const ComparedSection& section_;
  const std::vector<std::string>& names_;
  std::size_t label_ = 0;
  std::vector<std::size_t> values_, changes_;  ///< width of each run's values and changes
};

/// `repeats`: whether each line has the kernel's name, or only the first line of each kernel.
Table kernel_table(const ComparedRuns& comparison, bool repeats) {
  Table table{{"kernel", "run", "launches", "cycles", "change", "share", "IPC"}, {}};
  std::string before;
  for (const ComparedKernel& line : comparison.kernels) {
    table.rows.push_back({!repeats && line.kernel == before ? "" : line.kernel, line.run,
                          line.launches, line.cycles, line.change, line.share, line.ipc});
    before = line.kernel;
  }
  return table;
}

Table markdown_table(const ComparedSection& section, const std::vector<std::string>& names) {
  Table table{{section.title}, {}};
  table.columns.insert(table.columns.end(), names.begin(), names.end());
  for (const ComparedRow& row : section.rows) {
    table.rows.push_back({row.label});
    for (const ComparedValue& value : row.runs) {
      table.rows.back().push_back(
          value.change.empty() ? value.text : fmt::format("{} ({})", value.text, value.change));
    }
  }
  return table;
}

std::string head(const ComparedRuns& comparison) {
  std::string text;
  for (const std::string& caveat : comparison.caveats) text += "warning: " + caveat + "\n";
  if (comparison.names.size() > 1)
    text += fmt::format("baseline: {}; {}\n", comparison.names[0], kLegend);
  return text;
}

void add_csv(std::string& text, const ComparedSection& section) {
  for (const ComparedRow& row : section.rows) {
    text += fmt::format("{},{},{}", csv_field(section.title), csv_field(row.label), row.unit);
    for (const ComparedValue& value : row.runs) text += "," + csv_field(value.number);
    text += "\n";
  }
}

}  // namespace

std::string comparison_text(const ComparedRuns& comparison, unsigned width) {
  std::string text = head(comparison);
  text += SectionText(comparison.headline, comparison.names).text(width);
  if (!comparison.kernels.empty()) {
    Table table = kernel_table(comparison, false);
    table.align_right({2, 3, 5, 6});
    text += "\n" + table.text();
  }
  for (const std::string& note : comparison.kernel_notes) text += note + "\n";
  for (const ComparedSection* section : {&comparison.stalls, &comparison.parameters}) {
    if (!section->rows.empty()) text += SectionText(*section, comparison.names).text(width);
  }
  text.erase(0, text.find_first_not_of('\n'));
  return text;
}

std::string comparison_markdown(const ComparedRuns& comparison) {
  std::string text = head(comparison);
  text +=
      (text.empty() ? "" : "\n") + markdown_table(comparison.headline, comparison.names).markdown();
  if (!comparison.kernels.empty()) text += "\n" + kernel_table(comparison, true).markdown();
  for (const std::string& note : comparison.kernel_notes) text += "\n" + note + "\n";
  for (const ComparedSection* section : {&comparison.stalls, &comparison.parameters}) {
    if (!section->rows.empty())
      text += "\n" + markdown_table(*section, comparison.names).markdown();
  }
  return text;
}

std::string comparison_csv(const ComparedRuns& comparison) {
  std::string text = "section,name,unit";
  for (const std::string& name : comparison.names) text += "," + csv_field(name);
  text += "\n";
  for (const auto* section : {&comparison.headline, &comparison.stalls, &comparison.parameters})
    add_csv(text, *section);
  return text;
}

}  // namespace heddle::study
