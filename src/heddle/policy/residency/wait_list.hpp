// A queue of waiting warps or blocks, in the order in which they began to wait.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace heddle::policy {

class WaitList {
 public:
  bool empty() const { return waiting_.empty(); }
  std::uint16_t front() const { return waiting_.front(); }
  /// Adds the warp or block `one` to the end of the queue if it waits, and removes it if it does
  /// not wait. If `one` is in the queue already and still waits, it keeps its position.
  void keep(std::uint16_t one, bool waits) {
    const bool waited = std::ranges::find(waiting_, one) != waiting_.end();
    if (waited && !waits) std::erase(waiting_, one);
    if (waits && !waited) waiting_.push_back(one);
  }

 private:
  std::vector<std::uint16_t> waiting_;
};

}  // namespace heddle::policy
