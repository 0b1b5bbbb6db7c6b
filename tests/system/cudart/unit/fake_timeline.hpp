// A clock without a device: each grid lasts as long as the test says.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "cudart/queue/timeline.hpp"

namespace heddle::cudart {

class FakeTimeline final : public Timeline {
 public:
  Cycle now() const override { return now_; }
  bool finished(std::uint64_t grid) const override { return ends_.at(grid) <= now_; }
  std::vector<std::uint64_t> take_ended() override {
    std::vector<std::uint64_t> ended;
    for (const auto& [grid, end] : ends_)
      if (end <= now_ && told_.insert(grid).second) ended.push_back(grid);
    return ended;
  }
  void advance(Cycle limit) override {
    ++advances;
    for (const auto& [grid, end] : ends_) {
      if (end > now_) limit = std::min(limit, end);
    }
    if (limit != kNever) now_ = limit;
  }
  std::uint64_t launch(Cycle duration) {
    ends_[next_] = now_ + duration;
    return next_++;
  }

  int advances = 0;

 private:
  Cycle now_ = 0;
  std::uint64_t next_ = 0;
  std::map<std::uint64_t, Cycle> ends_;
  std::set<std::uint64_t> told_;
};

}  // namespace heddle::cudart
