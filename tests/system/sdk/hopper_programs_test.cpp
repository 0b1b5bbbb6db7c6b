// Programs with the instructions of compute capability 9.0, which check themselves, and messages
// for programs that use these instructions wrongly.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shell.hpp"

namespace heddle::sdk_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr const char* kMachine = " --machine a100 --set device.compute_capability=9.0 ";

class HopperPrograms : public testing::TestWithParam<const char*> {};

TEST_P(HopperPrograms, ComputeWhatTheHostDoes) {
  const Workshop shop;
  const std::string source = std::string(HEDDLE_PROGRAMS "/hopper/") + GetParam() + ".cu";
  const Outcome built = shop.nvcc("-arch=sm_90a " + source + " -o program");
  ASSERT_EQ(built.status, 0) << built.text;
  for (const char* timing : {"--timing none", ""}) {
    const Outcome outcome = shop.run(std::string(HEDDLE_COMMAND " run --quiet") + kMachine +
                                     timing + " -- ./program all");
    EXPECT_EQ(outcome.status, 0) << timing << outcome.text;
    EXPECT_THAT(outcome.text, HasSubstr("passed"));
  }
  const Outcome lacking = shop.run(HEDDLE_COMMAND " run --quiet --machine a100 -- ./program");
  EXPECT_NE(lacking.status, 0);
  EXPECT_THAT(lacking.text, HasSubstr("compute capability 9.0"));
}

INSTANTIATE_TEST_SUITE_P(Sdk, HopperPrograms,
                         testing::Values("clusters", "bulk_copies", "tensor_copies",
                                         "warpgroup_products"),
                         [](const auto& test) { return std::string(test.param); });

/// What cannot run clusters says so before the launch.
TEST(HopperCombinations, AreRefusedByName) {
  const Workshop shop;
  const Outcome built = shop.nvcc("-arch=sm_90a " HEDDLE_PROGRAMS "/hopper/clusters.cu -o program");
  ASSERT_EQ(built.status, 0) << built.text;
  const std::pair<const char*, const char*> refusals[] = {
      {"residency=virtual_thread", "start as whole blocks in slots of their own"},
      {"preemption_trigger=periodic", "cannot leave their SMs before their end"},
      {"organisation=temporal", "need whole warps"},
      {"corun.by=stream", "cannot share the GPU with other programs"},
      {"sm.count=1 --set sm.blocks=2", "the device holds 2 blocks of the kernel at once"}};
  for (const auto& [setting, message] : refusals) {
    const Outcome outcome = shop.run(std::string(HEDDLE_COMMAND " run --quiet") + kMachine +
                                     "--set " + setting + " -- ./program");
    EXPECT_NE(outcome.status, 0) << setting << outcome.text;
    EXPECT_THAT(outcome.text, HasSubstr(message)) << setting;
  }
}

/// A kernel that does something wrong, and what the message says.
struct Mistake {
  const char* name;
  const char* body;
  const char* cluster;
  std::vector<const char*> message;
};

class HopperMistakes : public testing::TestWithParam<Mistake> {};

TEST_P(HopperMistakes, AreNamedWithTheLine) {
  const Workshop shop;
  const Mistake& mistake = GetParam();
  shop.write("mistake.cu",
             std::string("#include <cooperative_groups.h>\n#include <cstdio>\n"
                         "#include \"" HEDDLE_PROGRAMS "/hopper/barrier_bytes.h\"\n"
                         "namespace cg = cooperative_groups;\n__global__ void ") +
                 mistake.cluster +
                 " kernel(int* to) {\n"
                 "  __shared__ __align__(128) int word[64];\n"
                 "  __shared__ __align__(8) unsigned long long barrier;\n"
                 "  const unsigned own = shared_address(word), bar = shared_address(&barrier);\n"
                 "  if (threadIdx.x == 0) start_barrier(bar, 1);\n  __syncthreads();\n" +
                 mistake.body +
                 "\n}\nint main() {\n  int* to;\n  cudaMalloc(&to, 4096);\n"
                 "  kernel<<<4, 128>>>(to);\n  return cudaDeviceSynchronize();\n}\n");
  const Outcome built = shop.nvcc("-lineinfo -arch=sm_90a mistake.cu -o mistake");
  ASSERT_EQ(built.status, 0) << built.text;
  for (const char* timing : {"--timing none", ""}) {
    const Outcome outcome =
        shop.run(std::string(HEDDLE_COMMAND " run --quiet") + kMachine + timing + " -- ./mistake");
    EXPECT_NE(outcome.status, 0) << outcome.text;
    EXPECT_THAT(outcome.text, HasSubstr("mistake."));
    for (const char* part : mistake.message) EXPECT_THAT(outcome.text, HasSubstr(part)) << timing;
  }
}

