// The packets at one input of a crossbar, in a queue for each output. A packet waits only for
// packets to the same output, and for the wires of the input.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "heddle/base/ring_queue.hpp"
#include "heddle/memory/packet.hpp"

namespace heddle::memory {

template <typename Payload>
class OutputQueues {
 public:
  explicit OutputQueues(std::uint32_t outputs)
      : queues_(outputs), arrived_(outputs), waiting_((outputs + 63) / 64) {}

  /// Adds a packet that arrives at `arrival`, not before the packet added last.
  void push(const Packet<Payload>& packet, Cycle arrival) {
    queues_[packet.output].push(packet);
    coming_.push({arrival, packet.output});
  }
  Packet<Payload>& front(std::uint32_t output) { return queues_[output].front(); }
  /// Removes the first packet for the output, which has arrived.
  void pop(std::uint32_t output) {
    queues_[output].pop();
    if (--arrived_[output] == 0) waiting_[output / 64] &= ~bit_of(output);
  }
  /// Lets packets arrive up to `now`. Calls begins(output) for each output for which the first
  /// packet that waits arrives.
  template <typename Begins>
  void arrive(Cycle now, Begins&& begins) {
    for (; !coming_.empty() && coming_.front().arrival <= now; coming_.pop()) {
      const std::uint32_t output = coming_.front().output;
      if (arrived_[output]++ != 0) continue;
      waiting_[output / 64] |= bit_of(output);
      begins(output);
    }
  }
  /// Whether a packet for the output has arrived and waits.
  bool waits_for(std::uint32_t output) const { return arrived_[output] != 0; }
  /// Calls visit(output) for each output for which a packet waits, in order.
  template <typename Visit>
  void for_each_waiting(Visit&& visit) const {
    for (std::uint32_t word = 0; word < waiting_.size(); ++word) {
      for (std::uint64_t bits = waiting_[word]; bits != 0; bits &= bits - 1)
        visit(word * 64 + static_cast<std::uint32_t>(std::countr_zero(bits)));
    }
  }
  /// Whether no packet is there or on its way.
  bool empty() const {
    std::uint64_t any = coming_.size();
    for (const std::uint64_t word : waiting_) any |= word;
    return any == 0;
  }

 private:
  struct Coming {
    Cycle arrival = 0;
    std::uint32_t output = 0;
  };
  static std::uint64_t bit_of(std::uint32_t output) { return std::uint64_t{1} << output % 64; }

  std::vector<RingQueue<Packet<Payload>>> queues_;  ///< by output
  RingQueue<Coming> coming_;  ///< the packets of all queues that have not arrived, in order
  std::vector<std::uint32_t> arrived_;  ///< by output: number of packets that wait
  std::vector<std::uint64_t> waiting_;  ///< one bit for each output: a packet waits
};

}  // namespace heddle::memory
