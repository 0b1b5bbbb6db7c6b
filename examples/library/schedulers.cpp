// heddle as a library: scales an array on a GTX 480 under two warp schedulers, and shows what each
// cost. Prints a table; the exit code is 0 if the results are right.
#include <cstdio>
#include <numeric>

#include <heddle/simulation.hpp>

namespace {

/// array[i] *= factor, one element a thread.
constexpr const char* kPtx = R"(
.version 6.0
.target sm_70
.address_size 64
.visible .entry scale(.param .u64 array, .param .u32 factor)
{
  .reg .b32 %r<7>;
  .reg .b64 %d<3>;
  ld.param.u64 %d0, [array];
  ld.param.u32 %r0, [factor];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  mul.wide.u32 %d1, %r4, 4;
  add.s64 %d2, %d0, %d1;
  ld.global.u32 %r5, [%d2];
  mul.lo.s32 %r6, %r5, %r0;
  st.global.u32 [%d2], %r6;
  ret;
}
)";

constexpr unsigned kThreads = 256, kBlocks = 240, kFactor = 7;

/// Simulates the kernel under a scheduler and prints a row; false: a value is wrong.
bool simulate(const char* scheduler) {
  heddle::Simulation gpu(
      {.machine = "gtx480",
       .settings = {"l1.hit_latency=40", std::string("warp_scheduler=") + scheduler}});
  const heddle::Kernel kernel = gpu.load(kPtx, "scale.ptx").kernel("scale");

  std::vector<unsigned> numbers(kThreads * kBlocks);
  std::iota(numbers.begin(), numbers.end(), 0u);
  const heddle::Addr array = gpu.upload(numbers);

  const heddle::LaunchResult result =
      gpu.run(kernel, {.grid = {kBlocks}, .block = {kThreads}}, {array, kFactor});

  double slots = 0;  // cycles of all issue slots, each with one reason
  for (const heddle::Statistic& value : result.statistics) {
    if (value.name.starts_with("stall.")) slots += value.value;
  }
  std::printf("%-10s %7llu %7.2f %9.1f%% %8.1f%% %8.1f%%\n", scheduler,
              static_cast<unsigned long long>(result.cycles()), result.value("ipc.warp"),
              100 * result.value("stall.issued") / slots,
              100 * result.value("stall.scoreboard_memory") / slots,
              100 * result.value("stall.empty") / slots);

  const std::vector<unsigned> scaled = gpu.download<unsigned>(array, numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (scaled[i] != kFactor * numbers[i]) return false;
  }
  return true;
}

}  // namespace

int main() try {
  std::printf("%-10s %7s %7s %10s %9s %9s\n", "scheduler", "cycles", "IPC", "issued", "memory",
              "empty");
  const bool right = simulate("lrr") & simulate("gto");
  std::puts(right ? "all values are right" : "a value is WRONG");
  return right ? 0 : 1;
} catch (const heddle::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
