#include "study/picture/sm_warps.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>

#include "heddle/base/error.hpp"
#include "heddle/model/stall.hpp"
#include "study/tables/csv.hpp"

namespace heddle::study {
namespace {

/// The state for each model::Stall. `issued` means that the warp issued an instruction.
constexpr std::array<WarpState, model::kStalls> kStates = {
    WarpState::issued, WarpState::throttled, WarpState::pipeline, WarpState::memory,
    WarpState::result, WarpState::other,     WarpState::other,    WarpState::barrier,
    WarpState::fetch,  WarpState::other,     WarpState::other,    WarpState::other,
    WarpState::nothing};

/// Positions of the columns that are read.
enum Column : std::uint8_t {
  kSmField,
  kTrack,
  kNumber,
  kBeginColumn,
  kEndColumn,
  kState,
  kKernelField = 11
};
constexpr std::string_view kTableHeading =
    "sm,track,number,begin,end,state,warp,pc,lanes,launch,block,kernel";

using Row = std::array<std::string_view, kKernelField + 1>;

/// Splits a line at its commas. The last field is a kernel's name and may contain commas.
Row row_of(std::string_view line) {
  Row row;
  for (std::size_t i = 0; i < kKernelField; ++i) {
    const std::size_t comma = line.find(',');
    if (comma == std::string_view::npos) fail("a timeline's table has {} columns", row.size());
    row[i] = line.substr(0, comma);
    line.remove_prefix(comma + 1);
  }
  row[kKernelField] = line;
  return row;
}

std::uint64_t number_in_row(std::string_view text) {
  std::uint64_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || stop != text.data() + text.size())
    fail("'{}' in a timeline's table is no number", text);
  return number;
}

WarpState state_of(std::string_view name) {
  if (name == "ready") return WarpState::ready;
  const auto* const found = std::ranges::find(model::kStallNames, name);
  if (found == model::kStallNames.end()) fail("'{}' in a timeline's table is no state", name);
  return kStates[static_cast<std::size_t>(found - model::kStallNames.begin())];
}

std::string unquoted(std::string_view field) {
  if (!field.starts_with('"')) return std::string(field);
  return parse_csv(field, "a kernel's name").columns.at(0);
}

void add_kernel(SmWarps& sm, const std::string& kernel) {
  if (!kernel.empty() && std::ranges::find(sm.kernels, kernel) == sm.kernels.end())
    sm.kernels.push_back(kernel);
}

void add(SmWarps& sm, const Row& row) {
  const Cycle begin = number_in_row(row[kBeginColumn]), end = number_in_row(row[kEndColumn]);
  sm.begin = std::min(sm.begin, begin);
  sm.end = std::max(sm.end, end);
  if (row[kTrack] == "block") add_kernel(sm, unquoted(row[kKernelField]));
  if (row[kTrack] != "warp") return;
  const std::size_t context = number_in_row(row[kNumber]);
  if (sm.warps.size() <= context) sm.warps.resize(context + 1);
  sm.warps[context].push_back({begin, end, state_of(row[kState])});
}

/// Calls `use` for each bin that the stretch overlaps, with the number of the stretch's cycles in
/// the bin.
template <typename Use>
void share_out(const WarpStretch& stretch, const Bins& bins, const Use& use) {
  Cycle at = std::max(stretch.begin, bins.begin);
  while (at < stretch.end) {
    const auto bin = static_cast<std::size_t>((at - bins.begin) / bins.width);
    if (bin >= bins.count) return;
    const Cycle next = std::min(stretch.end, bins.begin + (bin + 1) * bins.width);
    use(bin, next - at);
    at = next;
  }
}

}  // namespace

std::vector<SmWarps> read_sm_warps(std::string_view csv) {
  const auto line = [&csv] {
    const std::size_t end = std::min(csv.find('\n'), csv.size());
    const std::string_view text = csv.substr(0, end);
    csv.remove_prefix(std::min(end + 1, csv.size()));
    return text;
  };
  if (line() != kTableHeading) fail("this is no table of a timeline");
  std::vector<SmWarps> sms;
  while (!csv.empty()) {
    const Row row = row_of(line());
    const auto number = static_cast<std::uint32_t>(number_in_row(row[kSmField]));
    if (sms.empty() || sms.back().sm != number) sms.push_back({number});
    add(sms.back(), row);
  }
  return sms;
}

std::vector<BinnedState> binned(const std::vector<WarpStretch>& warp, const Bins& bins) {
  std::vector<std::array<Cycle, kWarpStates>> cycles(bins.count);
  for (const WarpStretch& stretch : warp) {
    share_out(stretch, bins, [&](std::size_t bin, Cycle count) {
      cycles[bin][static_cast<std::size_t>(stretch.state)] += count;
    });
  }
  std::vector<BinnedState> states(bins.count);
  for (std::size_t bin = 0; bin < bins.count; ++bin) {
    auto& counts = cycles[bin];
    const Cycle known = std::accumulate(counts.begin(), counts.end(), Cycle{0});
    counts[static_cast<std::size_t>(WarpState::nothing)] +=
        bins.width - std::min(known, bins.width);
    const auto* const most = std::max_element(counts.begin() + 1, counts.end());
    states[bin].issued = static_cast<float>(counts[0]) / static_cast<float>(bins.width);
    if (*most != 0) states[bin].waits = static_cast<WarpState>(most - counts.begin());
  }
  return states;
}

std::vector<double> binned_ipc(const SmWarps& sm, const Bins& bins) {
  std::vector<double> ipc(bins.count);
  for (const auto& warp : sm.warps) {
    for (const WarpStretch& stretch : warp) {
      if (stretch.state != WarpState::issued) continue;
      share_out(stretch, bins, [&](std::size_t bin, Cycle count) {
        ipc[bin] += static_cast<double>(count) / static_cast<double>(bins.width);
      });
    }
  }
  return ipc;
}

}  // namespace heddle::study
