// One direction of the interconnect: every input can reach every output. An input has one queue.
// Only the head of this queue requests its output. If the spec has `output_queues`, an input has a
// queue for each output instead, and the heads of all its queues request their outputs. An output
// takes one packet at a time, from the input that its arbiter chooses, and moves one flit in each
// cycle of the crossbar's clock. The queues on both sides have a bounded number of entries. A
// packet leaves its sender when its input's queue has a free entry for it. The sender learns of a
// free entry (a credit) one latency after the entry became free. A packet leaves the input's queue
// when the receiver has a free entry for it.
//
// Two classes of traffic can be separated: demand packets, and context packets, which save and
// restore contexts. Each input and output then has a second queue, for context packets, with its
// own entries. Demand has priority. An input presents one head at a time. It presents a context
// packet only while no demand packet has arrived. When a demand packet arrives, the context
// packet's request is withdrawn. An output takes a context packet only if it can take no demand
// packet. A context packet therefore delays demand only while its flits move. A waiting demand
// packet delays all context packets at its input, whatever their outputs. A context packet that has
// waited at its input for the age limit counts as demand from then on.
//
// Time advances from one cycle in which something is due to the next. A head is due when it makes
// its request. An output is due when it chooses among the requests. A packet arrives at least one
// latency after it was sent, so senders and receivers can run one latency ahead of the crossbar.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "heddle/base/cycle_sets.hpp"
#include "heddle/base/ring_queue.hpp"
#include "heddle/memory/arbiter.hpp"
#include "heddle/memory/clock.hpp"
#include "heddle/memory/counters.hpp"
#include "heddle/memory/output_queues.hpp"
#include "heddle/memory/packet.hpp"
#include "heddle/memory/specs.hpp"
#include "heddle/model/kernel_slots.hpp"
#include "heddle/model/traffic_class.hpp"

namespace heddle::memory {

template <typename Payload>
class Crossbar {
 public:
  static constexpr std::uint32_t kUnbounded = ~std::uint32_t{0};

  struct Shape {
    std::uint32_t inputs = 1, outputs = 1;
    std::uint32_t places = kUnbounded;  ///< entries in each queue of a receiver
    bool has_classes = false;           ///< demand and context packets have separate queues
    std::uint32_t age_limit = 0;  ///< core cycles until a context packet counts as demand; 0: never
  };

  Crossbar(const InterconnectSpec& spec, double core_mhz, Shape shape)
      : cycle_(period(core_mhz, spec.clock_mhz)),
        latency_(spec.latency),
        has_classes_(shape.has_classes),
        age_limit_(shape.age_limit),
        ports_(shape.has_classes ? shape.inputs : 0),
        width_(shape.outputs),
        inputs_(shape.inputs + ports_.size()),
        due_(static_cast<std::uint32_t>(inputs_.size()) + outputs_of(shape)) {
    const std::uint32_t outputs = outputs_of(shape);
    const auto inputs = static_cast<std::uint32_t>(inputs_.size());
    const bool bounded = shape.places != kUnbounded;
    for (std::uint32_t i = 0; i < outputs; ++i) {
      outputs_.emplace_back(Arbiter(spec.arbitration, inputs, i % width_), shape.places,
                            bounded ? i : i % width_);
      arrivals_.emplace_back(bounded);
    }
    for (std::uint32_t i = 0; spec.output_queues && i < inputs; ++i) split_.emplace_back(outputs);
    busy_.resize(Arbiter::words_for(inputs));
  }

  /// Converts the number of a demand input to the number of the context input at the same port. The
  /// next function does the same for outputs.
  std::uint32_t context_input(std::uint32_t input) const {
    return input + static_cast<std::uint32_t>(ports_.size());
  }
  std::uint32_t context_output(std::uint32_t output) const { return output + width_; }

  /// Puts a packet into the queue of `input`. The packet leaves its sender at `packet.time`. No run
  /// may have passed this time, and the packets of an input must come in order of time.
  void send(std::uint32_t input, const Packet<Payload>& packet) {
    Input& from = inputs_[input];
    if (!split_.empty()) {
      const Cycle arrival = first_cycle(packet.time);
      split_[input].push(packet, arrival);
      return due_.add(std::max(arrival, from.free_at), input);
    }
    from.queue.push(packet);
    if (!from.idle) return;
    from.idle = false;
    due_.add(std::max(first_cycle(packet.time), from.free_at), input);
  }

