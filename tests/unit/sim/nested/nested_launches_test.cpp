// Kernels that launch kernels, written in PTX as nvcc writes it.
#include <cstring>
#include <map>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../temporary_folder.hpp"
#include "heddle/sim/device.hpp"

namespace heddle::sim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// `launch` launches one block of `threads` threads of a kernel with the parameters `to` and
/// `value`. `append` appends its value to a list that begins with its length.
constexpr const char* kCommon = R"(
.version 6.0
.target sm_70
.address_size 64
.extern .func (.param .b64 r) cudaGetParameterBufferV2
  (.param .b64 f, .param .align 4 .b8 g[12], .param .align 4 .b8 b[12], .param .b32 s);
.extern .func (.param .b32 r) cudaLaunchDeviceV2 (.param .b64 buffer, .param .b64 stream);
.extern .func (.param .b64 r) cudaGetParameterBuffer (.param .b64 alignment, .param .b64 size);
.extern .func (.param .b32 r) cudaLaunchDevice (.param .b64 f, .param .b64 buffer,
  .param .align 4 .b8 g[12], .param .align 4 .b8 b[12], .param .b32 s, .param .b64 stream);
.extern .func (.param .b32 r) cudaDeviceSynchronize ();
.func (.param .b32 code) launch
  (.param .b64 kernel, .param .b64 stream, .param .b64 to, .param .b32 value)
{
  .reg .b64 %d<4>; .reg .b32 %r<2>;
  ld.param.b64 %d0, [kernel]; ld.param.b64 %d1, [stream];
  ld.param.b64 %d2, [to]; ld.param.b32 %r0, [value];
  { .param .b64 f; .param .align 4 .b8 g[12]; .param .align 4 .b8 b[12]; .param .b32 s;
    .param .b64 out;
    st.param.b64 [f], %d0; st.param.b32 [s], 0;
    st.param.b32 [g], 1; st.param.b32 [g+4], 1; st.param.b32 [g+8], 1;
    st.param.b32 [b], 1; st.param.b32 [b+4], 1; st.param.b32 [b+8], 1;
    call.uni (out), cudaGetParameterBufferV2, (f, g, b, s);
    ld.param.b64 %d3, [out]; }
  st.u64 [%d3], %d2;
  st.u32 [%d3+8], %r0;
  { .param .b64 p; .param .b64 q; .param .b32 out;
    st.param.b64 [p], %d3; st.param.b64 [q], %d1;
    call.uni (out), cudaLaunchDeviceV2, (p, q);
    ld.param.b32 %r1, [out]; }
  st.param.b32 [code], %r1;
  ret;
}
.func append_to (.param .b64 to, .param .b32 value)
{
  .reg .b64 %d<3>; .reg .b32 %r<2>;
  ld.param.b64 %d0, [to]; ld.param.b32 %r0, [value];
  atom.global.add.u32 %r1, [%d0], 1;
  mul.wide.u32 %d1, %r1, 4; add.s64 %d2, %d0, %d1;
  st.global.u32 [%d2+4], %r0;
  ret;
}
.visible .entry append(.param .u64 to, .param .u32 value)
{
  .reg .b64 %d0; .reg .b32 %r0;
  ld.param.u64 %d0, [to]; ld.param.u32 %r0, [value];
  call.uni append_to, (%d0, %r0);
  ret;
}
)";

/// A kernel whose body begins with its parameters in %d0 and %r0.
std::string kernel(const std::string& name, const std::string& body) {
  return ".visible .entry " + name +
         "(.param .u64 to, .param .u32 value)\n{\n  .reg .b64 %d<8>; .reg .b32 %r<8>; .reg .pred "
         "%p<4>;\n  ld.param.u64 %d0, [to]; ld.param.u32 %r0, [value];\n" +
         body + "\n  ret;\n}\n";
}
std::string append(const std::string& value) {
  return "  call.uni append_to, (%d0, " + value + ");\n";
}
/// Launches the kernel and leaves the code in %r7.
std::string launch(const std::string& name, const std::string& stream, const std::string& value) {
  return "  mov.u64 %d7, " + name + ";\n  call.uni (%r7), launch, (%d7, " + stream + ", %d0, " +
         value + ");\n";
}
constexpr const char* kNull = "0";
constexpr const char* kTail = "3";
constexpr const char* kForget = "4";
constexpr const char* kWait = "  call.uni (%r6), cudaDeviceSynchronize, ();\n";

