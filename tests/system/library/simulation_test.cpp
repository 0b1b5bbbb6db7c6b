// heddle as a library: what a program may do with one simulation, and that several in a process do
// not know of each other.
#include <filesystem>
#include <fstream>
#include <numeric>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <heddle/simulation.hpp>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using heddle::Addr;
using heddle::Argument;
using heddle::Kernel;
using heddle::LaunchResult;
using heddle::Simulation;
using testing::HasSubstr;

/// `sum[b]` becomes the sum of block b's elements of `array`, each times `factor`; threads of odd
/// numbers take another path. `stray` stores where it is told.
constexpr const char* kPtx = R"(
.version 6.0
.target sm_70
.address_size 64
.visible .global .align 4 .u32 calls = 5;
.visible .entry sums(.param .u64 array, .param .u64 sum, .param .u32 factor)
{
  .reg .b32 %r<9>; .reg .b64 %d<6>; .reg .pred %p<2>;
  ld.param.u64 %d0, [array];
  ld.param.u64 %d1, [sum];
  ld.param.u32 %r0, [factor];
  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  mul.wide.u32 %d2, %r4, 4;
  add.s64 %d3, %d0, %d2;
  ld.global.u32 %r5, [%d3];
  and.b32 %r7, %r3, 1;
  setp.eq.u32 %p0, %r7, 0;
  @%p0 bra even;
  mul.lo.s32 %r6, %r0, %r5;
  bra join;
even:
  mul.lo.s32 %r6, %r5, %r0;
join:
  mul.wide.u32 %d4, %r1, 4;
  add.s64 %d5, %d1, %d4;
  red.global.add.u32 [%d5], %r6;
  ret;
}
.visible .entry stray(.param .u64 to)
{
  .reg .b64 %d<2>; .reg .b32 %r<2>;
  ld.param.u64 %d0, [to];
  mov.u32 %r0, 1;
  st.global.u32 [%d0], %r0;
  ret;
}
)";

constexpr unsigned kThreads = 96, kBlocks = 40, kFactor = 3;

/// A simulation that launches `sums` again and again.
class Summing {
 public:
  explicit Summing(const heddle::SimulationOptions& options)
      : gpu_(options), kernel_(gpu_.load(kPtx).kernel("sums")) {
    std::vector<unsigned> numbers(kThreads * kBlocks);
    std::iota(numbers.begin(), numbers.end(), 1u);
    array_ = gpu_.upload(numbers);
    sums_ = gpu_.upload(std::vector<unsigned>(kBlocks));
  }

  void launch() {
    results_.push_back(
        gpu_.run(kernel_, {.grid = {kBlocks}, .block = {kThreads}}, {array_, sums_, kFactor}));
  }
  const std::vector<LaunchResult>& results() const { return results_; }
  std::vector<unsigned> sums() const { return gpu_.download<unsigned>(sums_, kBlocks); }

 private:
  Simulation gpu_;
  Kernel kernel_;
  Addr array_ = 0, sums_ = 0;
  std::vector<LaunchResult> results_;
};

constexpr unsigned kLaunches = 5;

const heddle::SimulationOptions kSmall{.machine = "gtx480", .settings = {"warp_scheduler=lrr"}};
const heddle::SimulationOptions kLarge{.machine = "v100", .settings = {"l1.hit_latency=99"}};

void launch_all(Summing& summing) {
  for (unsigned i = 0; i < kLaunches; ++i) summing.launch();
}

/// All that was measured and computed, as numbers.
std::vector<double> digest(const Summing& summing) {
  std::vector<double> numbers;
  for (const LaunchResult& result : summing.results()) {
    numbers.push_back(static_cast<double>(result.started));
    numbers.push_back(static_cast<double>(result.ended));
    for (const heddle::Statistic& value : result.statistics) numbers.push_back(value.value);
  }
  for (const unsigned sum : summing.sums()) numbers.push_back(sum);
  return numbers;
}

