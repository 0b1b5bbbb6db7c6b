// The sender's side of a crossbar input. Packets leave while the input's queue has places (credits)
// for them. A few more packets may wait here.
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
  /// `credits`: places in the input's queue. `places`: places here for packets without a credit.
  SendingPort(std::uint32_t credits, std::uint32_t places) : credits_(credits), places_(places) {}

  /// The crossbar puts the times from which places are free again into `returned`.
  void connect(RingQueue<Cycle>& returned) { returned_ = &returned; }

  /// Whether a packet would find a place at `now`.
  bool can_send(Cycle now) {
    refresh(now);
    return credits_ != 0 || waiting_.size() + leaving_.size() < places_;
  }
  /// First cycle after `now` in which the result may change, as far as is known; else kNever.
  Cycle next(Cycle now) const {
    return leaving_.empty() ? kNever : std::max(now + 1, leaving_.front());
  }
  /// The packet leaves at its `time` or later. The distance from `now` to `time` must be equal for
  /// all packets.
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
  /// Time at which the first waiting packet may leave, if this is known and not booked yet.
  Cycle next_credit() const {
    return waiting_.empty() || returned_->empty() ? kNever : returned_->front();
  }
  /// Books the known credits for the waiting packets.
  void take_credits() {
    while (!waiting_.empty() && !returned_->empty()) {
      leaving_.push(returned_->front());
      leave(returned_->front(), waiting_.front());
      returned_->pop();
      waiting_.pop();
    }
  }

  /// Packets that have left, in order. The caller clears the list.
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
  RingQueue<Packet<Payload>> waiting_;  ///< packets without a known credit
  RingQueue<Cycle> leaving_;            ///< times at which packets with a known credit leave
  RingQueue<Cycle>* returned_ = nullptr;
  std::vector<Packet<Payload>> outbox_;
};

}  // namespace heddle::memory
