#include "heddle/exec/image/free_list.hpp"

#include <algorithm>
#include <iterator>

namespace heddle::exec {

FreeList::FreeList(Addr begin, std::uint64_t bytes) : holes_{{begin, bytes}}, bytes_(bytes) {}

Addr FreeList::take(std::uint64_t bytes) {
  const auto hole = std::find_if(holes_.begin(), holes_.end(),
                                 [bytes](const auto& entry) { return entry.second >= bytes; });
  if (hole == holes_.end()) return 0;
  const auto [address, size] = *hole;
  holes_.erase(hole);
  if (size > bytes) holes_.emplace(address + bytes, size - bytes);
  bytes_ -= bytes;
  return address;
}

bool FreeList::take_at(Addr address, std::uint64_t bytes) {
  auto hole = holes_.upper_bound(address);
  if (hole == holes_.begin()) return false;
  --hole;
  const auto [begin, size] = *hole;
  const std::uint64_t before = address - begin;
  if (before > size || bytes > size - before) return false;
  holes_.erase(hole);
  if (before != 0) holes_.emplace(begin, before);
  if (before + bytes != size) holes_.emplace(address + bytes, size - before - bytes);
  bytes_ -= bytes;
  return true;
}

void FreeList::give_back(Addr address, std::uint64_t bytes) {
  bytes_ += bytes;
  auto next = holes_.lower_bound(address);
  if (next != holes_.end() && address + bytes == next->first) {
    bytes += next->second;
    next = holes_.erase(next);
  }
  if (next != holes_.begin()) {
    const auto before = std::prev(next);
    if (before->first + before->second == address) {
      before->second += bytes;
      return;
    }
  }
  holes_.emplace(address, bytes);
}

}  // namespace heddle::exec
