#include "heddle/memory/crossbar.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "closed_form.hpp"
#include "heddle/memory/sending_port.hpp"

namespace heddle::memory {
namespace {

using TestPacket = Packet<std::uint32_t>;
using TestCrossbar = Crossbar<std::uint32_t>;

constexpr Cycle kLatency = 20;

InterconnectSpec spec(Arbitration rule = Arbitration::round_robin) {
  return {.clock_mhz = 1000, .latency = kLatency, .arbitration = rule};
}

/// What arrived at an output, as (cycle, payload).
std::vector<std::pair<Cycle, std::uint32_t>> take_all(TestCrossbar& crossbar,
                                                      std::uint32_t output) {
  std::vector<std::pair<Cycle, std::uint32_t>> all;
  auto& queue = crossbar.arrivals(output);
  for (; !queue.empty(); queue.pop(queue.next())) all.emplace_back(queue.next(), queue.front());
  return all;
}

TEST(Crossbar, APacketTakesItsFlitsAndTheLatency) {
  const test::ClosedForm form{"cycles of a packet through an idle crossbar", "flits + latency"};
  for (const std::uint8_t flits : {1, 5}) {
    TestCrossbar crossbar(spec(), 1000, {.inputs = 2, .outputs = 2});
    crossbar.send(0, {.time = 7, .output = 1, .flits = flits, .payload = 9});
    crossbar.run(100);
    const auto arrived = take_all(crossbar, 1);
    ASSERT_EQ(arrived.size(), 1u);
    EXPECT_EQ(arrived.front().second, 9u);
    form.expect(fmt::format("flits {}", flits), flits + kLatency, arrived.front().first - 7);
    EXPECT_TRUE(crossbar.arrivals(0).empty());
    EXPECT_EQ(crossbar.counters(0).flits, flits);
  }
}

TEST(Crossbar, ItsClockIsItsOwn) {
  // Half the core's clock: everything takes twice as many core cycles, from an even one on.
  TestCrossbar crossbar(spec(), 2000, {.inputs = 1, .outputs = 1});
  crossbar.send(0, {.time = 7, .output = 0, .flits = 3});
  crossbar.run(200);
  EXPECT_EQ(take_all(crossbar, 0).front().first, 8 + 2 * (3 + kLatency));
}

TEST(Crossbar, InputsThatWantOneOutputTakeTurns) {
  TestCrossbar crossbar(spec(), 1000, {.inputs = 3, .outputs = 1});
  for (std::uint32_t input = 0; input < 3; ++input) {
    for (std::uint32_t i = 0; i < 2; ++i)
      crossbar.send(input, {.output = 0, .flits = 2, .payload = 10 * input + i});
  }
  crossbar.run(100);
  std::vector<std::pair<Cycle, std::uint32_t>> expected;
  Cycle end = kLatency;
  for (const std::uint32_t payload : {0u, 10u, 20u, 1u, 11u, 21u})
    expected.emplace_back(end += 2, payload);
  EXPECT_EQ(take_all(crossbar, 0), expected);
}

TEST(Crossbar, TheOldestHeadMayGoFirst) {
  TestCrossbar crossbar(spec(Arbitration::oldest), 1000, {.inputs = 3, .outputs = 1});
  crossbar.send(0, {.time = 0, .output = 0, .flits = 8, .payload = 0});
  crossbar.send(1, {.time = 5, .output = 0, .payload = 1});
  crossbar.send(2, {.time = 2, .output = 0, .payload = 2});
  crossbar.run(100);
  std::vector<std::uint32_t> order;
  for (const auto& [when, payload] : take_all(crossbar, 0)) order.push_back(payload);
  EXPECT_EQ(order, (std::vector<std::uint32_t>{0, 2, 1}));
}

InterconnectSpec with_output_queues() {
  InterconnectSpec made = spec();
  made.output_queues = true;
  return made;
}

// Input 0 occupies output 0 for 8 cycles. Input 1 has a packet for output 0 and then one for output
// 1: only the first must wait. Its packet for output 0 is there when the wires are free again.
TEST(Crossbar, APacketInAQueueOfItsOutputPassesThoseToOtherOutputs) {
  TestCrossbar crossbar(with_output_queues(), 1000, {.inputs = 2, .outputs = 2});
  crossbar.send(0, {.time = 0, .output = 0, .flits = 8, .payload = 1});
  crossbar.send(1, {.time = 1, .output = 0, .flits = 2, .payload = 2});
  crossbar.send(1, {.time = 2, .output = 1, .flits = 3, .payload = 3});
  crossbar.send(1, {.time = 2, .output = 1, .flits = 3, .payload = 4});
  crossbar.run(100);
  using Arrivals = std::vector<std::pair<Cycle, std::uint32_t>>;
  // Output 1: cycles 2 to 5. At 5 its next packet and at 8 output 0 can have the input.
  EXPECT_EQ(take_all(crossbar, 1), (Arrivals{{5 + kLatency, 3}, {8 + kLatency, 4}}));
  EXPECT_EQ(take_all(crossbar, 0), (Arrivals{{8 + kLatency, 1}, {10 + kLatency, 2}}));
  EXPECT_EQ(crossbar.credits(1).size(), 3u);
}

TEST(Crossbar, AnInputMovesOnePacketAtATimeWhateverItsQueues) {
  TestCrossbar crossbar(with_output_queues(), 1000, {.inputs = 1, .outputs = 3});
  for (std::uint16_t output = 0; output < 3; ++output)
    crossbar.send(0, {.time = 0, .output = output, .flits = 4});
  crossbar.run(100);
  std::vector<Cycle> times;
  for (std::uint32_t output = 0; output < 3; ++output)
    times.push_back(take_all(crossbar, output).front().first);
  std::ranges::sort(times);
  EXPECT_EQ(times, (std::vector<Cycle>{4 + kLatency, 8 + kLatency, 12 + kLatency}));
}

// Four inputs have packets for all of eight outputs: each output gets half of its peak.
TEST(Crossbar, OutputsThatCompeteForInputsGetTheSame) {
  constexpr std::uint32_t kInputs = 4, kOutputs = 8;
  constexpr Cycle kCycles = 4000;
  for (const std::uint8_t flits : {1, 4}) {
    TestCrossbar crossbar(with_output_queues(), 1000, {.inputs = kInputs, .outputs = kOutputs});
    for (std::uint32_t i = 0; i < kCycles; ++i)
      for (std::uint32_t input = 0; input < kInputs; ++input)
        crossbar.send(input, {.output = static_cast<std::uint16_t>(i % kOutputs), .flits = flits});
    crossbar.run(kCycles);
    const double share = static_cast<double>(kCycles) / flits * kInputs / kOutputs;
    for (std::uint32_t output = 0; output < kOutputs; ++output)
      EXPECT_NEAR(static_cast<double>(take_all(crossbar, output).size()), share, 0.1 * share);
  }
}

// Uniform random traffic of one flit at full load. With one queue an input is blocked behind its
// head: as the number of ports grows, 2 - sqrt(2) = 0.586 of the peak pass (Karol, Hluchyj, Morgan
// 1987). With a queue for each output nearly all of it does.
TEST(Crossbar, OutputQueuesPassMoreThanOneQueue) {
  constexpr std::uint32_t kPorts = 32;
  const auto share_of_peak = [](const InterconnectSpec& with) {
    constexpr Cycle kCycles = 4000;
    TestCrossbar crossbar(with, 1000, {.inputs = kPorts, .outputs = kPorts});
    std::mt19937 random(1);
    for (Cycle now = 0; now < kCycles; ++now) {
      for (std::uint32_t input = 0; input < kPorts; ++input)
        crossbar.send(input,
                      {.time = now, .output = static_cast<std::uint16_t>(random() % kPorts)});
    }
    crossbar.run(kCycles);
    return static_cast<double>(crossbar.counters(0).packets) / (kCycles * kPorts);
  };
  EXPECT_NEAR(share_of_peak(spec()), 0.586, 0.03);
  EXPECT_GT(share_of_peak(with_output_queues()), 0.93);
}

TEST(Crossbar, AHeadThatWaitsHoldsThoseBehindIt) {
  TestCrossbar crossbar(spec(), 1000, {.inputs = 2, .outputs = 2});
  crossbar.send(0, {.output = 0, .flits = 10, .payload = 1});
  crossbar.send(1, {.time = 1, .output = 0, .payload = 2});
  crossbar.send(1, {.time = 1, .output = 1, .payload = 3});  // its output is free all the time
  crossbar.run(100);
  EXPECT_EQ(take_all(crossbar, 1).front().first, 10 + 1 + 1 + kLatency);
}

TEST(Crossbar, AFullReceiverHoldsItsOutput) {
  TestCrossbar crossbar(spec(), 1000, {.inputs = 1, .outputs = 1, .places = 2});
  for (std::uint32_t i = 0; i < 3; ++i) crossbar.send(0, {.output = 0, .payload = i});
  crossbar.run(100);
  EXPECT_EQ(crossbar.arrivals(0).size(), 2u);
  crossbar.arrivals(0).pop(120);
  crossbar.run(300);
  // The place that is free at 120 is known a latency later.
  EXPECT_EQ(take_all(crossbar, 0).back(),
            (std::pair<Cycle, std::uint32_t>{120 + kLatency + 1 + kLatency, 2}));
}

TEST(Crossbar, NamesTheOutputsAtWhichTheFirstPacketOfAQueueArrived) {
  TestCrossbar crossbar(spec(), 1000, {.inputs = 3, .outputs = 3});
  crossbar.send(0, {.output = 2});
  crossbar.send(1, {.output = 2});
  crossbar.run(10);
  EXPECT_EQ(crossbar.arrived(), (std::vector<std::uint32_t>{2}));
  crossbar.send(0, {.time = 10, .output = 2});  // behind the others
  crossbar.send(2, {.time = 10, .output = 1});
  crossbar.run(20);
  EXPECT_EQ(crossbar.arrived(), (std::vector<std::uint32_t>{1}));
  take_all(crossbar, 2);
  crossbar.send(0, {.time = 20, .output = 2});
  crossbar.run(30);
  EXPECT_EQ(crossbar.arrived(), (std::vector<std::uint32_t>{2}));
  crossbar.run(40);
  EXPECT_TRUE(crossbar.arrived().empty());
}

// A packet that is sent while its input or its output moves another one waits for the wires.
TEST(Crossbar, WiresStayTakenUntilTheLastFlit) {
  TestCrossbar crossbar(spec(), 1000, {.inputs = 2, .outputs = 2});
  crossbar.send(0, {.time = 0, .output = 0, .flits = 9, .payload = 1});
  crossbar.run(3);
  EXPECT_EQ(crossbar.next(), 9 + kLatency);
  crossbar.send(0, {.time = 4, .output = 1, .payload = 2});  // input 0 is free at 9
  crossbar.send(1, {.time = 5, .output = 0, .payload = 3});  // output 0 is free at 9
  crossbar.run(40);
  EXPECT_EQ(take_all(crossbar, 1).front().first, 9 + 1 + kLatency);
  EXPECT_EQ(take_all(crossbar, 0).back().first, 9 + 1 + kLatency);
}

TEST(Crossbar, ThePiecesInWhichTimePassesDoNotShow) {
  const auto arrivals = [](Cycle step) {
    TestCrossbar crossbar(spec(Arbitration::random), 1300, {.inputs = 4, .outputs = 4});
    std::mt19937 random(1);
    std::vector<TestPacket> packets;
    for (Cycle time = 0; time < 400; ++time) {
      packets.push_back({.time = time,
                         .output = static_cast<std::uint16_t>(random() % 4),
                         .flits = static_cast<std::uint8_t>(random() % 5 + 1),
                         .payload = static_cast<std::uint32_t>(time)});
    }
    std::size_t sent = 0;
    for (Cycle now = 0; now < 4000; now += step) {
      for (; sent < packets.size() && packets[sent].time < now + step; ++sent)
        crossbar.send(sent * 7 % 4, packets[sent]);
      crossbar.run(now + step);
    }
    std::vector<std::vector<std::pair<Cycle, std::uint32_t>>> all;
    for (std::uint32_t output = 0; output < 4; ++output) all.push_back(take_all(crossbar, output));
    return all;
  };
  EXPECT_EQ(arrivals(1), arrivals(4));
  EXPECT_EQ(arrivals(1), arrivals(16));
}

/// Flits per output and cycle when every input always has a packet, for a random output.
double saturated(std::uint32_t ports, Arbitration rule, bool per_output_inputs) {
  TestCrossbar crossbar(spec(rule), 1000,
                        {.inputs = per_output_inputs ? ports * ports : ports, .outputs = ports});
  std::mt19937 random(7);
  constexpr Cycle kCycles = 20'000;
  const std::uint32_t inputs = per_output_inputs ? ports * ports : ports;
  for (std::uint32_t i = 0; i < kCycles; ++i) {
    for (std::uint32_t input = 0; input < inputs; ++input) {
      const auto output = per_output_inputs ? input % ports : random() % ports;
      crossbar.send(input, {.output = static_cast<std::uint16_t>(output)});
    }
  }
  crossbar.run(kCycles);
  return static_cast<double>(crossbar.counters(0).flits) / (ports * kCycles);
}

// Karol, Hluchyj, Morgan, "Input versus output queueing on a space-division packet switch", 1987,
// table I: with single queues at the inputs uniform traffic saturates at 0.75 for 2 ports, 0.6553
// for 4, 0.6184 for 8, and 2 - sqrt(2) = 0.5858 for very many.
TEST(Crossbar, UniformTrafficSaturatesAtKarolsLimit) {
  const test::ClosedForm karol{"flits an output and cycle of a saturated crossbar",
                               "Karol et al., 1987, table I", 0.02};
  for (const auto rule : {Arbitration::round_robin, Arbitration::random}) {
    const std::string by = rule == Arbitration::random ? ", random" : ", round robin";
    karol.expect("2 ports" + by, 0.75, saturated(2, rule, false));
    karol.expect("4 ports" + by, 0.6553, saturated(4, rule, false));
    karol.expect("8 ports" + by, 0.6184, saturated(8, rule, false));
    const double sixteen = saturated(16, rule, false);
    EXPECT_GT(sixteen, 0.586);
    EXPECT_LT(sixteen, 0.615);
  }
  // With an input for each pair nothing waits behind another's head.
  const test::ClosedForm apart{"flits an output and cycle with an input for each pair", "1", 0.001};
  apart.expect("4 ports", 1, saturated(4, Arbitration::round_robin, true));
}

TEST(ArrivalQueue, DeliversWhatHasArrived) {
  ArrivalQueue<std::uint32_t> queue(true);
  for (const Cycle time : {3, 5, 5, 8})
    queue.push({.time = time, .payload = static_cast<std::uint32_t>(10 * time)});
  std::vector<std::uint32_t> seen;
  const auto note = [&](std::uint32_t payload) { seen.push_back(payload); };
  queue.deliver(2, note);
  EXPECT_TRUE(seen.empty());
  queue.deliver(5, note);
  EXPECT_EQ(seen, (std::vector<std::uint32_t>{30, 50, 50}));
  EXPECT_EQ(queue.next(), 8u);
  EXPECT_EQ(queue.freed().size(), 3u);
  queue.deliver(9, note);
  EXPECT_EQ(queue.next(), kNever);
}

TEST(SendingPort, PacketsWaitForCredits) {
  TestCrossbar crossbar(spec(), 1000, {.inputs = 1, .outputs = 1});
  SendingPort<std::uint32_t> port(2, 1);
  port.connect(crossbar.credits(0));
  for (std::uint32_t i = 0; i < 3; ++i) {
    ASSERT_TRUE(port.can_send(0));
    port.send(0, {.flits = 4, .payload = i});
  }
  EXPECT_FALSE(port.can_send(0));
  EXPECT_EQ(port.outbox().size(), 2u);
  for (const auto& packet : port.outbox()) crossbar.send(0, packet);
  port.outbox().clear();
  crossbar.run(16);
  // The first packet's place is free after its four flits, and known a latency later.
  EXPECT_EQ(port.next_credit(), 4 + kLatency);
  port.take_credits();
  ASSERT_EQ(port.outbox().size(), 1u);
  EXPECT_EQ(port.outbox().front().time, 4 + kLatency);
  EXPECT_FALSE(port.can_send(16));
  EXPECT_EQ(port.next(16), 4 + kLatency);
  EXPECT_TRUE(port.can_send(4 + kLatency));
}

}  // namespace
}  // namespace heddle::memory
