// The sender's side of a crossbar input. A packet leaves when the input's queue has a free entry (a
// credit) for the packet. A few more packets can wait in the port.
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
  /// `credits`: entries of the input's queue. `places`: number of packets that can wait in the port
  /// for a credit.
  SendingPort(std::uint32_t credits, std::uint32_t places) : credits_(credits), places_(places) {}

  /// Connects the port to the queue into which the crossbar puts the times at which entries become
  /// free again.
  void connect(RingQueue<Cycle>& returned) { returned_ = &returned; }

  /// Returns whether a packet that is sent at `now` gets a credit or finds room to wait.
  bool can_send(Cycle now) {
    refresh(now);
    return credits_ != 0 || waiting_.size() + leaving_.size() < places_;
  }
  /// Returns the first known cycle after `now` in which the result of can_send() can change, or
  /// kNever if no such cycle is known.
  Cycle next(Cycle now) const {
    return leaving_.empty() ? kNever : std::max(now + 1, leaving_.front());
  }
  /// Sends the packet, which leaves at `packet.time` or later. The difference `packet.time` - `now`
  /// must be the same for all packets.
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
  /// Whether a packet waits for a credit that has not returned.
  bool awaits_credit() const { return !waiting_.empty(); }
  /// Returns the time at which the first waiting packet gets its credit, or kNever if the time is
  /// unknown.
  Cycle next_credit() const {
    return waiting_.empty() || returned_->empty() ? kNever : returned_->front();
  }
  /// Gives the known credits to the waiting packets.
  void take_credits() {
    while (!waiting_.empty() && !returned_->empty()) {
      leaving_.push(returned_->front());
      leave(returned_->front(), waiting_.front());
      returned_->pop();
      waiting_.pop();
    }
  }

  /// Packets that have a credit, in order, with the times at which they leave. The caller clears
  /// the list.
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
  RingQueue<Packet<Payload>> waiting_;  ///< packets that wait for a credit
  RingQueue<Cycle> leaving_;  ///< times at which packets that waited for their credit leave
  RingQueue<Cycle>* returned_ = nullptr;
  std::vector<Packet<Payload>> outbox_;
};

}  // namespace heddle::memory