/// The digest of a simulation that has a process to itself: a child of this one.
std::vector<double> digest_of_process(const heddle::SimulationOptions& options) {
  int ends[2];
  if (pipe(ends) != 0) return {};
  const pid_t child = fork();
  if (child == 0) {
    Summing summing(options);
    launch_all(summing);
    const std::vector<double> numbers = digest(summing);
    const auto bytes = static_cast<ssize_t>(numbers.size() * sizeof(double));
    _exit(write(ends[1], numbers.data(), numbers.size() * sizeof(double)) == bytes ? 0 : 1);
  }
  close(ends[1]);
  std::vector<double> numbers;
  for (double number; read(ends[0], &number, sizeof number) == sizeof number;)
    numbers.push_back(number);
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return numbers;
}

/// What each machine gives alone, measured before this process has simulated anything.
struct Alone : testing::Environment {
  void SetUp() override {
    small = digest_of_process(kSmall);
    large = digest_of_process(kLarge);
  }
  std::vector<double> small, large;
};

Alone* const alone = new Alone;
const testing::Environment* const registered = testing::AddGlobalTestEnvironment(alone);

void expect_right(const Summing& summing) {
  for (unsigned b = 0; b < kBlocks; ++b) {
    const unsigned first = b * kThreads + 1, last = first + kThreads - 1;
    EXPECT_EQ(summing.sums()[b], kLaunches * kFactor * kThreads * (first + last) / 2);
  }
}

TEST(Simulation, RunsAndMeasures) {
  Summing summing(kSmall);
  launch_all(summing);
  expect_right(summing);
  const LaunchResult& result = summing.results().back();
  EXPECT_EQ(result.kernel, "sums");
  EXPECT_TRUE(result.timed && result.complete);
  EXPECT_EQ(result.value("blocks"), kBlocks);
  EXPECT_EQ(result.value("warps"), kBlocks * kThreads / 32);
  EXPECT_EQ(result.value("cycles"), static_cast<double>(result.cycles()));
  EXPECT_EQ(result.value("l2.atomics") > 0, true);
}

TEST(Simulation, TwoMachinesInOneProcessInTurns) {
  Summing small(kSmall), large(kLarge);
  for (unsigned i = 0; i < kLaunches; ++i) {
    small.launch();
    large.launch();
  }
  EXPECT_EQ(digest(small), alone->small);
  EXPECT_EQ(digest(large), alone->large);
  EXPECT_NE(digest(small), digest(large));
  expect_right(small);
  expect_right(large);
}

TEST(Simulation, TwoMachinesOnTwoHostThreads) {
  Summing small(kSmall), large(kLarge);
  std::thread other([&] { launch_all(large); });
  launch_all(small);
  other.join();
  EXPECT_EQ(digest(small), alone->small);
  EXPECT_EQ(digest(large), alone->large);
}

TEST(Simulation, ResultsDoNotDependOnHostThreads) {
  heddle::SimulationOptions parallel = kLarge;
  parallel.settings.push_back("run.threads=2");
  Summing summing(parallel);
  launch_all(summing);
  EXPECT_EQ(digest(summing), alone->large);
}

TEST(Simulation, KernelsRunBesideEachOther) {
  Simulation gpu;
  const heddle::Module module = gpu.load(kPtx);
  const Addr array = gpu.upload(std::vector<unsigned>(kThreads, 2u));
  const Addr sums = gpu.upload(std::vector<unsigned>(2));
  const auto launch = [&](Addr sum) {
    return gpu.launch(module.kernel("sums"), {.grid = {1}, .block = {kThreads}}, {array, sum, 1u});
  };
  const heddle::LaunchId first = launch(sums), second = launch(sums + 4);
  const LaunchResult late = gpu.wait(second), early = gpu.wait(first);
  EXPECT_LT(late.started, early.ended);
  EXPECT_EQ(gpu.download<unsigned>(sums, 2), std::vector<unsigned>(2, 2 * kThreads));
  EXPECT_EQ(gpu.download<unsigned>(module.variable("calls"), 1)[0], 5u);
  EXPECT_THROW(gpu.wait(first), heddle::Error);
}

TEST(Simulation, ComputesWithoutTiming) {
  Summing summing({.machine = "gtx480", .settings = {"run.timing=none"}});
  launch_all(summing);
  expect_right(summing);
  EXPECT_FALSE(summing.results()[0].timed);
  EXPECT_EQ(summing.results()[0].value("functional.blocks"), kBlocks);
}