class NestedLaunches : public testing::TestWithParam<const char*> {
 protected:
  void make(const std::string& kernels, std::vector<std::string> assignments = {}) {
    assignments.push_back(std::string("run.timing=") + GetParam());
    assignments.push_back("control.launch_latency=0");
    const MachineFolder machines;
    ConfigurationRequest request;
    request.assignments = std::move(assignments);
    device_ = std::make_unique<Device>(Configuration::resolve(request));
    device_->on_record([this](const LaunchRecord& record) { records_.push_back(record); });
    loaded_ = device_->load(kCommon + kernels, "m.ptx");
    list_ = device_->memory().allocate(4096);
    device_->memory().fill(list_, 0, 4096);
  }
  bool is_timed() const { return std::string(GetParam()) == "full"; }

  void run(const std::string& name, std::uint32_t value = 0, std::uint32_t threads = 1) {
    LaunchRequest request;
    request.module = loaded_;
    for (const auto& program : loaded_->module.kernels)
      if (program->name == name) request.program = program;
    request.grid = {1, 1, 1};
    request.block = {threads, 1, 1};
    request.parameters.resize(12);
    std::memcpy(request.parameters.data(), &list_, 8);
    std::memcpy(request.parameters.data() + 8, &value, 4);
    const GridId grid = device_->launch(std::move(request));
    while (!device_->finished(grid)) device_->advance(kNever);
  }
  std::vector<std::uint32_t> list() const {
    std::uint32_t length = 0;
    device_->memory().read(list_, &length, 4);
    std::vector<std::uint32_t> values(length);
    device_->memory().read(list_ + 4, values.data(), 4 * length);
    return values;
  }
  const LaunchRecord& record(std::uint64_t grid) const {
    for (const LaunchRecord& each : records_)
      if (each.grid == grid) return each;
    throw std::out_of_range("no such launch");
  }

  std::unique_ptr<Device> device_;
  std::shared_ptr<const LoadedModule> loaded_;
  Addr list_ = 0;
  std::vector<LaunchRecord> records_;
};

TEST_P(NestedLaunches, FollowTheOrderOfTheirStreams) {
  make(kernel("parent", append("0") + launch("append", kTail, "8") + launch("append", kTail, "9") +
                            launch("append", kNull, "1") + launch("append", kNull, "2")));
  run("parent");
  EXPECT_THAT(list(), ElementsAre(0, 1, 2, 8, 9));
  EXPECT_EQ(record(1).parent, 0u);
  EXPECT_FALSE(record(0).parent.has_value());
  EXPECT_TRUE(device_->idle());
}

TEST_P(NestedLaunches, OfOldPtxNameTheKernelWithTheLaunch) {
  make(kernel("parent", R"(
  { .param .b64 a; .param .b64 s; .param .b64 out;
    st.param.b64 [a], 64; st.param.b64 [s], 12;
    call.uni (out), cudaCDP2GetParameterBuffer, (a, s);
    ld.param.b64 %d1, [out]; }
  st.u64 [%d1], %d0; st.u32 [%d1+8], 77;
  mov.u64 %d2, append;
  { .param .b64 f; .param .b64 p; .param .align 4 .b8 g[12]; .param .align 4 .b8 b[12];
    .param .b32 s; .param .b64 q; .param .b32 out;
    st.param.b64 [f], %d2; st.param.b64 [p], %d1; st.param.b32 [s], 0; st.param.b64 [q], 0;
    st.param.b32 [g], 3; st.param.b32 [g+4], 1; st.param.b32 [g+8], 1;
    st.param.b32 [b], 2; st.param.b32 [b+4], 1; st.param.b32 [b+8], 1;
    call.uni (out), cudaLaunchDevice, (f, p, g, b, s, q);
    ld.param.b32 %r1, [out]; })" +
                            append("%r1"))
           .insert(0,
                   ".extern .func (.param .b64 r) cudaCDP2GetParameterBuffer"
                   " (.param .b64 alignment, .param .b64 size);\n"));
  run("parent");
  EXPECT_THAT(list(), ElementsAre(0, 77, 77, 77, 77, 77, 77));  // three blocks of two threads
}

