// Logs of the stores that an SM has executed in a quantum. All grids that use one memory share a
// log. Programs that share the GPU may have several memories.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "heddle/core/terms/counters.hpp"
#include "heddle/exec/image/store_log.hpp"
#include "heddle/exec/step/grid.hpp"

namespace heddle::core {

class StoreLogs {
 public:
  struct Entry {
    exec::MemoryImage* memory = nullptr;
    Addr base = 0;  ///< base address of the memory's grids
    exec::StoreLog log;
  };

  StoreLogs() {
    entries_.push_back(std::make_unique<Entry>());
    by_kernel_.fill(&entries_.front()->log);
  }
  StoreLogs(const StoreLogs&) = delete;
  StoreLogs& operator=(const StoreLogs&) = delete;

  /// Makes the kernel slot log the stores of the grid from now on.
  void bind(unsigned kernel, const exec::Grid& grid) {
    by_kernel_[kernel] = &entry_of(grid.memory, grid.base).log;
  }
  bool are_several() const { return several_; }
  exec::StoreLog& of(unsigned kernel) { return *by_kernel_[kernel]; }
  const std::vector<std::unique_ptr<Entry>>& entries() const { return entries_; }
  void clear() {
    for (const auto& entry : entries_) entry->log.clear();
  }

 private:
  Entry& entry_of(exec::MemoryImage* memory, Addr base) {
    for (const auto& known : entries_) {
      if (known->memory != nullptr && known->memory != memory) continue;
      known->memory = memory;
      known->base = base;
      return *known;
    }
    several_ = true;
    entries_.push_back(std::make_unique<Entry>());
    entries_.back()->memory = memory;
    entries_.back()->base = base;
    return *entries_.back();
  }

  std::vector<std::unique_ptr<Entry>> entries_;  ///< never empty
  bool several_ = false;
  std::array<exec::StoreLog*, kKernelSlots> by_kernel_{};
};

}  // namespace heddle::core