TEST(Simulation, ItsConfigurationGivesTheSameMachine) {
  const Simulation first(kLarge);
  const std::string file = testing::TempDir() + "heddle_simulation_test.toml";
  std::ofstream(file) << first.configuration();
  EXPECT_EQ(Simulation({.machine = file}).configuration(), first.configuration());
  EXPECT_THAT(first.configuration(), HasSubstr("hit_latency = 99"));
  std::filesystem::remove(file);
}

template <typename Action>
std::string message_of(Action action) {
  try {
    action();
  } catch (const heddle::Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(Simulation, MistakesAreErrorsThatSayWhatToType) {
  const auto options = [](const char* machine, const char* setting) {
    return message_of([&] { Simulation({.machine = machine, .settings = {setting}}); });
  };
  EXPECT_THAT(options("gtx48", "l1.hit_latency=1"), HasSubstr("did you mean 'gtx480'?"));
  EXPECT_THAT(options("gtx480", "l1.hit_latensy=1"), HasSubstr("did you mean"));
  EXPECT_THAT(options("gtx480", "warp_scheduler=gtoo"), HasSubstr("did you mean 'gto'?"));
  EXPECT_THAT(options("gtx480", "run.stop_after_cycles=9"), HasSubstr("does not take"));

  Simulation gpu, other;
  const heddle::Module module = gpu.load(kPtx);
  const Kernel stray = module.kernel("stray");
  const auto launch = [&](Simulation& on, heddle::LaunchOptions how, std::vector<Argument> with) {
    return message_of([&] { on.run(stray, how, with); });
  };
  EXPECT_THAT(message_of([&] { module.kernel("stay"); }), HasSubstr("did you mean 'stray'?"));
  EXPECT_THAT(message_of([&] { module.variable("call"); }), HasSubstr("did you mean 'calls'?"));
  EXPECT_THAT(launch(gpu, {}, {}), HasSubstr("has 1 parameters, and 0 arguments"));
  EXPECT_THAT(launch(gpu, {}, {1u}), HasSubstr("has 4 bytes, but parameter to"));
  EXPECT_THAT(launch(gpu, {.block = {4096}}, {Addr{0}}), HasSubstr("a block of 4096 threads"));
  EXPECT_THAT(launch(other, {}, {Addr{0}}), HasSubstr("belongs to another simulation"));
  EXPECT_THAT(message_of([&] { gpu.allocate(1ull << 60); }), HasSubstr("do not fit"));
  EXPECT_THAT(message_of([&] { gpu.allocate(0); }), HasSubstr("0 bytes has no address"));
  EXPECT_THAT(message_of([&] { gpu.free(1); }), HasSubstr("no allocation begins at"));
  EXPECT_THAT(message_of([&] { gpu.download<int>(0, 1); }), HasSubstr("0x0"));
}

TEST(Simulation, ABrokenTextIsAnErrorWithItsPlace) {
  Simulation gpu;
  try {
    gpu.load(".version 6.0\n.target sm_70\n.entree x {}\n", "mine.ptx");
    FAIL();
  } catch (const heddle::SourceError& error) {
    EXPECT_EQ(error.where().line, 3u);
    EXPECT_THAT(error.what(), HasSubstr("mine.ptx:3:"));
  }
}

TEST(Simulation, AFaultOfOneLeavesTheOther) {
  Simulation faulty, sound;
  const Kernel stray = faulty.load(kPtx).kernel("stray"), same = sound.load(kPtx).kernel("stray");
  const Addr home = sound.allocate(4);
  const auto launch = [](Simulation& on, const Kernel& kernel, Addr to) {
    return message_of([&] { on.run(kernel, {}, {to}); });
  };
  EXPECT_THAT(launch(faulty, stray, Addr{64}), HasSubstr("null pointer"));
  EXPECT_THAT(launch(faulty, stray, faulty.allocate(4)), HasSubstr("after an earlier fault"));
  EXPECT_EQ(launch(sound, same, home), "nothing was thrown");
  EXPECT_EQ(sound.download<unsigned>(home, 1)[0], 1u);
}

}  // namespace
