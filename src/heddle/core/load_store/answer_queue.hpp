// A queue of the answers that the SM gives itself, ordered by cycle. The latencies of an SM differ
// little, so a new answer is usually the latest. The queue is therefore a sorted ring, in which a
// new answer moves forward past later answers. After a while the queue allocates no more memory.
#pragma once

#include <algorithm>

#include "heddle/base/ring_queue.hpp"
#include "heddle/base/types.hpp"
#include "heddle/core/terms/origin.hpp"

namespace heddle::core {

class AnswerQueue {
 public:
  void schedule(Cycle when, Origin origin) {
    queue_.push({when, origin});
    for (std::size_t i = queue_.size() - 1; i != 0 && queue_[i - 1].when > when; --i) {
      queue_[i] = queue_[i - 1];
      queue_[i - 1] = {when, origin};
    }
    next_ = std::min(next_, when);
  }
  /// Removes the answer, which must be in the queue.
  void remove(Origin origin) {
    std::size_t place = 0;
    while (queue_[place].origin != origin) ++place;
    for (; place != 0; --place) queue_[place] = queue_[place - 1];
    queue_.pop();
    next_ = queue_.empty() ? kNever : queue_.front().when;
  }
  /// Cycle of the earliest answer; kNever: there is none.
  Cycle next() const { return next_; }
  /// Calls handle(origin) for all answers up to cycle `now`. Answers of one cycle come in the order
  /// in which they were scheduled.
  template <typename Handle>
  void deliver(Cycle now, Handle&& handle) {
    while (next_ <= now) {
      const Origin origin = queue_.front().origin;
      queue_.pop();
      next_ = queue_.empty() ? kNever : queue_.front().when;
      handle(origin);
    }
  }

 private:
  struct Answer {
    Cycle when = 0;
    Origin origin;
  };
  RingQueue<Answer> queue_;
  Cycle next_ = kNever;
};

}  // namespace heddle::core
