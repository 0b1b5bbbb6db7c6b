#include "heddle/sim/device.hpp"

#include <atomic>
#include <csignal>
#include <cstring>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/base/text/demangle.hpp"
#include "heddle/sim/interrupted.hpp"
#include "heddle/sim/launches/launch_filter.hpp"
#include "heddle/sim/records/results.hpp"
#include "temporary_folder.hpp"

namespace heddle::sim {
namespace {

using testing::HasSubstr;

/// `fill` writes `value` to one word a thread; `follow` copies what a pointer variable points to.
constexpr const char* kModule = R"(
.version 6.0
.target sm_70
.address_size 64
.visible .global .align 4 .u32 word = 41;
.visible .global .align 8 .u64 pointer = generic(word);
.visible .const .align 4 .b8 table[8] = {1, 0, 0, 0, 2, 0, 0, 0};
.visible .entry fill(.param .u64 to, .param .u32 value)
{
  .reg .b32 %r<6>; .reg .b64 %d<4>;
  ld.param.u64 %d0, [to];
  ld.param.u32 %r0, [value];
  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  mul.wide.u32 %d1, %r4, 4;
  add.s64 %d2, %d0, %d1;
  st.global.u32 [%d2], %r0;
  ret;
}
.visible .entry follow(.param .u64 to)
{
  .reg .b32 %r<4>; .reg .b64 %d<4>;
  ld.param.u64 %d0, [to];
  ld.global.u64 %d1, [pointer];
  ld.u32 %r0, [%d1];
  ld.const.u32 %r1, [table+4];
  add.u32 %r2, %r0, %r1;
  st.global.u32 [%d0], %r2;
  ret;
}
)";

class DeviceTest : public testing::Test {
 protected:
  static Configuration configuration(std::vector<std::string> assignments) {
    const MachineFolder machines;
    ConfigurationRequest request;
    request.assignments = std::move(assignments);
    return Configuration::resolve(request);
  }

  template <typename... Words>
  static std::vector<std::uint8_t> block(Addr address, Words... words) {
    std::vector<std::uint8_t> bytes(8 + 4 * sizeof...(words));
    std::memcpy(bytes.data(), &address, 8);
    std::size_t at = 8;
    ((std::memcpy(bytes.data() + at, &words, 4), at += 4), ...);
    return bytes;
  }

  static LaunchRequest request(const std::shared_ptr<const LoadedModule>& loaded,
                               std::size_t kernel, std::uint32_t blocks, std::uint32_t threads,
                               std::vector<std::uint8_t> parameters) {
    LaunchRequest request;
    request.module = loaded;
    request.program = loaded->module.kernels.at(kernel);
    request.grid = {blocks, 1, 1};
    request.block = {threads, 1, 1};
    request.parameters = std::move(parameters);
    return request;
  }

  static std::uint32_t word(Device& device, Addr address) {
    std::uint32_t value = 0;
    device.memory().read(address, &value, 4);
    return value;
  }

