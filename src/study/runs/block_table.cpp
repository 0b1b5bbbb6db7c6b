#include <algorithm>
#include <map>

#include "heddle/base/error.hpp"
#include "study/runs/time_tables.hpp"
#include "study/tables/table_lines.hpp"

namespace heddle::study {
namespace {

/// A line of blocks.csv: launch,kernel,sm,place,block,start,end. The field `end` is empty for a
/// block that was still running at the end of the run.
struct BlockStay {
  std::uint64_t launch = 0, sm = 0;
  double start = 0, end = 0;
  bool has_end = true;
};

constexpr std::size_t kBlockFields = 7;
constexpr std::uint64_t kMostSms = 4096;  ///< bound on the number of SMs; no machine has more

BlockStay block_stay(const TableLine& line) {
  if (line.size() < kBlockFields) fail("expected launch,kernel,sm,place,block,start,end");
  BlockStay stay;
  stay.launch = static_cast<std::uint64_t>(number_in(line[0]));
  stay.sm = static_cast<std::uint64_t>(number_in(line[2]));
  if (stay.sm >= kMostSms) fail("no machine has an SM {}", stay.sm);
  stay.start = number_in(line[5]);
  stay.has_end = !line[6].empty();
  stay.end = stay.has_end ? number_in(line[6]) : stay.start;
  return stay;
}

/// The longest launch of each kernel, longest first.
std::vector<LaunchBlocks> longest_launches(const std::map<std::uint64_t, LaunchBlocks>& launches) {
  std::map<std::string, const LaunchBlocks*> longest;
  for (const auto& [number, launch] : launches) {
    const LaunchBlocks*& known = longest[launch.kernel];
    if (known == nullptr || launch.cycles > known->cycles) known = &launch;
  }
  std::vector<LaunchBlocks> chosen;
  for (const auto& [kernel, launch] : longest) chosen.push_back(*launch);
  std::ranges::stable_sort(chosen, std::ranges::greater{}, &LaunchBlocks::cycles);
  return chosen;
}

/// Adds a stay to the mean of each span of time that the stay overlaps.
void add_stay(const BlockStay& stay, std::size_t spans, LaunchBlocks& launch) {
  if (launch.resident.size() <= stay.sm) launch.resident.resize(stay.sm + 1);
  std::vector<double>& resident = launch.resident[stay.sm];
  resident.resize(spans);
  const double length = static_cast<double>(launch.cycles) / static_cast<double>(spans);
  const double end = stay.has_end ? stay.end : static_cast<double>(launch.cycles);
  if (length <= 0) return;
  for (auto span = static_cast<std::size_t>(stay.start / length); span < spans; ++span) {
    const double begins = static_cast<double>(span) * length;
    if (begins >= end) return;
    const double overlap = std::min(end, begins + length) - std::max(stay.start, begins);
    resident[span] += std::max(0.0, overlap) / length;
  }
}

}  // namespace

BlockTable read_blocks(const std::filesystem::path& folder, std::size_t most, std::size_t spans) {
  const std::filesystem::path file = folder / "blocks.csv";
  BlockTable table;
  if (!has_table(file)) return table;
  table.processes = processes_of_table(file);
  std::map<std::uint64_t, LaunchBlocks> launches;
  table.is_cut = !visit_table(file, [&](const TableLine&, const TableLine& line) {
    const BlockStay stay = block_stay(line);
    LaunchBlocks& launch = launches[stay.launch];
    if (launch.blocks++ == 0) {
      launch.launch = stay.launch;
      launch.kernel = line[1];
    }
    launch.cycles = std::max(launch.cycles, static_cast<std::uint64_t>(stay.end));
  });
  table.all_launches = launches.size();
  table.launches = longest_launches(launches);
  table.all_kernels = table.launches.size();
  if (table.launches.size() > most) table.launches.resize(most);
  std::map<std::uint64_t, LaunchBlocks*> chosen;
  for (LaunchBlocks& launch : table.launches) chosen[launch.launch] = &launch;
  visit_table(file, [&](const TableLine&, const TableLine& line) {
    const BlockStay stay = block_stay(line);
    if (const auto found = chosen.find(stay.launch); found != chosen.end())
      add_stay(stay, spans, *found->second);
  });
  for (LaunchBlocks& launch : table.launches) {
    for (auto& resident : launch.resident) resident.resize(spans);
  }
  return table;
}

}  // namespace heddle::study
