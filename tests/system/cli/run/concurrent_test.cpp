// A CUDA program that launches two kernels in two streams: they run at the same time, on the same
// SMs, and each is counted as if it ran alone.

#include <stdexcept>

#include <gtest/gtest.h>

#include "command_runner.hpp"

namespace heddle::test {
namespace {

using nlohmann::json;

constexpr const char* kProgram = R"(
#include <cstring>
#include <cuda_runtime.h>

// One moves memory and meets at barriers, the other computes, for a while with half of its lanes.
__global__ void moves(int* data, int count) {
  __shared__ int tile[128];
  for (int turn = 0; turn < 8; ++turn) {
    const int i = ((blockIdx.x * 128 + threadIdx.x) * 17 + turn * 1024) % count;
    tile[threadIdx.x] = data[i];
    __syncthreads();
    data[count + (blockIdx.x * 8 + turn) * 128 + threadIdx.x] = tile[127 - threadIdx.x] + 1;
    __syncthreads();
  }
}
__global__ void computes(unsigned* out) {
  unsigned x = blockIdx.x * 64 + threadIdx.x + 1;
  if (threadIdx.x % 2 == 0)
    for (int i = 0; i < 200; ++i) x = x * 1664525u + 1013904223u;
  out[blockIdx.x * 64 + threadIdx.x] = x;
}

int main(int, char** arguments) {
  constexpr int kCount = 1 << 16, kMoves = 60, kComputes = 75;
  int* data;
  unsigned* out;
  cudaMalloc(&data, 2 * kCount * sizeof(int));
  cudaMalloc(&out, kComputes * 64 * sizeof(unsigned));
  cudaMemset(data, 0, 2 * kCount * sizeof(int));
  cudaStream_t streams[2];
  for (auto& stream : streams) cudaStreamCreate(&stream);
  if (std::strchr(arguments[1], 'm')) moves<<<kMoves, 128, 0, streams[0]>>>(data, kCount);
  if (std::strchr(arguments[1], 'c')) computes<<<kComputes, 64, 0, streams[1]>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
)";

// What a kernel executes and asks of the memory system, whoever runs beside it.
constexpr const char* kOwn[] = {"blocks",
                                "warps",
                                "warp_instructions",
                                "thread_instructions",
                                "ptx_instructions",
                                "instructions.barrier",
                                "instructions.branch",
                                "instructions.integer",
                                "instructions.integer_mul",
                                "instructions.load",
                                "instructions.store",
                                "divergent_branches",
                                "global.accesses",
                                "global.transactions",
                                "shared.accesses",
                                "l1d.loads",
                                "l1d.stores",
                                "l2.stores"};
// What also depends on who runs beside it, and yet adds up.
constexpr const char* kShared[] = {"l1d.hits",
                                   "l1d.misses",
                                   "l1d.merges",
                                   "l2.loads",
                                   "l2.hits",
                                   "l2.misses",
                                   "l2.merges",
                                   "dram.reads",
                                   "fetch.fetches",
                                   "fetch.misses",
                                   "noc.request_flits",
                                   "noc.reply_flits",
                                   "request_crossbar.packets",
                                   "reply_crossbar.packets"};

class Concurrent : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<Playground>();
    folder_->compile("two", kProgram);
  }
  static void TearDownTestSuite() { folder_.reset(); }

