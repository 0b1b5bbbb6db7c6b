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
      : queues_(outputs), filled_((outputs + 63) / 64), asking_(filled_.size()) {}

  void push(const Packet<Payload>& packet) {
    queues_[packet.output].push(packet);
    filled_[packet.output / 64] |= bit_of(packet.output);
  }
  Packet<Payload>& front(std::uint32_t output) { return queues_[output].front(); }
  void pop(std::uint32_t output) {
    queues_[output].pop();
    if (queues_[output].empty()) filled_[output / 64] &= ~bit_of(output);
  }
  bool empty() const {
    std::uint64_t any = 0;
    for (const std::uint64_t word : filled_) any |= word;
    return any == 0;
  }
  /// Calls may_ask(output) for each output that the input has a packet for and does not request.
  /// The input requests the output if the answer is true.
  template <typename MayAsk>
  void ask(MayAsk&& may_ask) {
    for (std::uint32_t word = 0; word < filled_.size(); ++word) {
      for (std::uint64_t bits = filled_[word] & ~asking_[word]; bits != 0; bits &= bits - 1) {
        const std::uint32_t output = word * 64 + static_cast<std::uint32_t>(std::countr_zero(bits));
        if (may_ask(output)) asking_[word] |= bit_of(output);
      }
    }
  }
  /// Ends all requests. Calls withdraw(output) for each except that of `granted`.
  template <typename Withdraw>
  void stop_asking(std::uint32_t granted, Withdraw&& withdraw) {
    asking_[granted / 64] &= ~bit_of(granted);
    for (std::uint32_t word = 0; word < asking_.size(); ++word) {
      for (; asking_[word] != 0; asking_[word] &= asking_[word] - 1)
        withdraw(word * 64 + static_cast<std::uint32_t>(std::countr_zero(asking_[word])));
    }
  }

 private:
  static std::uint64_t bit_of(std::uint32_t output) { return std::uint64_t{1} << output % 64; }

  std::vector<RingQueue<Packet<Payload>>> queues_;  ///< by output
  // One bit for each output.
  std::vector<std::uint64_t> filled_;  ///< a packet waits
  std::vector<std::uint64_t> asking_;  ///< the input requests the output
};

}  // namespace heddle::memory
