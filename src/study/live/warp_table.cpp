#include "study/live/warp_table.hpp"

#include <algorithm>

#include "heddle/base/error.hpp"
#include "study/tables/table_lines.hpp"

namespace heddle::study {
namespace {

/// The number of columns:
/// now,sm,kernel,block,warp,state,since,launched,instructions,pc,ptx_line,ptx.
constexpr std::size_t kWarpFields = 12;
constexpr std::uint64_t kMostSmsOfTable = 4096;

}  // namespace

WarpTable read_warps(const std::filesystem::path& folder, std::size_t most) {
  const std::filesystem::path file = folder / "resident_warps.csv";
  WarpTable table;
  std::error_code error;
  if (std::filesystem::file_size(file, error) == 0 || error) return table;
  visit_table(file, [&](const TableLine&, const TableLine& line) {
    if (line.size() != kWarpFields) fail("expected {} fields", kWarpFields);
    const auto whole = [&](std::size_t at) {
      return static_cast<std::uint64_t>(number_in(line[at]));
    };
    const std::uint64_t sm = whole(1);
    if (sm >= kMostSmsOfTable) fail("no machine has an SM {}", sm);
    if (table.waits.size() <= sm) table.waits.resize(sm + 1);
    ++table.waits[sm][line[5]];
    const double now = number_in(line[0]);
    table.slowest.push_back({.sm = sm,
                             .block = whole(3),
                             .warp = whole(4),
                             .kernel = line[2],
                             .state = line[5],
                             .cycles = now - number_in(line[7]),
                             .waiting = now - number_in(line[6]),
                             .instructions = number_in(line[8]),
                             .line = line[10].empty() ? "" : line[10] + ": " + line[11]});
  });
  std::ranges::stable_sort(table.slowest, std::ranges::less{}, &SlowWarp::rate);
  if (table.slowest.size() > most) table.slowest.resize(most);
  return table;
}

}  // namespace heddle::study