  static void finish(Device& device, GridId grid) {
    while (!device.finished(grid)) device.advance(kNever);
  }
};

TEST_F(DeviceTest, VariablesHoldTheirInitialValuesAndAddresses) {
  for (const char* timing : {"run.timing=full", "run.timing=none"}) {
    Device device(configuration({timing}));
    const auto loaded = device.load(kModule, "m.ptx");
    const Addr out = device.memory().allocate(4);
    finish(device, device.launch(request(loaded, 1, 1, 1, block(out))));
    EXPECT_EQ(word(device, out), 43u);  // 41 through the pointer, and the table's second word
  }
}

TEST_F(DeviceTest, UnloadGivesMemoryBack) {
  Device device(configuration({}));
  const std::uint64_t before = device.memory().free_bytes();
  const auto loaded = device.load(kModule, "m.ptx");
  EXPECT_LT(device.memory().free_bytes(), before);
  device.unload(loaded);
  EXPECT_EQ(device.memory().free_bytes(), before);
}

TEST_F(DeviceTest, ExternVariablesAreThoseOfEarlierModules) {
  constexpr const char* kExtern =
      ".version 6.0\n.target sm_70\n.address_size 64\n.extern .global .align 4 .u32 word;\n"
      ".visible .entry k() { .reg .b32 %r0; ld.global.u32 %r0, [word]; st.global.u32 [word], %r0; "
      "ret; }\n";
  Device device(configuration({}));
  EXPECT_THAT(error_of([&] { device.load(kExtern, "e.ptx"); }), HasSubstr("'word'"));
  const auto first = device.load(kModule, "m.ptx");
  const auto second = device.load(kExtern, "e.ptx");
  ASSERT_EQ(second->module.variables.size(), 1u);
  EXPECT_EQ(second->addresses[0], first->addresses[0]);
}

TEST_F(DeviceTest, TimePassesOnlyInAdvance) {
  Device device(configuration({}));
  const auto loaded = device.load(kModule, "m.ptx");
  const Addr out = device.memory().allocate(4096);
  EXPECT_EQ(device.now(), 0u);
  device.advance(1000);
  EXPECT_EQ(device.now(), 1000u);  // idle: straight to the limit
  const GridId grid = device.launch(request(loaded, 0, 4, 256, block(out, 9)));
  EXPECT_FALSE(device.finished(grid));
  EXPECT_FALSE(device.idle());
  device.advance(1001);
  EXPECT_EQ(device.now(), 1001u);
  EXPECT_FALSE(device.finished(grid));
  finish(device, grid);
  EXPECT_TRUE(device.idle());
  EXPECT_EQ(word(device, out + 4092), 9u);
}

/// `nothing` is one warp instruction, so a launch has as many as warps.
TEST_F(DeviceTest, LaunchesWithoutTimingLastAsLongAsTheirInstructionsTakeToIssue) {
  constexpr const char* kNothing =
      ".version 6.0\n.target sm_70\n.address_size 64\n.visible .entry nothing() { ret; }\n";
  struct Case {
    std::uint32_t blocks, threads, latency;
    Cycle cycles;
  };
  for (const Case& at : {Case{4, 256, 0, 4},     // 32 instructions, 4 SMs x 2 schedulers
                         Case{60, 256, 0, 16},   // 480 over all 15 SMs
                         Case{60, 256, 70, 86},  // and the latency of the launch
                         Case{1, 1, 0, 1},       // half a cycle
                         Case{16, 32, 0, 1},     // 16 over 30
                         Case{15, 96, 0, 2}}) {  // 45 over 30
    Device device(configuration({"run.timing=none", "sm.count=15", "sm.schedulers=2",
                                 fmt::format("control.launch_latency={}", at.latency)}));
    const auto loaded = device.load(kNothing, "n.ptx");
    for (const unsigned nth : {1u, 2u, 3u}) {
      finish(device, device.launch(request(loaded, 0, at.blocks, at.threads, {})));
      EXPECT_EQ(device.now(), nth * at.cycles) << at.blocks << " x " << at.threads;
    }
    EXPECT_TRUE(device.idle());
  }
}

TEST_F(DeviceTest, LaunchesWithoutTimingOverlapAndEndInOrderOfTheirTimes) {
  constexpr const char* kNothing =
      ".version 6.0\n.target sm_70\n.address_size 64\n.visible .entry nothing() { ret; }\n";
  Device device(configuration({"run.timing=none"}));
  const auto loaded = device.load(kNothing, "n.ptx");
  const GridId longer = device.launch(request(loaded, 0, 1, 1024, {}));  // 32 / 2
  const GridId shorter = device.launch(request(loaded, 0, 1, 256, {}));  // 8 / 2
  while (!device.finished(shorter)) device.advance(kNever);
  EXPECT_EQ(device.now(), 4u);
  EXPECT_FALSE(device.finished(longer));
  EXPECT_FALSE(device.idle());
  device.advance(10);
  EXPECT_EQ(device.now(), 10u);
  EXPECT_FALSE(device.finished(longer));
  finish(device, longer);
  EXPECT_EQ(device.now(), 16u);
}

TEST_F(DeviceTest, CopiesCostLatencyPlusBytesOverBandwidth) {
  const Device device(configuration({"host_link.latency_us=10", "host_link.bandwidth_gb_s=7",
                                     "host_link.device_bandwidth_gb_s=70"}));
  // 700 MHz: 10 us are 7000 cycles; 7 GB/s are 10 bytes a cycle, 70 GB/s are 100.
  EXPECT_EQ(device.host_copy_cycles(0), 7000u);
  EXPECT_EQ(device.host_copy_cycles(1000), 7100u);
  EXPECT_EQ(device.device_copy_cycles(1000), 10u);
  EXPECT_DOUBLE_EQ(device.seconds(7000), 10e-6);
  EXPECT_EQ(device.cycles(10e-6), 7000u);
}

TEST_F(DeviceTest, OccupancyIsWhatRunsOutFirst) {
  Device device(configuration({}));  // 8 blocks, 48 warps, 48 KiB of shared memory
  const auto loaded = device.load(kModule, "m.ptx");
  const isa::Program& program = *loaded->module.kernels.at(0);
  EXPECT_EQ(device.occupancy(program, 32, 0).blocks_per_sm, 8u);
  EXPECT_EQ(device.occupancy(program, 32, 0).limited_by, "blocks");
  EXPECT_EQ(device.occupancy(program, 256, 0).blocks_per_sm, 6u);
  EXPECT_EQ(device.occupancy(program, 256, 0).limited_by, "warps");
  EXPECT_EQ(device.occupancy(program, 32, 16384).blocks_per_sm, 3u);
  EXPECT_EQ(device.occupancy(program, 32, 16385).blocks_per_sm, 2u);  // units of 128 B
  EXPECT_EQ(device.occupancy(program, 32, 16384).limited_by, "shared memory");
}

/// The counted schedule starts the loads early, each with a register; the code that runs adds them
/// up one by one. 16 warps of a block have 1024 registers each, 32 a thread.
TEST_F(DeviceTest, WhereNoBlockFitsWithTheCountTheCodeTakesWhatThereIs) {
  std::string text =
      ".version 6.0\n.target sm_70\n.address_size 64\n.visible .entry sum(.param .u64 to)\n{\n"
      "  .reg .b32 %r<42>; .reg .b64 %d;\n  ld.param.u64 %d, [to];\n  mov.u32 %r0, 0;\n";
  for (unsigned i = 0; i < 40; ++i)
    text +=
        fmt::format("  ld.global.u32 %r{0}, [%d+{1}]; add.u32 %r0, %r0, %r{0};\n", i + 1, 4 * i);
  text += "  st.global.u32 [%d+160], %r0;\n  ret;\n}\n";
  Device device(configuration({"sm.registers=16384"}));
  std::vector<LaunchRecord> records;
  device.on_record([&](const LaunchRecord& record) { records.push_back(record); });
  const auto loaded = device.load(text, "s.ptx");
  const isa::Program& program = *loaded->module.kernels.at(0);
  ASSERT_GT(program.registers, 32u);
  ASSERT_LT(program.least_registers, 16u);
  const Addr data = device.memory().allocate(164);
  for (const std::uint32_t threads : {512u, 448u, 32u})
    finish(device, device.launch(request(loaded, 0, 1, threads, block(data))));
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0].registers, 32u);
  EXPECT_EQ(records[0].blocks_per_sm, 1u);
  EXPECT_EQ(records[0].limited_by, "registers");
  EXPECT_EQ(records[1].registers, 36u);  // 16384 / 14 warps are 18 units of 64
  EXPECT_EQ(records[2].registers, program.registers);
  for (const LaunchRecord& record : records) EXPECT_EQ(record.counted_registers, program.registers);

  Device strict(configuration({"sm.registers=16384", "kernel.sum.registers=40"}));
  const auto as_set = strict.load(text, "s.ptx");
  const Addr place = strict.memory().allocate(164);
  EXPECT_THAT(error_of([&] { strict.launch(request(as_set, 0, 1, 512, block(place))); }),
              HasSubstr("needs more registers"));
}