  /// stats.json of the kernels that the letters name.
  static json run(const std::string& kernels, const std::vector<std::string>& options) {
    std::vector<std::string> words = {"run",         "--quiet", "--overwrite",
                                      "--stats-sms", "--out",   "out"};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"--", folder_->path("two").string(), kernels});
    const Finished finished = folder_->heddle(words);
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    return folder_->json("out/stats.json");
  }
  static const json& launch(const json& stats, const std::string& kernel) {
    for (const json& each : stats.at("launches"))
      if (each.at("kernel").get<std::string>().starts_with(kernel + "(")) return each;
    throw std::runtime_error(kernel + " was not launched");
  }

  static void counts_hold(const std::vector<std::string>& options) {
    const json both = run("mc", options), moves = run("m", options), computes = run("c", options);
    const json& a = launch(both, "moves").at("statistics");
    const json& b = launch(both, "computes").at("statistics");
    const json& sum = both.at("total").at("statistics");
    EXPECT_EQ(value(a, "warps"), 60 * 4);
    EXPECT_EQ(value(b, "warps"), 75 * 2);
    // Where warps issue in parts, it is a matter of timing which parts share an access.
    const bool by_parts = !options.empty() && options.back().ends_with("width=8");
    for (const char* name : kOwn) {
      const std::string_view counted(name);
      if (by_parts && (counted.ends_with("accesses") || counted.ends_with("transactions") ||
                       counted.starts_with("l1d.") || counted.starts_with("l2.")))
        continue;
      EXPECT_GT(value(sum, name), 0) << name;
      EXPECT_EQ(value(a, name), value(launch(moves, "moves").at("statistics"), name)) << name;
      EXPECT_EQ(value(b, name), value(launch(computes, "computes").at("statistics"), name)) << name;
      EXPECT_EQ(value(a, name) + value(b, name), value(sum, name)) << name;
    }
    for (const char* name : kShared)
      EXPECT_EQ(value(a, name) + value(b, name), value(sum, name)) << name;
  }

  /// Every slot-cycle in which one of the kernels runs is of one of them, on the GPU and on each
  /// SM.
  static void slot_cycles_hold(const std::vector<std::string>& options, unsigned sms,
                               unsigned slots) {
    const json both = run("mc", options);
    const json& a = launch(both, "moves");
    const json& b = launch(both, "computes");
    ASSERT_LT(b.at("started_cycle"), a.at("ended_cycle"));
    const double cycles =
        std::max(a.at("ended_cycle").get<double>(), b.at("ended_cycle").get<double>()) -
        std::min(a.at("started_cycle").get<double>(), b.at("started_cycle").get<double>());
    const auto booked = [](const json& statistics) {
      double sum = 0;
      for (const auto& [name, number] : statistics.items())
        if (name.starts_with("stall.")) sum += number.get<double>();
      return sum;
    };
    const json& total = both.at("total").at("statistics");
    EXPECT_EQ(booked(a.at("statistics")) + booked(b.at("statistics")), cycles * sms * slots);
    EXPECT_EQ(booked(total), cycles * sms * slots);
    EXPECT_EQ(value(total, "cycles"), cycles);
    EXPECT_NEAR(value(total, "ipc.warp"), value(total, "warp_instructions") / cycles, 1e-9);
    const auto flits = [](const json& statistics) {  // what could have moved, over a constant
      return value(statistics, "noc.reply_flits") / value(statistics, "noc.reply_utilization");
    };
    EXPECT_NEAR(flits(total) / cycles,
                flits(a.at("statistics")) / value(a.at("statistics"), "cycles"), 1e-9);
    for (const json* each : {&a, &b}) {
      const json& own = each->at("statistics");
      EXPECT_EQ(value(own, "stall.issued"), value(own, "warp_instructions"));
    }
    for (unsigned sm = 0; sm < sms; ++sm)
      EXPECT_EQ(booked(a.at("sms")[sm]) + booked(b.at("sms")[sm]), cycles * slots) << "SM " << sm;
    EXPECT_GT(value(a.at("statistics"), "stall.barrier"), 0);
    EXPECT_EQ(value(b.at("statistics"), "stall.barrier"), 0);  // it has none
  }

  static std::unique_ptr<Playground> folder_;
};

std::unique_ptr<Playground> Concurrent::folder_;

TEST_F(Concurrent, KernelsOfTwoStreamsMeetOnEverySm) {
  for (const char* machine : {"gtx480", "cke-ccbp"}) {
    const json stats = run("mc", {"--machine", machine});
    const json& moves = launch(stats, "moves");
    const json& computes = launch(stats, "computes");
    // No block of `moves` has ended when `computes` has.
    EXPECT_LT(computes.at("ended_cycle").get<double>(),
              moves.at("started_cycle").get<double>() +
                  value(moves.at("statistics"), "block_lifetime.least"))
        << machine;
    EXPECT_GE(computes.at("started_cycle"), moves.at("started_cycle")) << machine;
    for (const json* launch : {&moves, &computes}) {
      for (const json& sm : launch->at("sms")) EXPECT_GT(value(sm, "blocks"), 0) << machine;
    }
  }
}

TEST_F(Concurrent, EverySlotCycleIsOfOneKernel) {
  slot_cycles_hold({"--machine", "gtx480"}, 15, 2);
  slot_cycles_hold({"--machine", "gtx480", "--threads", "3"}, 15, 2);
  slot_cycles_hold({"--machine", "gtx480", "--set", "sm.count=3"}, 3, 2);
}

// What results keep of launches does not change their sums.
TEST_F(Concurrent, TimeCountsOnceAtEveryLevel) {
  const json launches = run("mc", {"--machine", "gtx480"});
  for (const char* level : {"kernel", "total"}) {
    const json sums = run("mc", {"--machine", "gtx480", "--stats", level});
    for (const char* name : {"cycles", "ipc.warp", "dram.utilization"})
      EXPECT_NEAR(value(sums.at("total").at("statistics"), name),
                  value(launches.at("total").at("statistics"), name), 1e-9)
          << level << ' ' << name;
  }
}

TEST_F(Concurrent, KernelsAreCountedAsIfEachRanAlone) {
  counts_hold({"--machine", "gtx480"});
  counts_hold({"--machine", "gtx480", "--threads", "3"});
  counts_hold({"--machine", "cke-ccbp"});
  counts_hold({"--machine", "fermi-preemption"});
  counts_hold({"--machine", "vws", "--set", "organisation.spatial.width=8"});
  counts_hold({"--machine", "stsimt", "--set", "organisation=temporal"});
  counts_hold({"--machine", "stsimt", "--set", "organisation.spatial.sequential=true"});
}

}  // namespace
}  // namespace heddle::test
