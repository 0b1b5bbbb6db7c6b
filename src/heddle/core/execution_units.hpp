// The pipelines of an SM. Each knows when it can take its next instruction; nothing is stepped.
#pragma once

#include <algorithm>
#include <vector>

#include "heddle/core/specs.hpp"
#include "heddle/policy/organisation/organisation.hpp"

namespace heddle::core {

/// By lane group and kind; lanes that execute one instruction after the other are one kind.
class ExecutionUnits {
 public:
  ExecutionUnits(const ExecutionSpec& spec, const policy::Shape& shape)
      : sequential_(shape.sequential_lanes != 0),
        sets_(shape.lane_groups * kUnitKinds),
        next_free_(sets_.size(), 0) {
    for (std::size_t i = 0; i < sets_.size(); ++i)
      sets_[i].assign(sequential_ ? shape.sequential_lanes : spec.units[i % kUnitKinds].count, 0);
  }

  bool can_take(unsigned group, UnitKind kind, Cycle now) const {
    return next_free(group, kind) <= now;
  }
  /// The pipeline that is free first takes an instruction and is held for `occupancy` cycles.
  void take(unsigned group, UnitKind kind, Cycle now, std::uint32_t occupancy) {
    if (kind == UnitKind::control && !sequential_) return;
    auto& pipelines = sets_[index(group, kind)];
    *std::min_element(pipelines.begin(), pipelines.end()) = now + occupancy;
    next_free_[index(group, kind)] = *std::min_element(pipelines.begin(), pipelines.end());
  }
  Cycle next_free(unsigned group, UnitKind kind) const { return next_free_[index(group, kind)]; }

 private:
  std::size_t index(unsigned group, UnitKind kind) const {
    return group * kUnitKinds + (sequential_ ? 0 : static_cast<unsigned>(kind));
  }

  bool sequential_;
  std::vector<std::vector<Cycle>> sets_;  ///< of pipelines: when each is free
  std::vector<Cycle> next_free_;          ///< by set: the least of them
};

}  // namespace heddle::core