TEST_F(DeviceTest, RegistersSetByAKernelsSymbolGoBeforeThoseByItsName) {
  constexpr const char* kTwo =
      ".version 6.0\n.target sm_70\n.address_size 64\n"
      ".visible .entry _Z1kIiEvv() { ret; }\n.visible .entry _Z1kIfEvv() { ret; }\n";
  Device device(configuration({"kernel._Z1kIfEvv.registers=24", "kernel.k.registers=20"}));
  const auto loaded = device.load(kTwo, "k.ptx");
  EXPECT_EQ(loaded->module.kernels.at(0)->registers, 20u);
  EXPECT_EQ(loaded->module.kernels.at(1)->registers, 24u);
}

TEST_F(DeviceTest, LaunchesThatCannotRunAreRefused) {
  Device device(configuration({}));
  const auto loaded = device.load(kModule, "m.ptx");
  const auto refusal = [&](LaunchRequest launch) {
    return error_of([&] { device.launch(std::move(launch)); });
  };
  EXPECT_THAT(refusal(request(loaded, 0, 1, 1025, block(0, 1))), HasSubstr("1025 threads"));
  EXPECT_THAT(refusal(request(loaded, 0, 0, 32, block(0, 1))), HasSubstr("extent"));
  LaunchRequest large = request(loaded, 0, 1, 32, block(0, 1));
  large.dynamic_shared_bytes = 65536;
  EXPECT_THAT(refusal(large), HasSubstr("shared memory"));
  LaunchRequest cooperative = request(loaded, 0, 121, 32, block(0, 1));  // 15 SMs x 8
  cooperative.cooperative = true;
  EXPECT_THAT(refusal(cooperative), HasSubstr("only 120 fit"));
  EXPECT_TRUE(device.idle());
}

