#include "study/page/source_json.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace heddle::study {
namespace {

struct KernelRows {
  std::string kernel;
  std::uint64_t warps = 0;
  std::vector<const SourceRow*> rows;
};

/// The rows of each kernel, most warps first.
std::vector<KernelRows> rows_by_kernel(const SourceTable& table) {
  std::vector<KernelRows> kernels;
  std::map<std::string, std::size_t> known;
  for (const SourceRow& row : table.rows) {
    const auto [place, is_new] = known.try_emplace(row.kernel, kernels.size());
    if (is_new) kernels.push_back({row.kernel, 0, {}});
    kernels[place->second].warps += row.warps;
    kernels[place->second].rows.push_back(&row);
  }
  std::ranges::stable_sort(kernels, std::ranges::greater{}, &KernelRows::warps);
  return kernels;
}

/// Leaves the `most` rows with the most warps, in their order.
void keep_hottest(std::vector<const SourceRow*>& rows, std::size_t most) {
  if (rows.size() <= most) return;
  std::ranges::stable_sort(rows, std::ranges::greater{}, &SourceRow::warps);
  rows.resize(most);
  std::ranges::stable_sort(rows, {}, &SourceRow::pc);
}

/// The lines of the source that rows name. A line is stored once.
class SpotList {
 public:
  /// Returns the index of the line; null if the line is unknown.
  PageJson index_of(const SourceSpot& spot) {
    if (spot.line == 0) return nullptr;
    const auto [place, is_new] = known_.try_emplace({spot.file, spot.line}, list_.size());
    if (is_new) {
      list_.push_back(
          {{"file", spot.file}, {"name", spot.name()}, {"line", spot.line}, {"text", spot.text}});
    }
    return place->second;
  }
  PageJson list() { return std::move(list_); }

 private:
  std::map<std::pair<std::string, std::uint64_t>, std::size_t> known_;
  PageJson list_ = PageJson::array();
};

PageJson row_json(const SourceRow& row, SpotList& spots) {
  return {{"pc", row.pc},
          {"instruction", row.instruction},
          {"ptx_line", row.ptx_line},
          {"ptx", row.ptx},
          {"spot", spots.index_of(row.spot)},
          {"calling", spots.index_of(row.calling)},
          {"warps", row.warps},
          {"reasons", row.reasons},
          {"issues", row.issues},
          {"lanes", row.lanes},
          {"requests", row.requests},
          {"sectors", row.sectors},
          {"bank_requests", row.bank_requests},
          {"bank_cycles", row.bank_cycles}};
}

}  // namespace

PageJson source_json(const SourceTable& table, std::size_t most) {
  std::uint64_t warps = 0, charged = 0, shown = 0;
  for (const SourceRow& row : table.rows) {
    warps += row.warps;
    if (row.warps != 0) ++charged;
  }
  if (warps == 0) return nullptr;
  SpotList spots;
  PageJson kernels = PageJson::array();
  for (KernelRows& kernel : rows_by_kernel(table)) {
    if (most == 0 || kernel.warps == 0) break;
    keep_hottest(kernel.rows, most);
    most -= kernel.rows.size();
    PageJson rows = PageJson::array();
    for (const SourceRow* const row : kernel.rows) {
      rows.push_back(row_json(*row, spots));
      if (row->warps != 0) ++shown;
    }
    kernels.push_back({{"kernel", kernel.kernel}, {"rows", std::move(rows)}});
  }
  return {{"reasons", table.reasons},     {"warps", warps},        {"left_out", charged - shown},
          {"processes", table.processes}, {"spots", spots.list()}, {"kernels", std::move(kernels)}};
}

}  // namespace heddle::study
