// Sampling while programs run: what counts, and programs whose kernels change all the time.
#include <gtest/gtest.h>

#include "heddle/policy/corun/kernel_memory.hpp"
#include "heddle/policy/corun/sampler.hpp"
#include "programs.hpp"

namespace heddle::corun_test {
namespace {

using Sms = std::vector<std::array<policy::SmTenantWindow, policy::kTenants>>;

constexpr Cycle kWindow = 1000;

/// A window of two SMs on which tenant 0 has one block and two, and tenant 1 so many on the last.
policy::CorunWindow window_of(Sms& sms, std::uint64_t of_other) {
  sms.assign(2, {});
  sms[0][0] = {.warp_instructions = 100, .requests = 10, .blocks = 1};
  sms[1][0] = {.warp_instructions = 300, .requests = 20, .blocks = 2};
  sms[1][1].blocks = of_other;
  return {kWindow, kWindow, sms, {}};
}

TEST(Sampler, WarmsUpWhenBlocksOfOthersHaveLeft) {
  policy::Sampler sampler(2 * kWindow, kWindow);
  const policy::TenantGrid tenant{.tenant = 0, .kernel = "k", .demand = {}, .fits = 2};
  sampler.begin({policy::sample_staggered(tenant, 2)});
  Sms sms;
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(sampler.window_elapsed(window_of(sms, 1)));
  for (int i = 0; i < 2; ++i) EXPECT_FALSE(sampler.window_elapsed(window_of(sms, 0)));
  EXPECT_TRUE(sampler.window_elapsed(window_of(sms, 0)));
  const auto ipc = sampler.samples()[0].ipc();
  EXPECT_DOUBLE_EQ(ipc.at(1), 0.1);
  EXPECT_DOUBLE_EQ(ipc.at(2), 0.3);
}

TEST(Sampler, DoesNotWaitForEver) {
  policy::Sampler sampler(kWindow, kWindow);
  const policy::TenantGrid tenant{.tenant = 0, .kernel = "k", .demand = {}, .fits = 2};
  sampler.begin({policy::sample_staggered(tenant, 2)});
  Sms sms;
  int windows = 0;
  while (!sampler.window_elapsed(window_of(sms, 1))) ASSERT_LT(++windows, 30);
}

/// A grid of two blocks never has three on an SM: two samples are long enough to see that.
TEST(Sampler, WaitsShortlyForBlocksThatTheGridLacks) {
  constexpr Cycle kSample = 2 * kWindow;
  policy::Sampler sampler(kWindow, kSample);
  const policy::TenantGrid tenant{.tenant = 0, .kernel = "k", .demand = {}, .fits = 3};
  sampler.begin({policy::sample_isolated(tenant, 3, 2)});
  Sms sms;
  int windows = 1;
  while (!sampler.window_elapsed(window_of(sms, 0))) ASSERT_LT(++windows, 30);
  EXPECT_EQ(windows, 1 + 2 * 2 + 2);
  EXPECT_DOUBLE_EQ(sampler.samples()[0].ipc().at(3), 0.2);
}

TEST(KernelMemory, TellsKernelsByNameAndFit) {
  policy::KernelMemory<int> memory;
  memory.learn({.tenant = 0, .kernel = "k", .demand = {}, .fits = 2}, 7);
  const auto find = [&](const char* name, std::uint64_t fits) {
    return memory.find({.tenant = 3, .kernel = name, .demand = {}, .fits = fits});
  };
  ASSERT_NE(find("k", 2), nullptr);
  EXPECT_EQ(*find("k", 2), 7);
  EXPECT_EQ(find("k", 3), nullptr);
  EXPECT_EQ(find("l", 2), nullptr);
}

/// Two kernels in turn, each shorter than a sample.
class Alternating final : public sim::TenantProgram {
 public:
  explicit Alternating(const gpu::MachineSpec& machine)
      : programs_{PtxProgram(machine, loads(2), {.blocks = 64, .threads = 128}),
                  PtxProgram(machine, adds(4), {.blocks = 64, .threads = 256})} {}

  void begin() override {
    for (PtxProgram& program : programs_) program.begin();
    next_ = 0;
  }
  std::shared_ptr<exec::Grid> next_grid() override {
    return next_ == programs_.size() ? nullptr : programs_[next_++].next_grid();
  }
  std::vector<std::string> differences() const override { return {}; }

 private:
  std::array<PtxProgram, 2> programs_;
  std::size_t next_ = 0;
};

TEST(Sampling, EndsWhereKernelsChangeAllTheTime) {
  for (const std::string policy : {"ccbp", "warped_slicer", "ws_dai"}) {
    sim::ConfigurationRequest request;
    request.machine = "cke-ccbp";
    request.assignments = {"corun=" + policy, "device.memory_bytes=\"64 MiB\"",
                           "corun." + policy + ".warm_up=2000", "corun." + policy + ".sample=5000"};
    if (policy == "ccbp") request.assignments.emplace_back("corun.ccbp.profiling=staggered");
    if (policy == "ws_dai") request.assignments.emplace_back("load_store.tenant_queues=true");
    const auto configuration = sim::Configuration::resolve(request);
    Alternating changing(configuration.machine);
    PtxProgram steady(configuration.machine, adds(64), {.blocks = 512, .threads = 192});
    const auto outcomes = sim::CorunRun(configuration, {{.name = "changing", .program = &changing},
                                                        {.name = "steady", .program = &steady}})
                              .run({.cycles = 150'000, .window = 50'000});
    for (const sim::TenantOutcome& outcome : outcomes) {
      const auto& points = outcome.points;
      EXPECT_GT(points[2].warp_instructions, points[1].warp_instructions) << policy;
    }
    EXPECT_GE(outcomes[0].runs, 10u) << policy;
  }
}

}  // namespace
}  // namespace heddle::corun_test