TEST_P(NestedLaunches, NestAtMost24Deep) {
  make(kernel("nest", "  add.u32 %r1, %r0, 1;\n" + launch("nest", kForget, "%r1") +
                          "  setp.eq.u32 %p0, %r7, 0;\n  @%p0 ret;\n" + append("%r0") +
                          append("%r7")));
  run("nest");
  EXPECT_THAT(list(), ElementsAre(24, 65));  // cudaErrorLaunchMaxDepthExceeded
  EXPECT_EQ(records_.size(), 25u);
}

TEST_P(NestedLaunches, OfTheTailAreNoDeeperThanTheirParent) {
  make(kernel("loop", append("%r0") +
                          "  add.u32 %r1, %r0, 1;\n  setp.ge.u32 %p0, %r1, 100;\n"
                          "  @%p0 ret;\n" +
                          launch("loop", kTail, "%r1")),
       {"device_runtime.launch_latency=0", "device_runtime.launch_latency_thread=0",
        "device_runtime.buffer_latency=0", "device_runtime.buffer_latency_thread=0"});
  run("loop");
  std::vector<std::uint32_t> numbers(100);
  for (std::uint32_t i = 0; i < 100; ++i) numbers[i] = i;
  EXPECT_EQ(list(), numbers);
}

/// All threads of a warp launch at once. With timing the first launch counts until the GPU begins
/// it; without, it has begun when it may begin.
TEST_P(NestedLaunches, WaitUpToTheirLimit) {
  make(kernel("flood", launch("append", kNull, "1000") +
                           "  setp.ne.u32 %p0, %r7, 0;\n  @!%p0 mov.u32 %r7, 0;\n" +
                           append("%r7")));
  device_->device_runtime().pending_launches = 4;
  run("flood", 0, 32);
  std::map<std::uint32_t, unsigned> counts;
  for (const std::uint32_t value : list()) ++counts[value];
  const unsigned launched = is_timed() ? 4 : 5;
  EXPECT_EQ(counts[1000], launched);
  EXPECT_EQ(counts[0], launched);
  EXPECT_EQ(counts[69], 32 - launched);  // cudaErrorLaunchPendingCountExceeded
}

/// An SM with one slot for blocks: the parent must leave it, so that its child can run.
TEST_P(NestedLaunches, AreWaitedForEvenIfThereIsRoomForOneBlockOnly) {
  make(kernel("child", launch("append", kNull, "5") + kWait + append("6")) +
           kernel("parent", launch("child", kNull, "0") + kWait + append("7") + append("%r6")),
       {"sm.count=1", "sm.blocks=1"});
  run("parent");
  EXPECT_THAT(list(), ElementsAre(5, 6, 7, 0));
  if (!is_timed()) return;
  EXPECT_LE(record(2).ended, record(1).ended);
  EXPECT_LE(record(1).ended, record(0).ended);
}

/// Each of 12 blocks launches a kernel and waits; each of these kernels does so too. There are
/// fewer kernel slots than kernels that would like to wait.
TEST_P(NestedLaunches, AreWaitedForByMoreKernelsThanThereAreSlots) {
  make(kernel("child", launch("append", kNull, "5") + kWait + append("6")) +
       kernel("parent", launch("child", kNull, "0") + kWait + append("7")));
  run("parent", 0, 12);
  std::map<std::uint32_t, unsigned> counts;
  for (const std::uint32_t value : list()) ++counts[value];
  EXPECT_EQ(counts, (std::map<std::uint32_t, unsigned>{{5, 12}, {6, 12}, {7, 12}}));
}

