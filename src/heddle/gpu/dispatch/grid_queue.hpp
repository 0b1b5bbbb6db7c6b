// The queue of grids that have not begun. Some wait for any kernel slot, and some of these first
// for a given cycle. Grids of tenants wait for a given cycle and for the tenant's kernel slot.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <iterator>
#include <vector>

#include "heddle/core/terms/counters.hpp"
#include "heddle/gpu/dispatch/grid_run.hpp"

namespace heddle::gpu {

/// Whether the grid is served before a grid that was queued earlier. A cooperative grid never
/// overtakes another one. Its placed blocks occupy resources until all its blocks are placed, so
/// two cooperative grids with some blocks placed would deadlock.
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

  void add(GridRun& run, Cycle now) {
    if (run.grid->shape.tenant) {
      due_.push_back(&run);
    } else if (run.begins > now) {
      later_.push_back(&run);
    } else {
      queue_up(run, waiting_);
    }
  }
  /// Puts a grid that had a kernel slot back into the queue, ahead of all grids that cannot
  /// overtake it.
  void put_back(GridRun& run) {
    const auto place = std::ranges::find_if(waiting_, [&](const GridRun* other) {
      return !overtakes(other->grid->shape, run.grid->shape);
    });
    waiting_.insert(place, &run);
  }
  void remove(GridRun& run) {
    std::erase(waiting_, &run);
    std::erase(due_, &run);
    std::erase(later_, &run);
  }
  /// Takes the next grid that waits for any kernel slot and that leaves free the slots which it
  /// must leave free, of `slots` free slots. Returns null if there is none.
  GridRun* take_waiting(std::uint64_t slots) {
    const auto found = std::ranges::find_if(
        waiting_, [&](const GridRun* run) { return run->grid->shape.kept_slots < slots; });
    if (found == waiting_.end()) return nullptr;
    GridRun* const run = *found;
    waiting_.erase(found);
    return run;
  }
  /// Returns the first cycle in which a grid begins to wait for any kernel slot, or kNever.
  Cycle next_later() const {
    Cycle next = kNever;
    for (const GridRun* run : later_) next = std::min(next, run->begins);
    return next;
  }
  /// Lets the grids wait for any kernel slot that begin to do so by `when`, in the order of
  /// start().
  void take_later(Cycle when) {
    std::erase_if(later_, [&](GridRun* run) {
      if (run->begins > when) return false;
      queue_up(*run, waiting_);
      return true;
    });
  }
  /// Returns the next grid that waits for any kernel slot, or null if no grid waits.
  GridRun* next_waiting() const { return waiting_.empty() ? nullptr : waiting_.front(); }
  bool any_waits() const { return !waiting_.empty(); }

  /// Returns the first cycle in which a grid of a tenant with a free kernel slot can begin, or
  /// kNever if there is no such grid.
  Cycle next_due(const Running& running) const {
    Cycle next = kNever;
    for (const GridRun* run : due_) {
      if (is_free(running, *run)) next = std::min(next, run->begins);
    }
    return next;
  }
  /// Takes the first grid, in the order of start(), that can begin by `until` and whose tenant's
  /// kernel slot is free. Returns null if there is no such grid.
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
  std::vector<GridRun*> later_;   ///< grids that wait for a cycle, in the order of start()
  std::vector<GridRun*> due_;     ///< grids of tenants, in the order of start()
};

}  // namespace heddle::gpu
