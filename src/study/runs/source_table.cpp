#include "study/runs/source_table.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/core.h>

#include "heddle/base/error.hpp"
#include "study/tables/table_lines.hpp"

namespace heddle::study {
namespace {

/// The columns of source_lines.csv before the reasons. After the reasons come kTexts columns.
constexpr std::size_t kKernelColumn = 0, kPtxLineColumn = 2, kFileColumn = 3, kLineColumn = 4,
                      kWarpsColumn = 5, kFirstReasonColumn = 6;
constexpr std::size_t kTexts = 2;

using LinesByPlace = std::map<std::tuple<std::string, std::string, std::string>, HotLine>;

std::uint64_t count_in(const std::string& field) {
  return static_cast<std::uint64_t>(number_in(field));
}

void add_charge(const TableLine& line, const std::string& file, const std::string& place,
                const std::string& text, LinesByPlace& lines) {
  HotLine& hot = lines[{line[kKernelColumn], file, place}];
  const std::size_t reasons = line.size() - kFirstReasonColumn - kTexts;
  hot.kernel = line[kKernelColumn];
  hot.place = place;
  hot.text = text;
  hot.warps += count_in(line[kWarpsColumn]);
  hot.reasons.resize(reasons);
  for (std::size_t i = 0; i < reasons; ++i)
    hot.reasons[i] += count_in(line[kFirstReasonColumn + i]);
}

std::vector<HotLine> hottest(const LinesByPlace& lines, std::size_t most) {
  std::vector<HotLine> all;
  for (const auto& [place, line] : lines) all.push_back(line);
  std::ranges::stable_sort(all, std::ranges::greater{}, &HotLine::warps);
  if (all.size() > most) all.resize(most);
  return all;
}

}  // namespace

SourceTable read_source_lines(const std::filesystem::path& folder, std::size_t most) {
  const std::filesystem::path file = folder / "source_lines.csv";
  SourceTable table;
  if (!has_table(file)) return table;
  table.processes = processes_of_table(file);
  LinesByPlace ptx, source;
  table.is_cut = !visit_table(file, [&](const TableLine& heading, const TableLine& line) {
    if (line.size() < kFirstReasonColumn + kTexts)
      fail("expected kernel,pc,ptx_line,file,line,warps,...,ptx,source");
    if (table.reasons.empty())
      table.reasons.assign(heading.begin() + kFirstReasonColumn, heading.end() - kTexts);
    table.warps += count_in(line[kWarpsColumn]);
    add_charge(line, "", "PTX " + line[kPtxLineColumn], line[line.size() - kTexts], ptx);
    if (line[kLineColumn].empty()) return;
    const std::string name = std::filesystem::path(line[kFileColumn]).filename().string();
    add_charge(line, line[kFileColumn], fmt::format("{}:{}", name, line[kLineColumn]), line.back(),
               source);
  });
  table.ptx = hottest(ptx, most);
  table.source = hottest(source, most);
  table.all_ptx = ptx.size();
  table.all_source = source.size();
  return table;
}

}  // namespace heddle::study
