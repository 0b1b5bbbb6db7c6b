// One direction of the interconnect: every input can reach every output. An input has one queue,
// whose head alone asks for its output; an output takes one packet at a time, a flit each cycle of
// the crossbar's clock, from the input that its arbiter chooses. Places are bounded on both sides:
// a packet needs one in its input's queue to leave its sender, which learns of a free one (a
// credit) a latency after it became free, and one at the receiver to leave the input's queue.
//
// Time passes from event to event: a head that asks, an output that is free again. What is sent
// arrives a latency later at least, so that senders and receivers may run a latency ahead.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "heddle/base/event_wheel.hpp"
#include "heddle/base/ring_queue.hpp"
#include "heddle/memory/arbiter.hpp"
#include "heddle/memory/clock.hpp"
#include "heddle/memory/counters.hpp"
#include "heddle/memory/specs.hpp"
#include "heddle/model/kernel_slots.hpp"

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

template <typename Payload>
class Crossbar {
 public:
  static constexpr std::uint32_t kUnbounded = ~std::uint32_t{0};

  struct Shape {
    std::uint32_t inputs = 1, outputs = 1;
    std::uint32_t places = kUnbounded;  ///< at each receiver
  };

  Crossbar(const InterconnectSpec& spec, double core_mhz, Shape shape)
      : cycle_(period(core_mhz, spec.clock_mhz)),
        latency_(spec.latency),
        inputs_(shape.inputs),
        deciding_((shape.outputs + 63) / 64) {
    for (std::uint32_t i = 0; i < shape.outputs; ++i) {
      outputs_.emplace_back(Arbiter(spec.arbitration, shape.inputs, i), shape.places);
      arrivals_.emplace_back(shape.places != kUnbounded);
    }
  }

  /// A packet leaves its sender at `packet.time`, which no run has passed, for a place in the queue
  /// of `input`; in order.
  void send(std::uint32_t input, const Packet<Payload>& packet) {
    Input& from = inputs_[input];
    from.queue.push(packet);
    if (!from.idle) return;
    from.idle = false;
    events_.schedule(first_cycle(packet.time), {input, kNone});
  }

  /// Runs up to, not including, core cycle `until`.
  void run(Cycle until) {
    for (std::uint32_t i = 0; i < outputs_.size(); ++i) {
      if (outputs_[i].starved && !arrivals_[i].freed().empty()) wake(i);
    }
    first_arrival_ = kNever;
    const Cycle end = first_cycle(until);
    while (events_.next() < end) step(events_.next());
  }
  /// First core cycle in which something can happen here, or in which what the last run sent
  /// arrives; kNever if nothing is under way.
  Cycle next() const {
    const Cycle event = events_.next();
    return std::min(first_arrival_, event == kNever ? kNever : event * cycle_ / kTicksPerCycle);
  }

  ArrivalQueue<Payload>& arrivals(std::uint32_t output) { return arrivals_[output]; }
  /// When the sender of `input` learns of places that became free, in order; it takes them away.
  RingQueue<Cycle>& credits(std::uint32_t input) { return inputs_[input].credits; }
  const CrossbarCounters& counters(unsigned kernel) const { return counters_[kernel]; }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  /// At some cycle of the crossbar: `input` may show its next head, `output` is free.
  struct Event {
    std::uint32_t input = kNone, output = kNone;
  };
  struct Input {
    RingQueue<Packet<Payload>> queue;
    bool idle = true;  ///< nothing queued, and no packet on its way out
    RingQueue<Cycle> credits;
  };
  struct Output {
    Output(Arbiter chooser, std::uint32_t free) : arbiter(std::move(chooser)), places(free) {}
    Arbiter arbiter;
    std::uint32_t places;
    Cycle free_at = 0;     ///< cycle of the crossbar
    bool starved = false;  ///< waits for a place at the receiver
  };

  /// Cycle of the crossbar that does not lie before core cycle `time`.
  Cycle first_cycle(Cycle time) const { return (to_ticks(time) + cycle_ - 1) / cycle_; }

  void step(Cycle now) {
    events_.deliver(now, [&](const Event& event) {
      if (event.input != kNone) show_head(event.input, now);
      if (event.output != kNone) decide_on(event.output);
    });
    for (std::size_t word = 0; word < deciding_.size(); ++word) {
      for (std::uint64_t bits = std::exchange(deciding_[word], 0); bits != 0; bits &= bits - 1)
        decide(static_cast<std::uint32_t>(word * 64) +
                   static_cast<std::uint32_t>(std::countr_zero(bits)),
               now);
    }
  }

  void decide_on(std::uint32_t output) {
    deciding_[output / 64] |= std::uint64_t{1} << output % 64;
  }

  void show_head(std::uint32_t number, Cycle now) {
    Input& input = inputs_[number];
    input.idle = input.queue.empty();
    if (input.idle) return;
    const auto& head = input.queue.front();
    if (const Cycle there = first_cycle(head.time); there > now) {
      events_.schedule(there, {number, kNone});
      return;
    }
    outputs_[head.output].arbiter.request(number);
    decide_on(head.output);
  }

  void decide(std::uint32_t number, Cycle now) {
    Output& output = outputs_[number];
    if (output.free_at > now || !output.arbiter.wanted()) return;
    if (output.places != kUnbounded && !take_place(number, now)) return;
    const std::uint32_t winner = output.arbiter.grant(
        [&](std::uint32_t input) { return inputs_[input].queue.front().time; });
    auto& queue = inputs_[winner].queue;
    Packet<Payload>& packet = queue.front();
    const Cycle end = now + packet.flits;
    CrossbarCounters& counters = counters_[packet.kernel];
    ++counters.packets;
    counters.flits += packet.flits;
    packet.time = to_cycle((end + latency_) * cycle_);
    first_arrival_ = std::min(first_arrival_, packet.time);
    arrivals_[number].push(packet);
    queue.pop();
    inputs_[winner].credits.push(to_cycle((end + latency_) * cycle_));
    output.free_at = end;
    events_.schedule(end, {winner, number});
  }

  bool take_place(std::uint32_t number, Cycle now) {
    Output& output = outputs_[number];
    auto& freed = arrivals_[number].freed();
    while (!freed.empty() && known(freed.front()) <= now) {
      ++output.places;
      freed.pop();
    }
    if (output.places == 0) {
      output.starved = true;
      if (!freed.empty()) wake(number);
      return false;
    }
    --output.places;
    return true;
  }

  /// When a place that became free at core cycle `time` may be used here.
  Cycle known(Cycle time) const { return first_cycle(time) + latency_; }
  void wake(std::uint32_t output) {
    outputs_[output].starved = false;
    events_.schedule(known(arrivals_[output].freed().front()), {kNone, output});
  }

  Tick cycle_;
  Cycle latency_;
  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
  std::vector<ArrivalQueue<Payload>> arrivals_;  ///< by output
  std::vector<std::uint64_t> deciding_;          ///< outputs to decide on in this cycle
  EventWheel<Event> events_;                     ///< by cycle of the crossbar
  Cycle first_arrival_ = kNever;                 ///< of what the last run sent
  std::array<CrossbarCounters, model::kTrafficSlots> counters_{};
};

}  // namespace heddle::memory
