// Bulk copies of an SM that are in flight. A copy consists of several accesses to global memory.
// When the last one is complete, the copy's barriers count its bytes. Copies to global memory
// belong to groups of threads.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/core/state/async_copies.hpp"
#include "heddle/exec/step/bulk_transfer.hpp"

namespace heddle::core {

class BulkCopies {
 public:
  /// Notes a copy of these lanes, and returns its number. Call add() for each access, then close().
  std::uint32_t open(unsigned entity, LaneMask lanes, const exec::BulkTransfer& transfer);
  void add(std::uint32_t copy, std::uint32_t access);
  /// All accesses are added. Without accesses, the copy is complete at once.
  void close(std::uint32_t copy);
  void commit(unsigned entity, LaneMask lanes) { groups_.commit(entity, lanes); }
  /// Notes that the access is complete, if it belongs to a bulk copy. Returns whether barriers have
  /// counted.
  bool finish(unsigned entity, std::uint32_t access);
  /// Whether something is left of the entity's copies.
  bool has_any(unsigned entity) const;
  /// Whether one of these lanes must wait until at most its last `groups` groups are incomplete.
  bool must_wait_for_groups(unsigned entity, LaneMask lanes, unsigned groups) const {
    return groups_.must_wait_for_groups(entity, lanes, groups);
  }

 private:
  struct Copy {
    unsigned entity = 0;
    LaneMask lanes = 0;
    bool in_group = false;
    bool is_used = false;
    std::uint32_t open_accesses = 0;  ///< and one more until close()
    exec::BulkTransfer transfer;
  };
  struct AccessOfCopy {
    std::uint32_t access = 0, copy = 0;
  };
  bool end_access(std::uint32_t copy);

  std::vector<Copy> copies_;
  std::vector<AccessOfCopy> accesses_;  ///< those in flight
  AsyncCopies groups_;
};

}  // namespace heddle::core
