// The stores of an SM in a quantum, by the memory that its grids store to: one log for all grids of
// one memory, several where programs share the GPU.
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
    Addr base = 0;  ///< of its grids
    exec::StoreLog log;
  };

  StoreLogs() {
    entries_.push_back(std::make_unique<Entry>());
    by_kernel_.fill(&entries_.front()->log);
  }
  StoreLogs(const StoreLogs&) = delete;
  StoreLogs& operator=(const StoreLogs&) = delete;

  /// The kernel slot runs the grid from now on.
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
