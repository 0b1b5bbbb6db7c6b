#include "study/runs/launch_table.hpp"

#include <algorithm>

#include "heddle/sim/records/saved_stats.hpp"

namespace heddle::study {
namespace {

/// Orders spans so that the shortest is on top of a heap.
bool is_longer(const LaunchSpan& left, const LaunchSpan& right) {
  return left.end - left.begin > right.end - right.begin;
}

}  // namespace

LaunchTable read_launches(const std::filesystem::path& folder, std::size_t most) {
  LaunchTable table;
  sim::visit_saved_launches(folder, [&](const sim::SavedLaunch& launch) {
    if (launch.process != 0 || !launch.timed || launch.ended < launch.started) return;
    table.spans.push_back({launch.name, launch.started, launch.ended});
    std::ranges::push_heap(table.spans, is_longer);
    if (table.spans.size() <= most) return;
    std::ranges::pop_heap(table.spans, is_longer);
    table.spans.pop_back();
    ++table.left_out;
  });
  std::ranges::stable_sort(table.spans, {}, &LaunchSpan::begin);
  return table;
}

}  // namespace heddle::study
