// Grids that have not begun: some wait for a kernel slot, some begin at a given cycle.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <iterator>
#include <vector>

#include "heddle/core/terms/counters.hpp"
#include "heddle/gpu/dispatch/grid_run.hpp"

namespace heddle::gpu {

/// Whether the grid is served before a grid that was queued earlier. Two cooperative grids never
/// overtake each other: a cooperative grid keeps what its placed blocks occupy until all its blocks
/// are placed, so two such grids with some blocks placed would wait for each other for ever.
inline bool overtakes(const exec::LaunchShape& grid, const exec::LaunchShape& earlier) {
  if (grid.cooperative && earlier.cooperative) return false;
  return grid.priority < earlier.priority;
}

template <typename Queue>
void queue_up(GridRun& run, Queue& queue) {
  auto place = queue.end();
  while (place != queue.begin() && overtakes(run.grid->shape, (*std::prev(place))->grid->shape))
    --place;
  queue.insert(place, &run);
}

class GridQueue {
 public:
  using Running = std::array<GridRun*, core::kKernelSlots>;  ///< the running grids, by kernel slot

  void add(GridRun& run) {
    if (run.grid->shape.tenant) {
      due_.push_back(&run);
    } else {
      queue_up(run, waiting_);
    }
  }
  /// Puts back a grid that had a kernel slot, before all grids that cannot overtake it.
  void put_back(GridRun& run) {
    const auto place = std::ranges::find_if(waiting_, [&](const GridRun* other) {
      return !overtakes(other->grid->shape, run.grid->shape);
    });
    waiting_.insert(place, &run);
  }
  void remove(GridRun& run) {
    std::erase(waiting_, &run);
    std::erase(due_, &run);
  }
  /// Takes the next grid that waits for any kernel slot; null: none waits.
  GridRun* take_waiting() {
    if (waiting_.empty()) return nullptr;
    GridRun* const run = waiting_.front();
    waiting_.pop_front();
    return run;
  }
  /// The next grid that waits for any kernel slot; null: none waits.
  GridRun* next_waiting() const { return waiting_.empty() ? nullptr : waiting_.front(); }
  bool any_waits() const { return !waiting_.empty(); }

  /// Looks at the tenants' grids whose kernel slot is free. Returns the first cycle in which one of
  /// them can begin; kNever: there is none.
  Cycle next_due(const Running& running) const {
    Cycle next = kNever;
    for (const GridRun* run : due_) {
      if (is_free(running, *run)) next = std::min(next, run->begins);
    }
    return next;
  }
  /// Takes the first grid, in the order of start(), whose kernel slot is free and that can begin by
  /// `until`; null: there is none.
  GridRun* take_due(const Running& running, Cycle until) {
    const auto found = std::ranges::find_if(
        due_, [&](const GridRun* run) { return run->begins <= until && is_free(running, *run); });
    if (found == due_.end()) return nullptr;
    GridRun* const run = *found;
    due_.erase(found);
    return run;
  }
  /// Whether a waiting grid of the tenant can begin by cycle `when`.
  bool follows(std::uint8_t tenant, Cycle when) const {
    return std::ranges::any_of(due_, [&](const GridRun* run) {
      return *run->grid->shape.tenant == tenant && run->begins <= when;
    });
  }

 private:
  static bool is_free(const Running& running, const GridRun& run) {
    return running[*run.grid->shape.tenant] == nullptr;
  }

  std::deque<GridRun*> waiting_;  ///< grids that wait for a kernel slot, in order of service
  std::vector<GridRun*> due_;     ///< grids of tenants, in the order of start()
};

}  // namespace heddle::gpu
