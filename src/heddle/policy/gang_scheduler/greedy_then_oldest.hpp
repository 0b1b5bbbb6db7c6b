// The tie break of most gang schedulers: the gang that issued last, or else the oldest gang.
#pragma once

#include "heddle/policy/gang_scheduler/gang_scheduler.hpp"

namespace heddle::policy {

class GreedyThenOldestGang : public GangScheduler {
 public:
  void issued(unsigned entity) override { last_ = entity; }
  void warp_exited(unsigned entity) override {
    if (last_ == entity) last_ = model::kNoEntity;
  }
  std::vector<StorageItem> storage() const override {
    return {{"last issued gang", 1, bits_of_number(sm().entities + 1)}};
  }

 protected:
  unsigned greedy_then_oldest(const model::EntityMask& candidates) const {
    return last_ != model::kNoEntity && candidates.test(last_) ? last_ : oldest(candidates);
  }
  /// Picks among the gangs of the best size, by `better(size, best)`: the gang that issued last, or
  /// else the oldest gang.
  template <typename Better>
  unsigned by_size(const model::EntityMask& candidates, Better&& better) const {
    unsigned best = 0;
    model::EntityMask equals;
    candidates.for_each([&](unsigned entity) {
      const unsigned size = size_of(entity);
      if (best == 0 || better(size, best)) {
        best = size;
        equals = {};
      }
      if (size == best) equals.set(entity);
    });
    return greedy_then_oldest(equals);
  }

 private:
  unsigned last_ = model::kNoEntity;
};

}  // namespace heddle::policy
