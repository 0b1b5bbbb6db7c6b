// SMs are taken from their blocks: what it costs by closed forms, and that programs compute what
// they would have without.

#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "closed_form.hpp"
#include "expect_output.hpp"
#include "preemption_programs.hpp"
#include "taken_sm.hpp"

namespace heddle::test {
namespace {

/// What signals took, and what of them came to memory.
class Watch final : public probe::Probe {
 public:
  void describe(ParameterVisitor& /*visit*/) override {}
  bool is_on() const override { return true; }
  probe::UnitProbe* on_dispatcher() override { return &signals_; }
  probe::UnitProbe* on_partition(const probe::PartitionFacts& /*partition*/) override {
    return &stores_;
  }

  const std::vector<model::SmPreempted>& signals() const { return signals_.all; }
  const std::vector<model::BlockReturned>& returned() const { return signals_.returned; }
  /// Requests of contexts to store, that the L2 has taken.
  std::uint64_t stores() const { return stores_.count; }

 private:
  struct Signals final : probe::UnitHears<model::SmPreempted, model::BlockReturned> {
    void on(const model::SmPreempted& event) override { all.push_back(event); }
    void on(const model::BlockReturned& event) override { returned.push_back(event); }
    std::vector<model::SmPreempted> all;
    std::vector<model::BlockReturned> returned;
  };
  struct Stores final : probe::UnitHears<model::L2Access> {
    void on(const model::L2Access& event) override {
      const bool is_store = event.kind == model::RequestKind::store;
      count += is_store && event.kernel == model::kContextTraffic ? 1 : 0;
    }
    std::uint64_t count = 0;
  };
  Signals signals_;
  Stores stores_;
};

/// One SM and one partition. Of contexts only registers and shared memory take bytes.
gpu::MachineSpec bare_machine(std::uint32_t flit_bytes = 32) {
  auto machine = small_machine();
  machine.device.core_clock_mhz = 700;
  machine.interconnect.clock_mhz = 700;
  machine.interconnect.flit_bytes = flit_bytes;
  machine.interconnect.header_bytes = 8;
  machine.sm.register_unit = 32;
  machine.context_switch.stack_entry_bytes = machine.context_switch.predicate_bytes = 0;
  machine.context_switch.loads = 4096;  // more than a block has
  return machine;
}

/// A loop of so many trips, while `waiting` values wait that nothing can compute anew.
std::string looping(const std::string& body, unsigned trips, unsigned waiting) {
  std::string loads, sums;
  for (unsigned i = 0; i < waiting; ++i) {
    loads += fmt::format("  ld.global.u32 %r{}, [%rd1 + {}];\n", 20 + i, 4 * i);
    sums += fmt::format("  add.u32 %r1, %r1, %r{};\n", 20 + i);
  }
  return kernel(loads + "  mov.u32 %r1, 0;\nAGAIN:\n" + body +
                fmt::format("  add.u32 %r1, %r1, 1;\n  setp.lt.u32 %p1, %r1, {};\n"
                            "  @%p1 bra AGAIN;\n",
                            trips) +
                sums + "  st.shared.u32 [s], %r1;");
}

/// Computes in registers for longer than any test looks.
std::string spinning(unsigned waiting = 0) { return looping("", 20000, waiting); }

struct Evicted {
  model::SmPreempted signal;
  std::uint64_t stores = 0;
  Cycle latency() const { return signal.freed - signal.signalled; }
};

/// The first signal to a grid of so many blocks, which are all there.
Evicted evict(const gpu::MachineSpec& machine, const std::string& preemption, std::uint32_t blocks,
              std::uint32_t threads, unsigned waiting = 0) {
  Rig rig(machine, signalled(preemption, 5000));
  rig.annotate();
  Watch watch;
  rig.gpu().attach(watch);
  rig.start(spinning(waiting), {blocks}, {threads});
  while (watch.signals().empty()) rig.gpu().advance(rig.gpu().now() + 1000);
  return {watch.signals().front(), watch.stores()};
}

/// Of the time in which contexts move: where in its loop the signal finds the warp does not count.
const ClosedForm kTenRegisters{"Ten registers more of one warp that is saved whole",
                               "10 x max(1, flits of 128 B and a header) cycles", 0};

TEST(Eviction, TenRegistersMoreTakeAsLongAsTheyTakeToSend) {
  for (const auto& [flit_bytes, flits] : {std::pair(32u, 5u), {40u, 4u}, {136u, 1u}}) {
    const auto few = evict(bare_machine(flit_bytes), "occup", 1, 32, 10);
    const auto many = evict(bare_machine(flit_bytes), "occup", 1, 32, 20);
    EXPECT_EQ(many.signal.bytes.registers - few.signal.bytes.registers, 10u * 128);
    kTenRegisters.expect(fmt::format("flits of {} B", flit_bytes), 10.0 * flits,
                         static_cast<double>(many.signal.spill.total() - few.signal.spill.total()));
  }
}

const ClosedForm kEachSegment{"Saving all blocks of an SM, over saving one",
                              "5 cycles a segment of 128 B more", 0};

TEST(Eviction, LatencyIsFiveCyclesASegment) {
  const auto one = evict(bare_machine(), "occup", 1, 256, 10);
  for (const std::uint32_t blocks : {2u, 4u, 6u}) {
    const auto all = evict(bare_machine(), "occup", blocks, 256, 10);
    EXPECT_EQ(all.signal.saved, blocks);
    EXPECT_EQ(all.signal.segments, blocks * one.signal.segments);
    EXPECT_EQ(all.stores, all.signal.segments);
    EXPECT_EQ(all.signal.acknowledged, all.signal.segments);
    kEachSegment.expect(fmt::format("{} blocks", blocks),
                        5.0 * static_cast<double>(all.signal.segments - one.signal.segments),
                        static_cast<double>(all.latency() - one.latency()));
  }
}

const ClosedForm kTenRegistersBack{"Ten registers more of one warp that comes back",
                                   "10 x max(1, flits of 128 B and a header) cycles", 0};

/// The return of a block of one warp that the first signal took.
model::BlockReturned return_of(const gpu::MachineSpec& machine, unsigned waiting) {
  Rig rig(machine, signalled("occup", 5000));
  rig.annotate();
  Watch watch;
  rig.gpu().attach(watch);
  const std::uint64_t grid = rig.start(spinning(waiting), {1}, {32});
  while (watch.returned().empty()) rig.gpu().advance(rig.gpu().now() + 100);
  const model::BlockReturned& block = watch.returned().front();
  const core::ContextCounts counts = rig.gpu().counters_so_far(grid).contexts;
  EXPECT_EQ(block.bytes, watch.signals().front().bytes.total());
  EXPECT_EQ(block.segments, watch.signals().front().segments);
  EXPECT_EQ(counts.blocks_saved, 1u);
  EXPECT_EQ(counts.blocks_restored, 1u);
  EXPECT_EQ(counts.stores, block.segments);
  EXPECT_EQ(counts.loads, block.segments);
  EXPECT_EQ(counts.bytes_stored, block.bytes);
  EXPECT_EQ(counts.bytes_loaded, block.bytes);
  EXPECT_EQ(counts.restore_cycles, block.restoring);
  return block;
}

TEST(Eviction, TenRegistersMoreTakeAsLongToComeBack) {
  for (const auto& [flit_bytes, flits] : {std::pair(32u, 5u), {40u, 4u}, {136u, 1u}}) {
    const auto machine = bare_machine(flit_bytes);
    const auto few = return_of(machine, 10), many = return_of(machine, 20);
    EXPECT_EQ(many.segments - few.segments, 10u);
    kTenRegistersBack.expect(fmt::format("flits of {} B", flit_bytes), 10.0 * flits,
                             static_cast<double>(many.restoring - few.restoring));
  }
}

const ClosedForm kTwoPlaces{
    "Ten registers more of one warp that comes back, with two places for segments",
    "5 x cycles of a segment from the L2 and back, and of writing it", 0};

/// Two segments in two places come in one round: a flit there, a segment's flits back, the
/// crossbar both ways, the L2, and a cycle more than the register takes to be written.
TEST(Eviction, WithTwoPlacesTwoRegistersComeInARound) {
  auto machine = bare_machine(136);
  machine.context_switch.loads = 2;
  const auto few = return_of(machine, 10), many = return_of(machine, 20);
  EXPECT_EQ(many.segments - few.segments, 10u);
  const double round = 1 + 2 * machine.interconnect.latency + machine.l2.slice.hit_latency + 1 +
                       machine.context_switch.latency + 1;
  kTwoPlaces.expect("", 5 * round, static_cast<double>(many.restoring - few.restoring));
}

/// Two blocks of eight warps, whose stores have a request for each thread. When the first block is
/// back its stores want the port in every cycle, while the context of the second one comes. By how
/// many cycles the second is later; nullopt: not within 40000 cycles.
std::optional<Cycle> second_return(core::ContextPriority priority, unsigned waiting) {
  auto machine = bare_machine(136);
  machine.context_switch.priority = priority;
  const std::string storing = looping(R"(
  mov.u32 %r2, %tid.x;
  and.b32 %r2, %r2, 31;
  mul.wide.u32 %rd2, %r2, 128;
  add.u64 %rd2, %rd2, %rd1;
  st.global.u32 [%rd2 + 4096], %r1;
  st.global.u32 [%rd2 + 4096], %r1;
)",
                                      2000, waiting);
  Rig rig(machine, signalled("occup", 20000));
  rig.annotate();
  Watch watch;
  rig.gpu().attach(watch);
  rig.start(storing, {2}, {256});
  while (watch.returned().size() < 2 && rig.gpu().now() < 60000)
    rig.gpu().advance(rig.gpu().now() + 100);
  if (watch.returned().size() < 2) return std::nullopt;
  return watch.returned()[1].restoring - watch.returned()[0].restoring;
}

const ClosedForm kTenBesideStores{
    "Ten registers more of eight warps that come back beside stores without end, in turn",
    "80 x 2 cycles", 0};

/// Both contexts are asked for at once. Of N segments of the second one, those that leave in the
/// time L of a segment's return do so alone, and the others in every other cycle: it is 2 N - L
/// later.
TEST(Eviction, InTurnABlockComesBackBesideStoresWithoutEnd) {
  const auto few = second_return(core::ContextPriority::alternate, 30);
  const auto many = second_return(core::ContextPriority::alternate, 40);
  ASSERT_TRUE(few && many);
  kTenBesideStores.expect("", 160, static_cast<double>(*many) - static_cast<double>(*few));
  EXPECT_FALSE(second_return(core::ContextPriority::same, 30));
}

TEST(Eviction, ASegmentIsSavedForEachRegisterAndForAsMuchOfSharedMemory) {
  const auto saved = evict(bare_machine(), "occup", 1, 64, 20);
  const std::uint64_t registers = saved.signal.bytes.registers / 128;
  EXPECT_EQ(saved.signal.bytes.registers % 128, 0u);
  EXPECT_EQ(registers % 2, 0u);  // of two warps
  EXPECT_GT(registers / 2, 20u);
  EXPECT_EQ(saved.signal.bytes.shared, 4096u);
  EXPECT_EQ(saved.signal.segments, registers + 32);
}

/// Of the loop %r1 and what waits are live. All threads hold the same: one group of 32 threads.
TEST(Eviction, OfALoopOnlyWhatIsLiveIsSaved) {
  for (const unsigned waiting : {0u, 7u}) {
    const auto live = evict(bare_machine(), "live", 1, 32, waiting);
    EXPECT_EQ(live.signal.bytes.registers, 128u * (1 + waiting));
    const auto packed = evict(bare_machine(), "live_cp", 1, 32, waiting);
    EXPECT_EQ(packed.signal.bytes.registers, 16u + 4 * (1 + waiting));
    EXPECT_EQ(packed.signal.segments, 1u + 32);
  }
}

TEST(Eviction, DrainEndsWithTheBlock) {
  const auto machine = bare_machine();
  Rig alone(machine);
  const auto counters = alone.run(spinning(), {1}, {32});
  Rig rig(machine, signalled("drain", 5000));
  Watch watch;
  rig.gpu().attach(watch);
  const auto same = rig.run(spinning(), {1}, {32});
  EXPECT_EQ(duration(same), duration(counters));
  ASSERT_EQ(watch.signals().size(), 1u);
  EXPECT_EQ(watch.signals().front().freed, same.ended);
  EXPECT_EQ(watch.signals().front().saved, 0u);
  EXPECT_EQ(watch.signals().front().spill.total(), 0u);
}

class Evictions : public testing::TestWithParam<std::string> {};

TEST_P(Evictions, ProgramsComputeTheSame) {
  std::uint64_t saved = 0, discarded = 0, signals = 0;
  for (const PreemptedProgram& program : preempted_programs()) {
    std::vector<Cycle> durations;
    for (const auto& [threads, quantum] : {std::pair(1u, 16u), {2u, 16u}, {1u, 1u}, {4u, 16u}}) {
      auto machine = small_machine();
      machine.sm.count = 3;
      machine.sm.blocks = 2;
      machine.control.quantum = quantum;
      Rig rig(machine, signalled(GetParam(), 300), threads);
      rig.annotate();
      Watch watch;
      rig.gpu().attach(watch);
      durations.push_back(duration(rig.run(program.ptx, program.grid, program.block)));
      expect_output(rig, program, GetParam());
      for (const model::SmPreempted& signal : watch.signals()) {
        saved += signal.saved;
        discarded += signal.discarded;
      }
      signals += watch.signals().size();
    }
    EXPECT_EQ(durations[0], durations[1]) << program.name << ": host threads show";
    EXPECT_EQ(durations[0], durations[2]) << program.name << ": the quantum shows";
    EXPECT_EQ(durations[0], durations[3]) << program.name << ": host threads show";
  }
  EXPECT_GT(signals, 50u);
  const bool may_discard =
      GetParam() == "flush" || GetParam() == "progress" || GetParam() == "chimera";
  EXPECT_EQ(saved > 100, GetParam() != "drain" && GetParam() != "flush");
  if (GetParam() == "flush") {
    EXPECT_GE(discarded, 50u);
  } else if (!may_discard) {
    EXPECT_EQ(discarded, 0u);
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, Evictions,
                         testing::Values("occup", "live", "live_cp", "live_tbcp", "inplace",
                                         "drain", "flush", "progress", "chimera"));

}  // namespace
}  // namespace heddle::test