TEST_F(DeviceTest, AKernelsOwnBoundsAreKept) {
  constexpr const char* kBounded =
      ".version 6.0\n.target sm_70\n.address_size 64\n"
      ".visible .entry most() .maxntid 8, 4, 2 { ret; }\n"
      ".visible .entry exactly() .reqntid 16, 2, 1 { ret; }\n";
  Device device(configuration({}));
  const auto loaded = device.load(kBounded, "b.ptx");
  const auto refusal = [&](std::size_t kernel, Dim3 shape) {
    LaunchRequest launch = request(loaded, kernel, 1, 1, {});
    launch.block = shape;
    return error_of([&] { finish(device, device.launch(std::move(launch))); });
  };
  EXPECT_EQ(refusal(0, {64, 1, 1}), "");
  EXPECT_THAT(refusal(0, {65, 1, 1}), HasSubstr("its .maxntid allows 64"));
  EXPECT_EQ(refusal(1, {16, 2, 1}), "");
  EXPECT_THAT(refusal(1, {32, 1, 1}), HasSubstr("its .reqntid asks for 16x2x1"));
}

/// A kernel that holds 40 values at once.
std::string greedy_kernel() {
  std::string text =
      ".version 6.0\n.target sm_70\n.address_size 64\n.visible .entry greedy(.param .u64 to)\n{\n"
      "  .reg .b32 %r<40>; .reg .b64 %d;\n  ld.param.u64 %d, [to];\n";
  for (unsigned i = 0; i < 40; ++i)
    text += fmt::format("  ld.global.u32 %r{}, [%d+{}];\n", i, 4 * i);
  for (unsigned i = 0; i < 40; ++i) {
    text += fmt::format("  st.global.u32 [%d+{}], %r{};\n", 4 * i, 39 - i);
  }
  return text + "  ret;\n}\n";
}

TEST_F(DeviceTest, AThreadHasNoMoreRegistersThanTheDeviceAllows) {
  const std::string text = greedy_kernel();
  for (const bool allowed : {true, false}) {
    Device device(configuration(
        {allowed ? "device.max_registers_per_thread=64" : "device.max_registers_per_thread=32",
         "compiler.spill=false"}));
    const auto loaded = device.load(text, "g.ptx");
    const isa::Program& program = *loaded->module.kernels.at(0);
    ASSERT_GE(program.registers, 40u);  // all 40 values are alive at once
    const Addr out = device.memory().allocate(160);
    const std::string refusal =
        error_of([&] { finish(device, device.launch(request(loaded, 0, 1, 32, block(out)))); });
    EXPECT_EQ(refusal.empty(), allowed);
    EXPECT_EQ(refusal.find("registers a thread") == std::string::npos, allowed);
    EXPECT_EQ(device.occupancy(program, 32, 0).blocks_per_sm > 0, allowed);
  }
}

