// Contexts give way to demand in a crossbar.
#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "heddle/memory/crossbar.hpp"
#include "heddle/memory/sending_port.hpp"

namespace heddle::memory {
namespace {

constexpr Cycle kWay = 10;
constexpr auto kDemand = TrafficClass::demand;
constexpr auto kContexts = TrafficClass::context;

/// A packet that carries its class.
struct Load {
  std::uint32_t number = 0;
  TrafficClass traffic = TrafficClass::demand;
};
using ClassedCrossbar = Crossbar<Load>;

ClassedCrossbar crossbar_of(ClassedCrossbar::Shape shape,
                            Arbitration rule = Arbitration::round_robin) {
  shape.has_classes = true;
  return ClassedCrossbar({.clock_mhz = 1000, .latency = kWay, .arbitration = rule}, 1000, shape);
}

Packet<Load> packet_of(TrafficClass traffic, Cycle time, std::uint8_t flits, std::uint32_t number,
                       std::uint16_t output = 0) {
  return {.time = time,
          .output = output,
          .flits = flits,
          .kernel = traffic == kDemand ? std::uint8_t{0} : std::uint8_t{model::kContextTraffic},
          .payload = {number, traffic}};
}

/// By the input of its class.
void send(ClassedCrossbar& crossbar, std::uint32_t input, const Packet<Load>& packet) {
  const bool is_context = packet.payload.traffic == kContexts;
  crossbar.send(is_context ? crossbar.context_input(input) : input, packet);
}

struct Arrival {
  Cycle when;
  std::uint32_t number;
  bool operator==(const Arrival&) const = default;
};

std::vector<Arrival> taken(ArrivalQueue<Load>& queue) {
  std::vector<Arrival> all;
  for (; !queue.empty(); queue.pop(queue.next()))
    all.push_back({queue.next(), queue.front().number});
  return all;
}

/// When the packet of that number came; kNever: not yet.
Cycle arrival_of(const std::vector<Arrival>& arrivals, std::uint32_t number) {
  const auto found = std::ranges::find(arrivals, number, &Arrival::number);
  return found == arrivals.end() ? kNever : found->when;
}

TEST(CrossbarClasses, AnOutputTakesDemandFirst) {
  auto crossbar = crossbar_of({.inputs = 4, .outputs = 1});
  send(crossbar, 3, packet_of(kDemand, 0, 4, 9));  // holds the output until all others are there
  send(crossbar, 0, packet_of(kContexts, 1, 5, 0));
  send(crossbar, 1, packet_of(kDemand, 3, 1, 1));
  send(crossbar, 2, packet_of(kDemand, 4, 1, 2));
  crossbar.run(100);
  EXPECT_EQ(taken(crossbar.arrivals(0)),
            (std::vector<Arrival>{{4 + kWay, 9}, {5 + kWay, 1}, {6 + kWay, 2}, {11 + kWay, 0}}));
  EXPECT_EQ(crossbar.counters(0).packets, 3u);
  EXPECT_EQ(crossbar.counters(model::kContextTraffic).packets, 1u);
  EXPECT_EQ(crossbar.counters(model::kContextTraffic).flits, 5u);
}

TEST(CrossbarClasses, AContextThatWaitsHoldsNoDemandBehindIt) {
  auto crossbar = crossbar_of({.inputs = 2, .outputs = 2});
  send(crossbar, 0, packet_of(kDemand, 0, 20, 0));
  send(crossbar, 1, packet_of(kContexts, 1, 5, 1));   // waits for output 0
  send(crossbar, 1, packet_of(kDemand, 3, 1, 2, 1));  // whose output is free
  crossbar.run(100);
  EXPECT_EQ(taken(crossbar.arrivals(1)), (std::vector<Arrival>{{4 + kWay, 2}}));
  EXPECT_EQ(arrival_of(taken(crossbar.arrivals(0)), 1), 25 + kWay);
}

TEST(CrossbarClasses, AContextOnItsWayOutIsNotTakenBack) {
  auto crossbar = crossbar_of({.inputs = 1, .outputs = 2});
  send(crossbar, 0, packet_of(kContexts, 0, 5, 0));
  send(crossbar, 0, packet_of(kContexts, 0, 5, 1));
  send(crossbar, 0, packet_of(kDemand, 2, 1, 2, 1));
  crossbar.run(100);
  EXPECT_EQ(taken(crossbar.arrivals(1)), (std::vector<Arrival>{{6 + kWay, 2}}));
  EXPECT_EQ(taken(crossbar.arrivals(0)), (std::vector<Arrival>{{5 + kWay, 0}, {11 + kWay, 1}}));
}

TEST(CrossbarClasses, DemandThatWaitsHoldsTheContextsOfItsInput) {
  auto crossbar = crossbar_of({.inputs = 2, .outputs = 2});
  send(crossbar, 0, packet_of(kDemand, 0, 20, 0));
  send(crossbar, 1, packet_of(kDemand, 1, 1, 1));       // waits for output 0
  send(crossbar, 1, packet_of(kContexts, 1, 5, 2, 1));  // whose output is free
  crossbar.run(100);
  EXPECT_EQ(taken(crossbar.arrivals(1)), (std::vector<Arrival>{{21 + 5 + kWay, 2}}));
}

/// Two inputs that always have demand for one output, and a third with a context from cycle 10 on:
/// when that arrives.
Cycle arrival_under_load(std::uint32_t age_limit) {
  auto crossbar = crossbar_of({.inputs = 3, .outputs = 1, .age_limit = age_limit});
  for (std::uint32_t i = 0; i < 2000; ++i) {
    for (const std::uint32_t input : {0u, 1u}) send(crossbar, input, packet_of(kDemand, i, 1, 0));
  }
  send(crossbar, 2, packet_of(kContexts, 10, 5, 7));
  crossbar.run(2000);
  return arrival_of(taken(crossbar.arrivals(0)), 7);
}

TEST(CrossbarClasses, WithoutAnAgeLimitAContextMayStarve) {
  EXPECT_EQ(arrival_under_load(0), kNever);
}

/// From the limit on it has its turn among three.
TEST(CrossbarClasses, WithAnAgeLimitItCountsAsDemand) {
  for (const std::uint32_t limit : {1u, 100u, 1000u}) {
    const Cycle fair = arrival_under_load(limit);
    EXPECT_GE(fair, 10 + limit + 5 + kWay);
    EXPECT_LE(fair, 10 + limit + 2 + 5 + kWay);
  }
}

TEST(CrossbarClasses, AnAgedContextGoesBeforeYoungerDemandOfItsInput) {
  for (const std::uint32_t limit : {0u, 50u}) {
    auto crossbar = crossbar_of({.inputs = 1, .outputs = 1, .age_limit = limit});
    send(crossbar, 0, packet_of(kContexts, 0, 1, 1));
    for (std::uint32_t i = 0; i < 200; ++i) send(crossbar, 0, packet_of(kDemand, i, 2, 0));
    crossbar.run(200);
    EXPECT_EQ(arrival_of(taken(crossbar.arrivals(0)), 1), limit == 0 ? kNever : 50 + 1 + kWay);
  }
}

TEST(CrossbarClasses, AtTheReceiverEachClassHasItsPlaces) {
  auto crossbar = crossbar_of({.inputs = 1, .outputs = 1, .places = 2});
  for (std::uint32_t i = 0; i < 4; ++i) send(crossbar, 0, packet_of(kContexts, 0, 1, i));
  for (std::uint32_t i = 4; i < 6; ++i) send(crossbar, 0, packet_of(kDemand, 20, 1, i));
  crossbar.run(100);
  auto& demand = crossbar.arrivals(0);
  auto& contexts = crossbar.arrivals(crossbar.context_output(0));
  EXPECT_EQ(taken(demand), (std::vector<Arrival>{{21 + kWay, 4}, {22 + kWay, 5}}));
  EXPECT_EQ(contexts.size(), 2u);
  contexts.pop(120);
  crossbar.run(300);
  // The place that is free at 120 is known a latency later.
  EXPECT_EQ(taken(contexts), (std::vector<Arrival>{{2 + kWay, 1}, {120 + kWay + 1 + kWay, 2}}));
}

TEST(CrossbarClasses, AtTheSenderEachClassHasItsCredits) {
  auto crossbar = crossbar_of({.inputs = 1, .outputs = 1});
  SendingPort<Load> demand(2, 1), contexts(2, 1);
  demand.connect(crossbar.credits(0));
  contexts.connect(crossbar.credits(crossbar.context_input(0)));
  for (std::uint32_t i = 0; i < 3; ++i) contexts.send(0, packet_of(kContexts, 0, 4, i));
  EXPECT_FALSE(contexts.can_send(0));
  for (const auto& packet : contexts.outbox()) send(crossbar, 0, packet);
  contexts.outbox().clear();
  demand.send(0, packet_of(kDemand, 0, 4, 3));
  for (const auto& packet : demand.outbox()) send(crossbar, 0, packet);
  crossbar.run(8);
  // Demand goes first; each class learns of its own free place, a latency after its flits.
  EXPECT_EQ(crossbar.credits(0).front(), 4 + kWay);
  EXPECT_EQ(contexts.next_credit(), 8 + kWay);
}

/// Random packets of both classes, run in steps of so many cycles: all arrivals, by output.
std::vector<std::vector<Arrival>> random_arrivals(Cycle step, std::uint32_t age_limit,
                                                  Arbitration rule, double context_share) {
  constexpr std::uint32_t kPorts = 4, kPackets = 3000;
  auto crossbar = crossbar_of({.inputs = kPorts, .outputs = kPorts, .age_limit = age_limit}, rule);
  std::mt19937 random(1);
  std::bernoulli_distribution is_context(context_share);
  std::vector<std::pair<std::uint32_t, Packet<Load>>> packets;
  for (std::uint32_t i = 0; i < kPackets; ++i) {
    const auto output = static_cast<std::uint16_t>(random() % kPorts);
    const auto flits = static_cast<std::uint8_t>(random() % 5 + 1);
    packets.emplace_back(random() % kPorts, packet_of(is_context(random) ? kContexts : kDemand,
                                                      i * 3 / 2, flits, i, output));
  }
  std::size_t sent = 0;
  for (Cycle now = 0; now < 20'000; now += step) {
    for (; sent < kPackets && packets[sent].second.time < now + step; ++sent)
      send(crossbar, packets[sent].first, packets[sent].second);
    crossbar.run(now + step);
  }
  std::vector<std::vector<Arrival>> all;
  for (std::uint32_t output = 0; output < kPorts; ++output)
    all.push_back(taken(crossbar.arrivals(output)));
  EXPECT_EQ(crossbar.counters(0).packets + crossbar.counters(model::kContextTraffic).packets,
            kPackets);
  return all;
}

TEST(CrossbarClasses, ThePiecesInWhichTimePassesDoNotShow) {
  for (const auto rule : {Arbitration::round_robin, Arbitration::oldest, Arbitration::random}) {
    for (const std::uint32_t limit : {0u, 1u, 40u, 500u}) {
      const auto all = random_arrivals(1, limit, rule, 0.4);
      EXPECT_EQ(all, random_arrivals(4, limit, rule, 0.4)) << limit;
      EXPECT_EQ(all, random_arrivals(kWay, limit, rule, 0.4)) << limit;
    }
  }
}

/// Where all packets are contexts nothing gives way: they cross as if all were demand.
TEST(CrossbarClasses, OneClassAloneIsServedLikeTheOther) {
  for (const auto rule : {Arbitration::round_robin, Arbitration::oldest, Arbitration::random}) {
    EXPECT_EQ(random_arrivals(kWay, 0, rule, 1), random_arrivals(kWay, 0, rule, 0));
  }
}

}  // namespace
}  // namespace heddle::memory
