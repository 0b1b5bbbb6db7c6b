// Counts the threads of a pool's warps that wait at each instruction.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "heddle/model/warp_view.hpp"
#include "heddle/policy/storage.hpp"

namespace heddle::policy {

class ThreadCounts {
 public:
  /// An instruction of the kernel in a slot.
  struct KernelPc {
    std::uint32_t kernel = 0;
    Pc pc = 0;
    bool operator==(const KernelPc&) const = default;
  };

  /// The counters: one for each entity, since all entities may be at different instructions. Each
  /// counter can count all threads of the SM.
  static StorageItem storage(const model::SmView& sm) {
    return {"threads by instruction", sm.entities, bits_of_number(kWarpSize * sm.entities + 1)};
  }

  static KernelPc kernel_pc_of(const model::SmView& sm, unsigned entity) {
    return {sm.warps[entity].kernel, sm.paths->pc(entity)};
  }
  /// Counts the threads of these entities.
  void count(const model::SmView& sm, const model::EntityMask& entities) {
    counts_.clear();
    entities.for_each([&](unsigned entity) {
      of(kernel_pc_of(sm, entity)) += lane_count(sm.paths->active(entity));
    });
  }
  /// Returns the number of threads counted at this instruction.
  std::uint32_t& of(const KernelPc& kernel_pc) {
    const auto known = std::ranges::find(counts_, kernel_pc, &Count::kernel_pc);
    if (known != counts_.end()) return known->threads;
    counts_.push_back({kernel_pc, 0});
    return counts_.back().threads;
  }

 private:
  struct Count {
    KernelPc kernel_pc;
    std::uint32_t threads = 0;  ///< number of threads of all counted entities at `kernel_pc`
  };
  std::vector<Count> counts_;  ///< the counters, in no order
};

}  // namespace heddle::policy
