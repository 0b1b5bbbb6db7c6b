#include "heddle/compile/registers/graph_colouring.hpp"

#include <algorithm>
#include <queue>

namespace heddle::compile {
namespace {

using Edges = std::vector<std::vector<std::uint32_t>>;

/// Returns for each group the groups that interfere with it. Two groups interfere if each has a row
/// that is live at the same moment.
Edges interference(const RowGroups& groups) {
  struct Live {
    Stretch stretch;
    std::uint32_t group;
  };
  std::vector<Live> stretches;
  for (std::uint32_t group = 0; group < groups.size(); ++group) {
    for (const LiveRange& range : groups.group(group).places) {
      for (const Stretch& stretch : range) stretches.push_back({stretch, group});
    }
  }
  std::ranges::sort(stretches, {}, [](const Live& live) { return live.stretch.begin; });
  Edges edges(groups.size());
  std::vector<Live> open;
  for (const Live& next : stretches) {
    std::erase_if(open, [&](const Live& live) { return live.stretch.end <= next.stretch.begin; });
    for (const Live& live : open) {
      if (live.group == next.group) continue;
      edges[live.group].push_back(next.group);
      edges[next.group].push_back(live.group);
    }
    open.push_back(next);
  }
  for (std::vector<std::uint32_t>& list : edges) {
    std::ranges::sort(list);
    list.erase(std::ranges::unique(list).begin(), list.end());
  }
  return edges;
}

}  // namespace

std::uint32_t fewest_registers(const RowGroups& groups) {
  std::vector<std::pair<Moment, std::int32_t>> changes;
  for (std::uint32_t group = 0; group < groups.size(); ++group) {
    for (const LiveRange& range : groups.group(group).places) {
      for (const Stretch& stretch : range) {
        changes.emplace_back(stretch.begin, 1);
        changes.emplace_back(stretch.end, -1);
      }
    }
  }
  std::ranges::sort(changes);
  std::int32_t live = 0, most = 0;
  for (const auto& [moment, change] : changes) most = std::max(most, live += change);
  return static_cast<std::uint32_t>(most);
}

std::vector<std::uint32_t> colouring_order(const RowGroups& groups) {
  const Edges edges = interference(groups);
  const auto size = [&](std::uint32_t group) {
    return static_cast<std::uint32_t>(groups.group(group).places.size());
  };
  std::vector<std::uint32_t> order, weight(groups.size(), 0);
  std::vector<bool> out(groups.size(), false);
  using Entry = std::pair<std::uint32_t, std::uint32_t>;  // total number of rows in neighbouring
                                                          // groups, and number of the group
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> lightest;
  for (std::uint32_t group = 0; group < groups.size(); ++group) {
    out[group] = size(group) == 0 || groups.group(group).fixed;
    for (const std::uint32_t other : edges[group]) weight[group] += size(other);
    if (!out[group]) lightest.emplace(weight[group], group);
  }
  while (!lightest.empty()) {
    const auto [rows, group] = lightest.top();
    lightest.pop();
    if (out[group] || rows != weight[group]) continue;
    out[group] = true;
    order.push_back(group);
    for (const std::uint32_t other : edges[group]) {
      if (out[other]) continue;
      weight[other] -= size(group);
      lightest.emplace(weight[other], other);
    }
  }
  for (std::uint32_t group = 0; group < groups.size(); ++group) {
    if (groups.group(group).fixed) order.push_back(group);
  }
  std::ranges::reverse(order);
  return order;
}

}  // namespace heddle::compile