  /// Runs up to, not including, core cycle `until`.
  void run(Cycle until) {
    if (starved_ != 0) wake_starved();
    arrived_.clear();
    first_arrival_ = kNever;
    run_on(until);
  }
  /// Continues the last run up to, not including, `until`.
  void run_on(Cycle until) {
    const Cycle end = first_cycle(until);
    for (Cycle now = due_.next(); now < end; now = due_.next()) step(now);
    due_.pass(end);
  }
  /// Returns the first core cycle in which something is due in the crossbar, or in which a packet
  /// of the last run arrives. Returns kNever if no packet is in the crossbar.
  Cycle next() const {
    const Cycle due = due_.next();
    return std::min(first_arrival_, due == kNever ? kNever : due * cycle_ / kTicksPerCycle);
  }

  /// The packets that have arrived at an output. If the receivers' entries are not bounded, context
  /// packets arrive in the queue of demand packets.
  ArrivalQueue<Payload>& arrivals(std::uint32_t output) { return arrivals_[output]; }
  /// The outputs whose queues were empty before the last run and are not empty any more.
  const std::vector<std::uint32_t>& arrived() const { return arrived_; }
  /// Times at which the sender of `input` learns of free entries, in order. The sender removes
  /// them.
  RingQueue<Cycle>& credits(std::uint32_t input) { return inputs_[input].credits; }
  /// Counts a packet as soon as its output is granted. Its flits may still be moving.
  const CrossbarCounters& counters(unsigned kernel) const { return counters_[kernel]; }
  /// Flits that have moved before core cycle `at`. The crossbar must have run up to `at`.
  std::uint64_t moved(Cycle at) const {
    std::uint64_t flits = 0;
    for (const CrossbarCounters& counters : counters_) flits += counters.flits;
    Tick to_come = 0;
    for (std::uint32_t i = 0; i < width_; ++i)
      to_come +=
          std::min(outputs_[i].flits * cycle_, behind(outputs_[i].free_at * cycle_, to_ticks(at)));
    return flits - std::min(flits, (to_come + cycle_ - 1) / cycle_);
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct Input {
    RingQueue<Packet<Payload>> queue;
    bool idle = true;   ///< no packet is queued; with classes, none is on its way out either
    Cycle free_at = 0;  ///< without classes: cycle of the crossbar from which the wires are free
    RingQueue<Cycle> credits;
  };
  struct Output {
    Output(Arbiter chooser, std::uint32_t free, std::uint32_t arrival_queue)
        : arbiter(std::move(chooser)), places(free), queue(arrival_queue) {}
    Arbiter arbiter;
    std::uint32_t places;
    std::uint32_t queue;   ///< index of the arrival queue
    Cycle free_at = 0;     ///< cycle of the crossbar from which the output is free
    Cycle flits = 0;       ///< flits of the packet that occupies the output until free_at
    bool starved = false;  ///< the output waits for a free entry at the receiver
  };
  /// State that the demand input and the context input of a port share: the wires, and the head
  /// that makes a request.
  struct Port {
    Cycle free_at = 0;             ///< cycle of the crossbar from which the wires are free
    std::uint32_t asking = kNone;  ///< the input whose head requests an output; kNone: no head does
    std::uint32_t asked = kNone;   ///< the output that the head of `asking` requests
  };

  /// `time` - `than`, or 0 if the difference is negative.
  static Tick behind(Tick time, Tick than) { return time > than ? time - than : 0; }
  /// First cycle of the crossbar that begins at core cycle `time` or later.
  Cycle first_cycle(Cycle time) const { return (to_ticks(time) + cycle_ - 1) / cycle_; }

  static std::uint32_t outputs_of(const Shape& shape) {
    return shape.has_classes ? 2 * shape.outputs : shape.outputs;
  }

  /// As step(), for inputs with a queue for each output. Since an output takes an input away from
  /// all others, the output that chooses first changes from cycle to cycle.
  void step_split(Cycle now) {
    const auto inputs = static_cast<std::uint32_t>(inputs_.size());
    deciding_.clear();
    due_.take(now, [&](std::uint32_t number) {
      number < inputs ? show_split(number, now) : deciding_.push_back(number - inputs);
    });
    const std::size_t count = deciding_.size();
    const auto hash = static_cast<std::uint32_t>(now * 0x9E3779B97F4A7C15 >> 32);
    for (std::size_t i = 0, first = count == 0 ? 0 : hash % count; i < count; ++i)
      decide(deciding_[(first + i) % count], now);
  }

  /// Lets the due heads make their requests. Then lets the due outputs choose, in the order of
  /// their numbers.
  void step(Cycle now) {
    if (!split_.empty()) return step_split(now);
    const auto inputs = static_cast<std::uint32_t>(inputs_.size());
    due_.take(now, [&](std::uint32_t number) {
      if (number >= inputs)
        decide(number - inputs, now);
      else if (has_classes_)
        show_by_class(number, now);
      else
        request(number, inputs_[number].queue.front().output, now);
    });
  }

  /// Makes the output choose at `when`, or as soon as it is free.
  void decide_on(std::uint32_t output, Cycle when) {
    const auto inputs = static_cast<std::uint32_t>(inputs_.size());
    due_.add(std::max(when, outputs_[output].free_at), inputs + output);
  }
  void request(std::uint32_t input, std::uint32_t output, Cycle now) {
    outputs_[output].arbiter.request(input);
    decide_on(output, now);
  }

  // An input with a queue for each output has requests at all outputs for which packets wait. The
  // outputs leave out the requests of busy inputs.
  /// Lets packets arrive at the input. The outputs that it newly requests must choose.
  void show_split(std::uint32_t number, Cycle now) {
    if (inputs_[number].free_at > now) return;
    const bool was_busy = (busy_[number / 64] >> number % 64 & 1) != 0;
    busy_[number / 64] &= ~(std::uint64_t{1} << number % 64);
    split_[number].arrive(now, [&](std::uint32_t output) {
      outputs_[output].arbiter.request(number);
      if (!was_busy) decide_on(output, now);
    });
    if (was_busy)
      split_[number].for_each_waiting([&](std::uint32_t output) { decide_on(output, now); });
  }
  /// Removes the packet with which the input has won the output. The input is busy from now on.
  void take_split(std::uint32_t number, std::uint32_t output) {
    split_[number].pop(output);
    busy_[number / 64] |= std::uint64_t{1} << number % 64;
    if (split_[number].waits_for(output)) outputs_[output].arbiter.request(number);
  }
  /// Occupies the wires of the input until `end`.
  void hold_split(std::uint32_t number, Cycle end) {
    inputs_[number].free_at = end;
    if (!split_[number].empty()) due_.add(end, number);
  }

  bool is_there(const Input& input, Cycle now) const {
    return !input.queue.empty() && first_cycle(input.queue.front().time) <= now;
  }
  /// Lets the head with priority among the heads of the port's two inputs make the request.
  /// Withdraws the request of the other head.
  void show_by_class(std::uint32_t number, Cycle now) {
    Input& input = inputs_[number];
    input.idle = input.queue.empty();
    if (!input.idle && !is_there(input, now))
      due_.add(first_cycle(input.queue.front().time), number);
    const auto demand = static_cast<std::uint32_t>(number % ports_.size());
    Port& port = ports_[demand];
    if (port.free_at > now || (port.asking != kNone && port.asked < width_)) return;
    const std::uint32_t first = first_of_port(demand, now);
    if (first == kNone) return;
    auto& head = inputs_[first].queue.front();
    const bool counts_as_demand = first == demand || is_aged(head, now);
    const std::uint32_t output = counts_as_demand ? head.output : context_output(head.output);
    if (port.asking == first && port.asked == output) return;
    if (port.asking != kNone) outputs_[port.asked].arbiter.withdraw(port.asking);
    port = {port.free_at, first, output};
    request(first, output, now);
    if (first == demand) return;
    if (counts_as_demand) {
      if constexpr (requires { head.payload.traffic; })
        head.payload.traffic = model::TrafficClass::demand;
    } else if (age_limit_ != 0) {
      due_.add(first_cycle(head.time + age_limit_), first);
    }
  }
  /// Returns the port's input whose head has priority, or kNone if no head has arrived.
  std::uint32_t first_of_port(std::uint32_t demand, Cycle now) const {
    const std::uint32_t context = context_input(demand);
    const bool demand_is_there = is_there(inputs_[demand], now);
    if (!is_there(inputs_[context], now)) return demand_is_there ? demand : kNone;
    if (!demand_is_there) return context;
    const auto& oldest = inputs_[context].queue.front();
    const bool precedes = oldest.time < inputs_[demand].queue.front().time;
    return precedes && is_aged(oldest, now) ? context : demand;
  }
  bool is_aged(const Packet<Payload>& packet, Cycle now) const {
    return age_limit_ != 0 && first_cycle(packet.time + age_limit_) <= now;
  }
  /// Occupies the wires of the input's port and of the output's port until `end`.
  void hold_ports(std::uint32_t input, std::uint32_t output, Cycle end) {
    ports_[input % ports_.size()] = {.free_at = end};
    due_.add(end, input);
    const std::uint32_t other = output < width_ ? context_output(output) : output - width_;
    hold_output(outputs_[other], outputs_[output].flits, end);
    if (outputs_[other].arbiter.wanted(busy_)) decide_on(other, end);
  }
  static void hold_output(Output& output, Cycle flits, Cycle end) {
    output.free_at = end;
    output.flits = flits;
  }
  /// Occupies the wires of the input until `end`. Its next head makes its request then, or when it
  /// arrives.
  void hold_input(std::uint32_t number, Cycle end) {
    Input& input = inputs_[number];
    input.free_at = end;
    input.idle = input.queue.empty();
    if (!input.idle) due_.add(std::max(end, first_cycle(input.queue.front().time)), number);
  }

  /// The packet with which the input requests the output.
  Packet<Payload>& head(std::uint32_t input, std::uint32_t output) {
    return split_.empty() ? inputs_[input].queue.front() : split_[input].front(output);
  }

  void decide(std::uint32_t number, Cycle now) {
    Output& output = outputs_[number];
    if (output.free_at > now || !output.arbiter.wanted(busy_)) return;
    if (output.places != kUnbounded && !take_place(number, now)) return;
    const std::uint32_t winner =
        output.arbiter.grant(busy_, [&](std::uint32_t input) { return head(input, number).time; });
    Packet<Payload>& packet = head(winner, number);
    const Cycle end = now + packet.flits;
    CrossbarCounters& counters = counters_[packet.kernel];
    ++counters.packets;
    counters.flits += packet.flits;
    packet.time = to_cycle((end + latency_) * cycle_);
    first_arrival_ = std::min(first_arrival_, packet.time);
    if (arrivals_[output.queue].empty()) arrived_.push_back(output.queue);
    arrivals_[output.queue].push(packet);
    split_.empty() ? inputs_[winner].queue.pop() : take_split(winner, number);
    inputs_[winner].credits.push(to_cycle((end + latency_) * cycle_));
    hold_output(output, end - now, end);
    if (output.arbiter.wanted(busy_)) decide_on(number, end);
    if (has_classes_)
      hold_ports(winner, number, end);
    else if (!split_.empty())
      hold_split(winner, end);
    else
      hold_input(winner, end);
  }

  bool take_place(std::uint32_t number, Cycle now) {
    Output& output = outputs_[number];
    auto& freed = arrivals_[number].freed();
    while (!freed.empty() && known(freed.front()) <= now) {
      ++output.places;
      freed.pop();
    }
    if (output.places == 0) {
      if (!output.starved) ++starved_;
      output.starved = true;
      if (!freed.empty()) wake(number);
      return false;
    }
    --output.places;
    return true;
  }

  /// Returns the first cycle in which the crossbar can use an entry that became free at core cycle
  /// `time`.
  Cycle known(Cycle time) const { return first_cycle(time) + latency_; }
  void wake_starved() {
    for (std::uint32_t i = 0; i < outputs_.size(); ++i) {
      if (outputs_[i].starved && !arrivals_[i].freed().empty()) wake(i);
    }
  }
  void wake(std::uint32_t output) {
    outputs_[output].starved = false;
    --starved_;
    decide_on(output, known(arrivals_[output].freed().front()));
  }

  Tick cycle_;
  Cycle latency_;
  bool has_classes_;
  std::uint32_t age_limit_;                   ///< core cycles; 0: none
  std::vector<Port> ports_;                   ///< empty if the classes of traffic are not separated
  std::uint32_t width_;                       ///< number of outputs of one class
  std::vector<Input> inputs_;                 ///< demand inputs, then context inputs
  std::vector<OutputQueues<Payload>> split_;  ///< by input; empty: an input has one queue
  Arbiter::Inputs busy_;  ///< inputs with a queue for each output whose wires may be occupied
  std::vector<Output> outputs_;                  ///< demand outputs, then context outputs
  std::vector<ArrivalQueue<Payload>> arrivals_;  ///< indexed by output
  CycleSets due_;              ///< by cycle of the crossbar: the due inputs, then the due outputs
  std::uint32_t starved_ = 0;  ///< number of starved outputs
  Cycle first_arrival_ = kNever;  ///< first arrival of the packets of the last run
  std::vector<std::uint32_t> arrived_;
  std::vector<std::uint32_t> deciding_;  ///< outputs that are due in the present cycle
  std::array<CrossbarCounters, model::kTrafficSlots> counters_{};
};

}  // namespace heddle::memory
