// Probes hear the whole GPU: what they are told of L2, DRAM and dispatcher is what the counters
// say.
#include <array>
#include <deque>
#include <map>

#include <gtest/gtest.h>

#include "heddle/policy/throttle/throttle.hpp"
#include "mixed_program.hpp"
#include "rig.hpp"
#include "statistics.hpp"

namespace heddle::test {
namespace {

struct Heard : Counts<Heard> {
  std::uint64_t loads = 0, stores = 0, atomics = 0, hits = 0, misses = 0, merges = 0;
  std::uint64_t reads = 0, writes = 0, bytes = 0, bursts = 0, activates = 0;
  void describe(StatisticVisitor& visit) const {
    visit.count("loads", loads, "requests", "for tests");
  }
};

class MemoryPart final
    : public probe::UnitHears<model::L2Access, model::DramAccess, model::DramActivate> {
 public:
  explicit MemoryPart(std::uint32_t channel) : channel_(channel) {}
  void on(const model::L2Access& event) override {
    Heard& heard = heard_[event.kernel];
    ++(event.kind == model::RequestKind::load    ? heard.loads
       : event.kind == model::RequestKind::store ? heard.stores
                                                 : heard.atomics);
    ++(event.outcome == model::L2Outcome::hit    ? heard.hits
       : event.outcome == model::L2Outcome::miss ? heard.misses
                                                 : heard.merges);
    EXPECT_GE(event.cycle, last_access_);
    last_access_ = event.cycle;
  }
  void on(const model::DramAccess& event) override {
    Heard& heard = heard_[event.kernel];
    ++(event.write ? heard.writes : heard.reads);
    heard.bytes += event.bytes;
    heard.bursts += event.bursts;
    EXPECT_EQ(event.channel, channel_);
    EXPECT_EQ(event.row, open_rows_.at(event.bank));
  }
  void on(const model::DramActivate& event) override {
    ++heard_[event.kernel].activates;
    open_rows_[event.bank] = event.row;
  }
  probe::ProbeCounts counts(unsigned kernel) override { return {"heard", heard_[kernel]}; }

 private:
  std::uint32_t channel_;
  Cycle last_access_ = 0;
  std::map<std::uint32_t, std::uint64_t> open_rows_;  ///< by bank
  std::array<Heard, model::kKernelSlots> heard_;
};

class MemoryProbe final : public probe::Probe {
 public:
  void describe(ParameterVisitor& /*visit*/) override {}
  bool is_on() const override { return true; }
  probe::UnitProbe* on_partition(const probe::PartitionFacts& partition) override {
    return &parts_.emplace_back(partition.channel);
  }
  probe::ProbeCounts no_counts() const override { return {"heard", Heard()}; }

 private:
  std::deque<MemoryPart> parts_;
};

gpu::MachineSpec with_two_channels() {
  auto machine = small_machine();
  machine.sm.count = 3;
  machine.dram.channels = 2;
  machine.l2.slice.bytes = 4096;
  return machine;
}

TEST(Probe, HearsWhatL2AndDramCount) {
  for (const unsigned threads : {1u, 2u}) {
    Rig rig(with_two_channels(), {}, threads);
    MemoryProbe probe;
    rig.gpu().attach(probe);
    const auto first = rig.start(kernel(kMixed), {30}, {128});
    const auto second = rig.start(kernel(kMixed), {9}, {64});
    for (const auto number : {first, second}) {
      const auto counters = rig.finish(number);
      const Heard& heard = counted<Heard>(counters);
      EXPECT_GT(heard.loads, 0u);
      EXPECT_EQ(heard.loads, counters.l2.loads);
      EXPECT_EQ(heard.stores, counters.l2.stores);
      EXPECT_EQ(heard.atomics, counters.l2.atomics);
      EXPECT_EQ(heard.hits, counters.l2.hits);
      EXPECT_EQ(heard.misses, counters.l2.misses);
      EXPECT_EQ(heard.merges, counters.l2.merges);
      EXPECT_EQ(heard.reads, counters.dram.reads);
      EXPECT_EQ(heard.writes, counters.dram.writes);
      EXPECT_EQ(heard.bytes, counters.dram.bytes);
      EXPECT_EQ(heard.bursts, counters.dram.read_bursts + counters.dram.write_bursts);
      EXPECT_EQ(heard.activates, counters.dram.activates);
    }
  }
}

class DispatchProbe final : public probe::Probe {
 public:
  struct Part final : probe::UnitHears<model::GridStarted, model::GridEnded, model::BlockSent> {
    void on(const model::GridStarted& event) override { started.push_back(event); }
    void on(const model::GridEnded& event) override { ended.push_back(event); }
    void on(const model::BlockSent& event) override { sent.push_back(event); }
    std::vector<model::GridStarted> started;
    std::vector<model::GridEnded> ended;
    std::vector<model::BlockSent> sent;
  };
  struct SmPart final : probe::UnitHears<model::BlockDispatched> {
    void on(const model::BlockDispatched& event) override { arrived.push_back(event); }
    std::vector<model::BlockDispatched> arrived;
  };

