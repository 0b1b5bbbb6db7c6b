#include "heddle/core/state/bulk_copies.hpp"

#include <algorithm>

namespace heddle::core {

std::uint32_t BulkCopies::open(unsigned entity, LaneMask lanes,
                               const exec::BulkTransfer& transfer) {
  auto free = std::ranges::find(copies_, false, &Copy::is_used);
  if (free == copies_.end()) free = copies_.insert(copies_.end(), Copy());
  *free = {.entity = entity,
           .lanes = lanes,
           .in_group = transfer.in_group,
           .is_used = true,
           .open_accesses = 1,
           .transfer = transfer};
  return static_cast<std::uint32_t>(free - copies_.begin());
}

void BulkCopies::add(std::uint32_t copy, std::uint32_t access) {
  Copy& of = copies_[copy];
  ++of.open_accesses;
  accesses_.push_back({access, copy});
  if (of.in_group) groups_.copy(of.entity, of.lanes, access);
}

void BulkCopies::close(std::uint32_t copy) { end_access(copy); }

bool BulkCopies::finish(unsigned entity, std::uint32_t access) {
  const auto found = std::ranges::find(accesses_, access, &AccessOfCopy::access);
  if (found == accesses_.end()) return false;
  const std::uint32_t copy = found->copy;
  accesses_.erase(found);
  if (copies_[copy].in_group) groups_.finish(entity, access, [](const AsyncCopies::Arrival&) {});
  return end_access(copy);
}

bool BulkCopies::has_any(unsigned entity) const {
  return groups_.has_any(entity) || std::ranges::any_of(copies_, [&](const Copy& copy) {
           return copy.is_used && copy.entity == entity;
         });
}

/// Returns whether barriers have counted.
bool BulkCopies::end_access(std::uint32_t copy) {
  Copy& of = copies_[copy];
  if (--of.open_accesses != 0) return false;
  of.is_used = false;
  exec::complete(of.transfer);
  return !of.transfer.completions.empty();
}

}  // namespace heddle::core