constexpr const char* kPair = "__cluster_dims__(2, 1, 1)";

INSTANTIATE_TEST_SUITE_P(
    Sdk, HopperMistakes,
    testing::Values(
        Mistake{"bytes_that_never_come",
                "  if (threadIdx.x == 0) expect_bytes(bar, 64);\n  wait_for_phase(bar, 0);",
                "",
                {"the barrier at offset",
                 "phase of parity 0 needs 0 arrivals and 64 bytes of copies more"}},
        Mistake{"a_wrong_phase",
                "  if (threadIdx.x == 0) expect_bytes(bar, 0);\n  wait_for_phase(bar, 1 - 1);\n"
                "  wait_for_phase(bar, 1);",
                "",
                {"phase of parity 1 needs 1 arrivals and 0 bytes"}},
        Mistake{"an_odd_size",
                "  if (threadIdx.x == 0) asm volatile(\"cp.async.bulk.shared::cluster.global."
                "mbarrier::complete_tx::bytes [%0], [%1], 24, [%2];\" :: \"r\"(own), \"l\"(to), "
                "\"r\"(bar));",
                "",
                {"24 bytes are no multiple of 16"}},
        Mistake{"no_barrier",
                "  if (threadIdx.x == 0) asm volatile(\"cp.async.bulk.shared::cluster.global."
                "mbarrier::complete_tx::bytes [%0], [%1], 16, [%2];\" :: \"r\"(own), \"l\"(to), "
                "\"r\"(own + 64));",
                "",
                {"is not initialized (mbarrier.init)"}},
        Mistake{"no_tensor_map",
                "  if (threadIdx.x == 0) asm volatile(\"cp.async.bulk.tensor.1d.shared::cluster."
                "global.mbarrier::complete_tx::bytes [%0], [%1, {%3}], [%2];\" :: \"r\"(own), "
                "\"l\"(to), \"r\"(bar), \"r\"(0));",
                "",
                {"there is no tensor map at"}},
        Mistake{
            "a_descriptor_beyond_shared_memory",
            "  unsigned d[4] = {};\n  asm volatile(\"{ .reg .b64 a; mov.b64 a, 0x3fff; "
            "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, a, a, 1, 1, 1, "
            "0, 0; }\" : \"+r\"(d[0]), \"+r\"(d[1]), \"+r\"(d[2]), \"+r\"(d[3]));\n"
            "  to[threadIdx.x] = d[0];",
            "",
            {"the matrix descriptor of A", "bytes of shared memory"}},
        Mistake{"no_such_rank",
                "  asm volatile(\"{ .reg .u32 r; mapa.shared::cluster.u32 r, %0, 2; st.shared::"
                "cluster.u32 [r], 1; }\" :: \"r\"(own) : \"memory\");",
                kPair,
                {"mapa names the block of rank 2 in a cluster of 2"}},
        Mistake{"a_block_that_has_ended",
                "  const unsigned rank = cg::this_cluster().block_rank();\n"
                "  cg::this_cluster().sync();\n  if (rank == 0) return;\n"
                "  for (int i = 0; i < 5000; ++i) atomicAdd(&word[0], 1);\n"
                "  *cg::this_cluster().map_shared_rank(word, 0) = 1;",
                kPair,
                {"the block of rank 0 has not begun or has ended"}},
        Mistake{"an_arrival_without_a_wait",
                "  cg::this_cluster().barrier_arrive();\n  cg::this_cluster().barrier_arrive();",
                kPair,
                {"arrives on the cluster's barrier again before barrier.cluster.wait"}},
        Mistake{"a_wait_without_an_arrival",
                "  cg::this_cluster().barrier_wait();",
                kPair,
                {"waits for the cluster's barrier without barrier.cluster.arrive"}}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace heddle::sdk_test