  void describe(ParameterVisitor& /*visit*/) override {}
  bool is_on() const override { return true; }
  probe::UnitProbe* on_dispatcher() override { return &dispatcher; }
  probe::UnitProbe* on_sm(const probe::SmFacts& /*sm*/) override { return &sms.emplace_back(); }

  Part dispatcher;
  std::deque<SmPart> sms;
};

TEST(Probe, HearsTheDispatcherBeforeBlocksArrive) {
  const auto machine = with_two_channels();
  Rig rig(machine);
  DispatchProbe probe;
  rig.gpu().attach(probe);
  const auto counters = rig.run(kernel(kMixed), {20}, {128});
  ASSERT_EQ(probe.dispatcher.started.size(), 1u);
  EXPECT_EQ(probe.dispatcher.started[0].cycle, counters.started);
  EXPECT_EQ(probe.dispatcher.started[0].blocks, 20u);
  ASSERT_EQ(probe.dispatcher.ended.size(), 1u);
  EXPECT_EQ(probe.dispatcher.ended[0].cycle, counters.ended);
  ASSERT_EQ(probe.dispatcher.sent.size(), 20u);
  std::size_t arrived = 0;
  for (const model::BlockSent& sent : probe.dispatcher.sent) {
    EXPECT_EQ(sent.warps, 4u);
    for (const model::BlockDispatched& event : probe.sms[sent.sm].arrived) {
      if (event.block != sent.block) continue;
      EXPECT_EQ(event.cycle, sent.cycle + machine.control.control_latency);
      ++arrived;
    }
  }
  EXPECT_EQ(arrived, 20u);
}

TEST(Probe, ChangesNothing) {
  Rig plain(with_two_channels()), watched(with_two_channels());
  MemoryProbe memory;
  DispatchProbe dispatch;
  watched.gpu().attach(memory);
  watched.gpu().attach(dispatch);
  auto seen = watched.run_body(kMixed, {20}, {128});
  seen.probes = {};
  EXPECT_EQ(values_of(plain.run_body(kMixed, {20}, {128})), values_of(seen));
}

std::string told;  ///< who was told of an access: a letter each

/// Lets all pass.
class OpenThrottle final : public policy::Throttle, private model::Hears<model::L1Access> {
 public:
  model::Listener* listener() override { return this; }
  void close(policy::Gate& gate) override {
    for (unsigned entity = 0; entity < sm().entities; ++entity) {
      gate.may_issue.set(entity);
      gate.may_load.set(entity);
    }
  }

 private:
  void on(const model::L1Access& /*event*/) override { told += 'p'; }
};
const policy::Register<policy::Throttle, OpenThrottle> registration("open", "for tests");

TEST(Probe, IsToldAfterThePolicies) {
  struct Listener final : model::Hears<model::L1Access> {
    explicit Listener(char of) : letter(of) {}
    void on(const model::L1Access& /*event*/) override { told += letter; }
    char letter;
  } first('1'), second('2');
  auto machine = small_machine();
  machine.sm.count = 1;
  Rig rig(machine, {.throttle = "open"});
  rig.gpu().listen(0, first);
  rig.gpu().listen(0, second);
  told.clear();
  rig.run_body("  ld.global.u32 %r1, [%rd1];\n  st.global.u32 [%rd1+4], %r1;\n");
  EXPECT_EQ(told, "p12p12");
}

}  // namespace
}  // namespace heddle::test
