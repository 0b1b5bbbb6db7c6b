// Latencies, capacities and rates of the memory system, against sums of the machine's parameters.
// All clocks are the core's, so that the sums are exact.

#include <gtest/gtest.h>

#include "closed_form.hpp"
#include "memory_path.hpp"

namespace heddle::test {
namespace {

TEST(Memory, PointerChasesShowTheCapacityAndLatencyOfEachLevel) {
  const ClosedForm l1{"cycles a load of a chase that fits into the L1", "hit latency"};
  const ClosedForm l2{"cycles a load of a chase that fits into the L2 and not the L1",
                      "request + 2 x crossbar + L2 + reply"};
  const ClosedForm dram{"cycles a load of a chase of twice the L2",
                        "the same + tCL + burst + DRAM latency", 0.02};
  for (const std::uint64_t l1_bytes : {8u * 1024, 16u * 1024}) {
    auto machine = one_slice();
    machine.l1.bytes = l1_bytes;
    machine.l1.hit_latency = 30;
    machine.l1.miss_latency = 9;
    const std::string with = fmt::format("L1 of {} B", l1_bytes);
    l1.expect(with, machine.l1.hit_latency, chase(machine, l1_bytes, 128));
    l2.expect(with, l2_latency(machine), chase(machine, 2 * l1_bytes, 128));
  }
  for (const std::uint64_t l2_bytes : {32u * 1024, 64u * 1024}) {
    auto machine = one_slice();
    machine.l1.bytes = 4096;
    machine.l2.slice.bytes = l2_bytes;
    const std::string with = fmt::format("L2 of {} B", l2_bytes);
    l2.expect(with, l2_latency(machine), chase(machine, l2_bytes, 128));
    // But for one access of a row's 32.
    dram.expect(with, row_hit_latency(machine), chase(machine, 2 * l2_bytes, 128));
  }
}

// Blocks of 4 KiB of shared memory. The size that holds those which fit leaves the L1 the rest of
// 56 KiB.
TEST(Memory, TheL1HasWhatTheBlocksThatFitLeave) {
  const ClosedForm l1{"cycles a load of a chase that fits beside shared memory", "hit latency"};
  const ClosedForm l2{"cycles a load of a chase of twice the L1 beside shared memory",
                      "request + 2 x crossbar + L2 + reply"};
  constexpr std::uint32_t kKiB = 1024;
  struct Case {
    std::uint32_t blocks, l1_bytes;
  };
  // One block takes a size of 8 KiB, three one of 16 KiB, eight one of 48 KiB.
  for (const Case& each : {Case{1, 48 * kKiB}, {3, 40 * kKiB}, {8, 8 * kKiB}}) {
    auto machine = one_slice();
    machine.l2.slice.bytes = 128 * kKiB;
    machine.l1.bytes = 8 * kKiB;
    machine.l1.hit_latency = 30;
    machine.sm.shared_bytes = 48 * kKiB;
    machine.sm.shared_sizes = "0 8 16 48";
    machine.sm.blocks = each.blocks;
    const std::string with = fmt::format("{} blocks fit", each.blocks);
    l1.expect(with, machine.l1.hit_latency, chase(machine, each.l1_bytes, 128));
    l2.expect(with, l2_latency(machine), chase(machine, 2 * each.l1_bytes, 128));
  }
}

// Eight blocks of 4 KiB run at once beside 48 KiB of shared memory, two beside 8 KiB, one beside 4.
TEST(Memory, ASizeOfSharedMemoryThatAProgramPrefersLimitsTheBlocks) {
  const ClosedForm form{"time of eight blocks beside two sizes of shared memory",
                        "inverse ratio of the blocks that the sizes hold", 0.05};
  constexpr std::uint32_t kKiB = 1024;
  const std::string ptx =
      kernel(repeat(2000, "  add.u32 %r1, %r1, 3;\n") + "  st.global.u32 [%rd1], %r1;\n");
  const auto time = [&](std::uint32_t preferred) {
    auto machine = one_slice();
    machine.sm.shared_bytes = 48 * kKiB;
    machine.sm.shared_sizes = "4 8 48";
    machine.sm.schedulers = 8;
    Rig rig(machine);
    const Rig::Launch launch{.preferred_shared = preferred};
    return static_cast<double>(duration(rig.finish(rig.start(ptx, {8}, {1}, launch))));
  };
  form.expect("8 KiB over 4 KiB", 0.5, time(8 * kKiB) / time(kKiB));
  form.expect("48 KiB over no preference", 1, time(33 * kKiB) / time(exec::kNoPreference));
  EXPECT_LT(time(33 * kKiB), time(8 * kKiB));
}

TEST(Memory, EachLatencyIsItsParameters) {
  const ClosedForm l2{"cycles of a load from the L2, by parameter",
                      "L1 miss + request + 2 x crossbar + L2 + reply"};
  const auto changed = [&](const std::string& with, auto&& change) {
    auto machine = one_slice();
    machine.l1.bytes = 4096;
    change(machine);
    l2.expect(with, l2_latency(machine), chase(machine, 16 * 1024, 128));
  };
  changed("L2 latency 77", [](auto& machine) { machine.l2.slice.hit_latency = 77; });
  changed("crossbar 33", [](auto& machine) { machine.interconnect.latency = 33; });
  changed("flits of 16 B", [](auto& machine) { machine.interconnect.flit_bytes = 16; });
  changed("headers of 40 B", [](auto& machine) { machine.interconnect.header_bytes = 40; });
  changed("L1 miss 50", [](auto& machine) { machine.l1.miss_latency = 50; });
  const ClosedForm dram{"cycles of a load from DRAM, by parameter",
                        "load from the L2 + tCL + burst + DRAM latency", 0.02};
  const auto beyond = [&](const std::string& with, auto&& change) {
    auto machine = one_slice();
    machine.l1.bytes = 4096;
    change(machine);
    dram.expect(with, row_hit_latency(machine), chase(machine, 128 * 1024, 128));
  };
  beyond("tCL 40", [](auto& machine) { machine.dram.t_cl = 40; });
  beyond("DRAM latency 10", [](auto& machine) { machine.dram.latency = 10; });
  beyond("8 B a cycle", [](auto& machine) { machine.dram.bytes_per_cycle = 8; });
}

// One access to each row of one bank after another: precharge, activate, column.
TEST(Memory, ARowConflictCostsPrechargeActivateAndColumn) {
  const ClosedForm form{"cycles of a load from another row of a bank",
                        "load from an open row + tRP + tRCD"};
  for (const std::uint32_t t_rp : {12u, 30u}) {
    auto machine = one_slice();
    machine.l1.bytes = 1024;
    machine.l2.slice.bytes = 8 * 1024;
    machine.dram.banks = 1;
    machine.dram.t_rp = t_rp;
    const double expected = row_hit_latency(machine) + t_rp + machine.dram.t_rcd;
    form.expect(fmt::format("tRP {}", t_rp), expected, chase(machine, 512 * 1024, 4096));
  }
}

/// Cycles that each further line costs when every warp of `warps` accesses lines of its own with
/// `op`, one after the other.
double cycles_per_line(const gpu::MachineSpec& machine, const std::string& op, unsigned warps,
                       const std::string& setup = "", unsigned blocks = 1) {
  constexpr unsigned kFew = 8, kMany = 24;
  const auto time = [&](unsigned lines) {
    std::string body =
        "  mov.u32 %r1, %tid.x;\n  mov.u32 %r2, %ctaid.x;\n"
        "  mad.lo.u32 %r1, %r2, %ntid.x, %r1;\n  mul.wide.u32 %rd2, %r1, 4;\n"
        "  add.u64 %rd2, %rd1, %rd2;\n" +
        setup;
    for (unsigned i = 0; i < lines; ++i)
      body += fmt::format(fmt::runtime(op), fmt::arg("i", i + 10),
                          fmt::arg("offset", i * warps * blocks * 128));
    for (unsigned i = 0; i < lines; ++i) body += fmt::format("  add.u32 %r9, %r9, %r{};\n", i + 10);
    body += "  setp.eq.u32 %p1, %r9, 77;\n  @%p1 st.global.u32 [%rd2], %r9;\n";
    Rig rig(machine, greedy());
    rig.run_body(body, {blocks}, {warps * 32});  // now the L2 has all lines
    return static_cast<double>(duration(rig.run_body(body, {blocks}, {warps * 32})));
  };
  return (time(kMany) - time(kFew)) / ((kMany - kFew) * warps * blocks);
}

constexpr const char* kLoad = "  ld.global.cg.u32 %r{i}, [%rd2+{offset}];\n";
constexpr const char* kStoreWord = "  st.global.u32 [%rd2+{offset}], %r2;\n";

gpu::MachineSpec large_slice() {
  auto machine = one_slice();
  machine.l2.slice.bytes = 1024 * 1024;
  return machine;
}

TEST(Memory, RepliesComeAtTheRateOfTheirPort) {
  const ClosedForm form{"cycles a line that warps load from the L2", "flits of a line", 0.02};
  for (const std::uint32_t flit_bytes : {16u, 32u, 48u}) {
    auto machine = large_slice();
    machine.interconnect.flit_bytes = flit_bytes;
    form.expect(fmt::format("flits of {} B", flit_bytes), flits(machine, 128),
                cycles_per_line(machine, kLoad, 32));
  }
}

TEST(Memory, StoresLeaveAtTheRateOfTheirPort) {
  const ClosedForm form{"cycles a line that warps store", "flits of a line", 0.02};
  for (const std::uint32_t flit_bytes : {16u, 32u, 48u}) {
    auto machine = large_slice();
    machine.interconnect.flit_bytes = flit_bytes;
    form.expect(fmt::format("flits of {} B", flit_bytes), flits(machine, 128),
                cycles_per_line(machine, kStoreWord, 32));
  }
}

// A slice with half the clock serves a request every two cycles, whoever asks.
TEST(Memory, ASliceServesARequestInACycleOfItsClock) {
  const ClosedForm form{"core cycles a line that four SMs load from a slice",
                        "core clock / clock of the slice", 0.02};
  for (const double share : {4.0, 8.0}) {
    auto machine = large_slice();
    machine.sm.count = 4;
    machine.interconnect.flit_bytes = 256;
    machine.l2.clock_mhz = machine.device.core_clock_mhz / share;
    form.expect(fmt::format("clock / {}", share), share,
                cycles_per_line(machine, kLoad, 32, "", 4));
  }
}

// Misses that may be outstanding over the time that one is.
TEST(Memory, MissRegistersBoundTheMissesInFlight) {
  const ClosedForm form{"cycles a line that misses in the L1", "load from the L2 / miss registers",
                        0.02};
  for (const std::uint32_t entries : {4u, 8u}) {
    auto machine = large_slice();
    machine.l1.mshr_entries = entries;
    machine.l1.associativity = 128;  // its sets hold nobody up
    machine.l1.miss_latency = 5;
    const double expected = l2_latency(machine) / double(entries);
    const double cycles = cycles_per_line(machine, "  ld.global.u32 %r{i}, [%rd2+{offset}];\n", 32);
    form.expect(fmt::format("miss registers {}", entries), expected, cycles);
  }
}

// Lines that nobody has read come as fast as the DRAM's data bus moves them, when nothing else is
// slower. Rows are opened beside it: 16 banks, 32 lines a row.
TEST(Memory, StreamsComeAtTheRateOfTheBus) {
  const ClosedForm form{"cycles a line that four SMs stream from DRAM", "line / bytes a cycle",
                        0.02};
  for (const std::uint32_t bytes_per_cycle : {8u, 16u, 32u}) {
    auto machine = one_slice();
    machine.sm.count = 4;
    machine.interconnect.flit_bytes = 256;
    machine.dram.bytes_per_cycle = bytes_per_cycle;
    machine.l2.slice.mshr_entries = 256;
    machine.dram.queue_entries = 64;
    const auto time = [&](unsigned blocks) {
      Rig rig(machine);
      return static_cast<double>(duration(rig.run_body(R"(
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %ctaid.x;
  mad.lo.u32 %r1, %r2, 256, %r1;
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd2, %rd1, %rd2;
  ld.global.u32 %r3, [%rd2];
  setp.eq.u32 %p1, %r3, 77;
  @%p1 st.global.u32 [%rd2], %r3;
)",
                                                       {blocks}, {256})));
    };
    const double expected = 128.0 / bytes_per_cycle;
    form.expect(fmt::format("{} B a cycle", bytes_per_cycle), expected,
                (time(960) - time(320)) / (640 * 8));
  }
}

// All warps of four SMs add to one word: each packet of an atomic instruction takes the flits of a
// sector at the slice's output, or a cycle of the slice.
TEST(Memory, AtomicsOnOneWordGoOneAfterAnother) {
  const ClosedForm form{"cycles an atomic instruction of a warp on one word", "flits of a sector",
                        0.02};
  for (const std::uint32_t flit_bytes : {16u, 32u, 40u}) {
    auto machine = large_slice();
    machine.sm.count = 4;
    machine.interconnect.flit_bytes = flit_bytes;
    form.expect(fmt::format("flits of {} B", flit_bytes), flits(machine, 32),
                cycles_per_line(machine, "  atom.global.add.u32 %r{i}, [%rd1], 1;\n", 32, "", 4));
  }
}

TEST(Memory, WhatGoesInComesOut) {
  for (const bool sectored : {false, true}) {
    auto machine = small_machine();
    machine.sm.count = 4;
    machine.l1.sectored = sectored;
    machine.l1.mshr_entries = 4;
    machine.interconnect.credits = 2;
    machine.load_store.injection_queue = 1;
    machine.l2.queue_entries = 1;
    machine.l2.reply_entries = 1;
    machine.dram.queue_entries = 2;
    Rig rig(machine);
    const auto counters = rig.run_body(R"(
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %ctaid.x;
  mad.lo.u32 %r3, %r2, 256, %r1;
  mul.lo.u32 %r4, %r3, 36;
  cvt.u64.u32 %rd2, %r4;
  add.u64 %rd3, %rd1, %rd2;
  ld.global.u32 %r5, [%rd3];
  add.u32 %r5, %r5, 1;
  st.global.u32 [%rd3], %r5;
  atom.global.add.u32 %r6, [%rd1+800000], %r5;
)",
                                       {64}, {256});
    EXPECT_EQ(counters.requests.packets, counters.replies.packets);
    EXPECT_EQ(counters.requests.packets,
              counters.l2.loads + counters.l2.stores + counters.l2.atomics);
    EXPECT_EQ(counters.dram.reads, counters.l2.misses - counters.l2.store_misses);
    EXPECT_EQ(rig.read<std::uint32_t>(200'001).back(), 64u * 256u);
  }
}

TEST(Memory, LocalMemoryIsWrittenThroughOrBack) {
  const auto run = [](core::LocalWrite policy) {
    auto machine = one_slice();
    machine.l1.local_write = policy;
    machine.l1.bytes = 4096;
    std::string text = kernel(R"(
  mov.u32 %r1, 0;
  mov.u32 %r3, 0;
L:
  and.b32 %r2, %r1, 60;
  mov.u32 %r4, l;
  add.u32 %r4, %r4, %r2;
  st.local.u32 [%r4], %r1;
  ld.local.u32 %r5, [%r4];
  add.u32 %r3, %r3, %r5;
  add.u32 %r1, %r1, 4;
  setp.lt.u32 %p1, %r1, 640;
  @%p1 bra L;
  st.global.u32 [%rd1], %r3;
)");
    text.insert(text.find("  .shared"), "  .local .align 4 .b8 l[64];\n");
    Rig rig(machine);
    const auto counters = rig.run(text, {}, {32});
    EXPECT_EQ(rig.read<std::uint32_t>(1)[0], 4u * 159 * 160 / 2);
    return counters;
  };
  const auto through = run(core::LocalWrite::through);
  EXPECT_EQ(through.l2.stores, 160u + 1);
  EXPECT_EQ(through.kernel.l1.stores_kept, 0u);
  const auto back = run(core::LocalWrite::back);
  EXPECT_EQ(back.kernel.l1.stores_kept, 160u);
  EXPECT_EQ(back.l2.stores, 1u);
  EXPECT_EQ(back.kernel.l1.misses, 0u);
}

}  // namespace
}  // namespace heddle::test
