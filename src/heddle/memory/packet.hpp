// A packet of a crossbar, and the queue in which it waits for its receiver.
#pragma once

#include <cstddef>
#include <cstdint>

#include "heddle/base/ring_queue.hpp"
#include "heddle/base/types.hpp"

namespace heddle::memory {

/// A payload, together with the data that the crossbar needs to route and count the packet.
template <typename Payload>
struct Packet {
  Cycle time = 0;  ///< core cycle at which the packet left its sender; at the receiver: the arrival
                   ///< of its last flit
  std::uint16_t output = 0;
  std::uint8_t flits = 1;
  std::uint8_t kernel = 0;  ///< kernel slot, for statistics
  Payload payload{};
};

/// The packets that have arrived at an output of a crossbar and wait for the receiver, in order of
/// arrival.
template <typename Payload>
class ArrivalQueue {
 public:
  /// `bounded`: the queue has a limited number of entries, and the crossbar waits for a free one.
  explicit ArrivalQueue(bool bounded) : bounded_(bounded) {}

  bool empty() const { return packets_.empty(); }
  std::size_t size() const { return packets_.size(); }
  Cycle next() const { return packets_.empty() ? kNever : packets_.front().time; }
  const Payload& front() const { return packets_.front().payload; }
  Payload& front() { return packets_.front().payload; }
  /// Removes the first packet, which the receiver takes at `now`. This frees the packet's entry.
  void pop(Cycle now) {
    packets_.pop();
    if (bounded_) freed_.push(now);
  }

  /// Calls `handle(payload)` for the packets that have arrived by `now`, and removes them.
  template <typename Handle>
  void deliver(Cycle now, Handle&& handle) {
    for (; next() <= now; pop(now)) handle(packets_.front().payload);
  }

  // Called by the crossbar.
  void push(const Packet<Payload>& packet) { packets_.push(packet); }
  /// Times at which entries became free. The crossbar removes each time when it has processed it.
  RingQueue<Cycle>& freed() { return freed_; }

 private:
  RingQueue<Packet<Payload>> packets_;
  RingQueue<Cycle> freed_;
  bool bounded_;
};

}  // namespace heddle::memory
