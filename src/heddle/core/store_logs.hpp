// The stores of an SM in a quantum, by the memory that its grids store to: one log for all grids of
// one memory, several where programs share the GPU.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "heddle/core/counters.hpp"
#include "heddle/exec/grid.hpp"
#include "heddle/exec/store_log.hpp"

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
  bool are_several() const { return entries_.size() > 1; }
  exec::StoreLog& of(unsigned kernel) { return *by_kernel_[kernel]; }
  const std::vector<std::unique_ptr<Entry>>& entries() const { return entries_; }
  void clear() {
    for (const auto& entry : entries_) entry->log.clear();
  }

 private:
  Entry& entry_of(exec::MemoryImage* memory, Addr base) {
    const auto known = std::ranges::find_if(entries_, [&](const auto& entry) {
      return entry->memory == memory || entry->memory == nullptr;
    });
    if (known == entries_.end()) entries_.push_back(std::make_unique<Entry>());
    Entry& entry = known == entries_.end() ? *entries_.back() : **known;
    entry.memory = memory;
    entry.base = base;
    return entry;
  }

  std::vector<std::unique_ptr<Entry>> entries_;  ///< never empty
  std::array<exec::StoreLog*, kKernelSlots> by_kernel_{};
};

}  // namespace heddle::core