/// A lane has 8192 / 8 registers: 32 for each thread of a warp.
TEST_F(DeviceTest, AThreadHasNoMoreRegistersThanALaneHolds) {
  const std::vector<std::string> lanes = {"sm.registers=8192", "organisation=temporal",
                                          "organisation.temporal.units=8"};
  Device device(configuration(lanes));
  const auto loaded = device.load(greedy_kernel(), "g.ptx");
  EXPECT_LE(loaded->module.kernels.at(0)->registers, 32u);
  const Addr data = device.memory().allocate(160);
  for (std::uint32_t i = 0; i < 40; ++i) device.memory().write(data + 4 * i, &i, 4);
  finish(device, device.launch(request(loaded, 0, 1, 1, block(data))));
  for (std::uint32_t i = 0; i < 40; ++i) {
    std::uint32_t word = 0;
    device.memory().read(data + 4 * i, &word, 4);
    EXPECT_EQ(word, 39 - i);
  }

  std::vector<std::string> without_spills = lanes;
  without_spills.push_back("compiler.spill=false");
  Device strict(configuration(without_spills));
  const auto as_is = strict.load(greedy_kernel(), "g.ptx");
  const Addr place = strict.memory().allocate(160);
  EXPECT_THAT(error_of([&] { strict.launch(request(as_is, 0, 1, 32, block(place))); }),
              HasSubstr("a lane has 1024 registers for 6 warps of 32 threads"));
}

TEST_F(DeviceTest, AFaultEndsTheDeviceAndIsRecorded) {
  const TemporaryFolder folder;
  Configuration faulty = configuration({});
  faulty.run_folder = folder.path();
  {
    Device device(faulty);
    const auto loaded = device.load(kModule, "m.ptx");
    const GridId grid = device.launch(request(loaded, 0, 1, 32, block(64, 1)));
    EXPECT_THAT(error_of([&] { finish(device, grid); }), HasSubstr("fill"));
    EXPECT_TRUE(device.finished(grid));
    EXPECT_THAT(error_of([&] { device.launch(request(loaded, 0, 1, 32, block(64, 1))); }),
                HasSubstr("earlier fault"));
  }
  const RunResult result = gather_results(folder.path());
  ASSERT_EQ(result.processes.size(), 1u);
  EXPECT_EQ(result.processes[0].state, ProcessState::failed);
  visit_launches(folder.path(),
                 [](std::size_t, const LaunchRecord& launch) { EXPECT_FALSE(launch.complete); });
  EXPECT_EQ(result.launches, 1u);
}

TEST_F(DeviceTest, ARequestThatIsHeededEndsTheRun) {
  std::atomic<std::uint32_t> word{0};
  Device device(configuration({}));
  std::vector<bool> complete;
  device.on_record([&](const LaunchRecord& record) { complete.push_back(record.complete); });
  device.check_requests({&word, [] { throw Interrupted(SIGINT); }});
  const auto loaded = device.load(kModule, "m.ptx");
  const Addr out = device.memory().allocate(4096);
  finish(device, device.launch(request(loaded, 0, 8, 128, block(out, 7u))));  // nobody asks
  device.launch(request(loaded, 0, 8, 128, block(out, 7u)));
  word = 1;
  EXPECT_THROW(device.advance(kNever), Interrupted);
  EXPECT_EQ(complete, std::vector<bool>({true, false}));
  EXPECT_TRUE(device.idle());
  EXPECT_THAT(error_of([&] { device.launch(request(loaded, 0, 1, 32, block(out, 7u))); }),
              HasSubstr("interrupted by SIGINT"));
}