TEST_P(NestedLaunches, AreWaitedForToALimitedDepth) {
  make(kernel("nest", "  setp.ge.u32 %p0, %r0, 3;\n  @%p0 ret;\n  add.u32 %r1, %r0, 1;\n" +
                          launch("nest", kNull, "%r1") + kWait + append("%r6")));
  run("nest");
  EXPECT_THAT(list(), testing::UnorderedElementsAre(68, 0, 0));  // cudaErrorSyncDepthExceeded
}

TEST_P(NestedLaunches, ThatNeverEndAreNamed) {
  make(kernel("child",
              "again:\n  ld.volatile.global.u32 %r1, [%d0+2000];\n"
              "  setp.eq.u32 %p0, %r1, 0;\n  @%p0 bra again;\n") +
           kernel("parent", launch("child", kNull, "0") + kWait + "  st.global.u32 [%d0+2000], 1;"),
       {"control.watchdog_cycles=20000"});
  try {
    run("parent");
    FAIL() << "the parent did not wait";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("no warp can go on"));
  }
}

TEST_P(NestedLaunches, ThatAreWrongGetCudasErrors) {
  make(kernel("parent", launch("append", "12345", "1") + append("%r7") +
                            "  mov.u64 %d7, 4;\n  call.uni (%r7), launch, (%d7, 0, %d0, 1);\n"),
       {"device.memory_check=page"});
  EXPECT_THROW(run("parent"), Error);     // the buffer of no kernel is null
  EXPECT_THAT(list(), ElementsAre(400));  // cudaErrorInvalidResourceHandle
}

INSTANTIATE_TEST_SUITE_P(Timing, NestedLaunches, testing::Values("full", "none"),
                         [](const auto& each) { return std::string(each.param); });

/// The latency of each call adds to the time at which the launch begins.
class NestedTimes : public NestedLaunches {
 protected:
  std::uint64_t begin_of_child(const std::vector<std::string>& latencies, std::uint32_t threads,
                               const std::string& stream = kNull) {
    records_.clear();
    make(kernel("parent", launch("append", stream, "1")), latencies);
    run("parent", 0, threads);
    EXPECT_EQ(record(0).started, 0u);
    return record(1).started;
  }
  static std::vector<std::string> latencies(int buffer, int buffer_thread, int launch,
                                            int launch_thread) {
    return {fmt::format("device_runtime.buffer_latency={}", buffer),
            fmt::format("device_runtime.buffer_latency_thread={}", buffer_thread),
            fmt::format("device_runtime.launch_latency={}", launch),
            fmt::format("device_runtime.launch_latency_thread={}", launch_thread)};
  }
};

TEST_P(NestedTimes, AreTheSumsOfTheCallsLatencies) {
  const std::uint64_t one = begin_of_child(latencies(1000, 0, 1000, 0), 1);
  EXPECT_GE(one, 2000u);
  EXPECT_EQ(begin_of_child(latencies(4321, 0, 1000, 0), 1), one + 3321);
  EXPECT_EQ(begin_of_child(latencies(1000, 0, 77'777, 0), 1), one + 76'777);
  EXPECT_EQ(begin_of_child(latencies(1000, 3, 1000, 50), 1), one + 53);
  const std::uint64_t many = begin_of_child(latencies(1000, 0, 1000, 0), 32);
  EXPECT_EQ(begin_of_child(latencies(1000, 3, 1000, 50), 32), many + 32 * 53);
}

TEST_P(NestedTimes, OfASuccessorBeginWhenThePredecessorEnds) {
  make(kernel("parent", launch("append", kNull, "1")), latencies(0, 0, 500, 0));
  run("parent", 0, 3);
  EXPECT_EQ(record(2).started, record(1).ended);
  EXPECT_EQ(record(3).started, record(2).ended);
}

TEST_P(NestedTimes, OfATailBeginWhenTheParentEnds) {
  begin_of_child(latencies(0, 0, 500, 0), 1, kTail);
  EXPECT_EQ(record(1).started, record(0).ended);
}

INSTANTIATE_TEST_SUITE_P(Timing, NestedTimes, testing::Values("full"),
                         [](const auto& each) { return std::string(each.param); });

}  // namespace
}  // namespace heddle::sim
