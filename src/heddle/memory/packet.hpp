// What travels through a crossbar, and where it waits for its receiver.
#pragma once

#include <cstddef>
#include <cstdint>

#include "heddle/base/ring_queue.hpp"
#include "heddle/base/types.hpp"

namespace heddle::memory {

/// What travels, with what the crossbar has to know of it.
template <typename Payload>
struct Packet {
  Cycle time =
      0;  ///< core cycle: when it left its sender; at the receiver: its last flit's arrival
  std::uint16_t output = 0;
  std::uint8_t flits = 1;
  std::uint8_t kernel = 0;  ///< kernel slot, for statistics
  Payload payload{};
};

/// Packets at an output of a crossbar that its receiver has not taken yet, in order.
template <typename Payload>
class ArrivalQueue {
 public:
  /// `bounded`: the crossbar waits for places.
  explicit ArrivalQueue(bool bounded) : bounded_(bounded) {}

  bool empty() const { return packets_.empty(); }
  std::size_t size() const { return packets_.size(); }
  Cycle next() const { return packets_.empty() ? kNever : packets_.front().time; }
  const Payload& front() const { return packets_.front().payload; }
  Payload& front() { return packets_.front().payload; }
  /// The receiver takes the first at `now`: its place is free.
  void pop(Cycle now) {
    packets_.pop();
    if (bounded_) freed_.push(now);
  }

  // For the crossbar.
  void push(const Packet<Payload>& packet) { packets_.push(packet); }
  /// When places became free that the crossbar has not heard of.
  RingQueue<Cycle>& freed() { return freed_; }

 private:
  RingQueue<Packet<Payload>> packets_;
  RingQueue<Cycle> freed_;
  bool bounded_;
};

}  // namespace heddle::memory
