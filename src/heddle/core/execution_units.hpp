// The pipelines of an SM. Each knows when it can take its next instruction; nothing is stepped.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "heddle/core/specs.hpp"

namespace heddle::core {

class ExecutionUnits {
 public:
  explicit ExecutionUnits(const ExecutionSpec& spec) {
    for (unsigned kind = 0; kind < kUnitKinds; ++kind)
      free_at_[kind].assign(spec.units[kind].count, 0);
  }

  bool can_take(UnitKind kind, Cycle now) const {
    return kind == UnitKind::control || next_free(kind) <= now;
  }
  /// The pipeline that is free first takes an instruction and is held for `occupancy` cycles.
  void take(UnitKind kind, Cycle now, std::uint32_t occupancy) {
    if (kind == UnitKind::control) return;
    auto& pipelines = free_at_[static_cast<std::size_t>(kind)];
    *std::min_element(pipelines.begin(), pipelines.end()) = now + occupancy;
  }
  Cycle next_free(UnitKind kind) const {
    const auto& pipelines = free_at_[static_cast<std::size_t>(kind)];
    return *std::min_element(pipelines.begin(), pipelines.end());
  }

 private:
  std::array<std::vector<Cycle>, kUnitKinds> free_at_;
};

}  // namespace heddle::core
