// The sender's side of a crossbar input: packets leave as long as the input's queue has places
// (credits) for them; a few more may wait here.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "heddle/base/ring_queue.hpp"
#include "heddle/memory/crossbar.hpp"

namespace heddle::memory {

template <typename Payload>
class SendingPort {
 public:
  /// `credits`: places in the input's queue; `places`: for packets that have none there.
  SendingPort(std::uint32_t credits, std::uint32_t places) : credits_(credits), places_(places) {}

  /// The crossbar says in `returned` from when on a place is free again.
  void connect(RingQueue<Cycle>& returned) { returned_ = &returned; }

  /// Whether a packet would find a place at `now`.
  bool can_send(Cycle now) {
    refresh(now);
    return credits_ != 0 || waiting_.size() + leaving_.size() < places_;
  }
  /// First cycle behind `now` in which that may change by what is known; else kNever.
  Cycle next(Cycle now) const {
    return leaving_.empty() ? kNever : std::max(now + 1, leaving_.front());
  }
  /// The packet leaves at its `time` at the earliest, which is as much behind `now` for all.
  void send(Cycle now, const Packet<Payload>& packet) {
    refresh(now);
    if (credits_ != 0) {
      --credits_;
      leave(now, packet);
    } else {
      waiting_.push(packet);
      take_credits();
    }
  }
  /// When the first of the packets that wait may leave, if that is known and not booked yet.
  Cycle next_credit() const {
    return waiting_.empty() || returned_->empty() ? kNever : returned_->front();
  }
  /// Books the credits that are known to those that wait.
  void take_credits() {
    while (!waiting_.empty() && !returned_->empty()) {
      leaving_.push(returned_->front());
      leave(returned_->front(), waiting_.front());
      returned_->pop();
      waiting_.pop();
    }
  }

  /// What has left since it was last looked at, in order; the caller clears it.
  std::vector<Packet<Payload>>& outbox() { return outbox_; }

 private:
  void refresh(Cycle now) {
    while (!leaving_.empty() && leaving_.front() <= now) leaving_.pop();
    while (waiting_.empty() && !returned_->empty() && returned_->front() <= now) {
      returned_->pop();
      ++credits_;
    }
  }
  void leave(Cycle when, Packet<Payload> packet) {
    packet.time = std::max(packet.time, when);
    outbox_.push_back(packet);
  }

  std::uint32_t credits_;
  std::uint32_t places_;
  RingQueue<Packet<Payload>> waiting_;  ///< without a credit in sight
  RingQueue<Cycle> leaving_;            ///< when those that have one in sight leave
  RingQueue<Cycle>* returned_ = nullptr;
  std::vector<Packet<Payload>> outbox_;
};

}  // namespace heddle::memory