TEST_F(DeviceTest, TwoDevicesInOneProcessAgree) {
  const TemporaryFolder folders[2];
  for (const TemporaryFolder& folder : folders) {
    Configuration own = configuration({});
    own.run_folder = folder.path();
    Device device(own), other(configuration({"sm.count=1"}));
    const auto loaded = device.load(kModule, "m.ptx");
    const auto other_loaded = other.load(kModule, "m.ptx");
    const Addr out = device.memory().allocate(1 << 16);
    const GridId grid = device.launch(request(loaded, 0, 64, 256, block(out, 1)));
    const GridId other_grid =
        other.launch(request(other_loaded, 0, 64, 256, block(other.memory().allocate(1 << 16), 1)));
    while (!device.finished(grid)) {
      device.advance(device.now() + 100);
      if (!other.finished(other_grid)) other.advance(other.now() + 30);
    }
  }
  const RunResult one = gather_results(folders[0].path()), two = gather_results(folders[1].path());
  const auto &first = one.total, &second = two.total;
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i].value, second[i].value) << first[i].name;
  }
}

using StopTest = DeviceTest;

TEST_F(StopTest, TheProcessEndsInOrderAtTheLimit) {
  const TemporaryFolder folder;
  Configuration limited = configuration({"run.stop_after_cycles=500"});
  limited.run_folder = folder.path();
  EXPECT_EXIT(
      {
        Device device(limited);
        const auto loaded = device.load(kModule, "m.ptx");
        const Addr out = device.memory().allocate(1 << 20);
        device.advance(10000);  // a copy, say: no kernel runs
        finish(device, device.launch(request(loaded, 0, 1024, 256, block(out, 1))));
      },
      testing::ExitedWithCode(0), "");
  const RunResult result = gather_results(folder.path());
  ASSERT_EQ(result.processes.size(), 1u);
  EXPECT_EQ(result.processes[0].state, ProcessState::stopped);
  EXPECT_THAT(result.processes[0].stop, HasSubstr("cycles=500"));
  visit_launches(folder.path(),
                 [](std::size_t, const LaunchRecord& launch) { EXPECT_EQ(launch.ended, 10500u); });
  EXPECT_EQ(result.launches, 1u);
}

std::vector<bool> timed(const RunOptions& options, const std::vector<std::string>& kernels) {
  LaunchFilter filter(options);
  std::vector<bool> timed;
  for (const std::string& kernel : kernels)
    timed.push_back(filter.is_chosen(kernel) && filter.times());
  return timed;
}

TEST(LaunchFilter, CountsLaunchesThatMatch) {
  const std::vector<std::string> kernels = {"_Z1av", "_Z1bv", "_Z1av", "_Z1av", "_Z1av"};
  using Bits = std::vector<bool>;
  EXPECT_EQ(timed({}, kernels), (Bits{true, true, true, true, true}));
  EXPECT_EQ(timed({.timing = Timing::none}, kernels), (Bits{false, false, false, false, false}));
  EXPECT_EQ(timed({.kernels = "^a\\("}, kernels), (Bits{true, false, true, true, true}));
  EXPECT_EQ(timed({.kernels = "_Z1b"}, kernels), (Bits{false, true, false, false, false}));
  EXPECT_EQ(timed({.skip = 2}, kernels), (Bits{false, false, true, true, true}));
  EXPECT_EQ(timed({.kernels = "a", .skip = 1, .launches = 2}, kernels),
            (Bits{false, false, true, true, false}));
}

TEST(Demangled, ReadsSymbolsInsideAMessage) {
  EXPECT_EQ(with_demangled("kernel `_Z6matmulPKfi`, at _Z1av: x_Z1av, $_"),
            "kernel `matmul(float const*, int)`, at a(): x_Z1av, $_");
  EXPECT_EQ(with_demangled(""), "");
}

TEST(Demangled, LeavesPlainNamesAlone) {
  EXPECT_EQ(demangled("_Z6matmulPKfi"), "matmul(float const*, int)");
  EXPECT_EQ(demangled("scale"), "scale");
  EXPECT_EQ(demangled("i"), "i");  // a type's code, but no symbol
}

}  // namespace
}  // namespace heddle::sim
