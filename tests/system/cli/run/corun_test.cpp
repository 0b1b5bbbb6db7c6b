// `heddle corun`: plans, captured programs together, streams of one program as tenants, and what is
// refused.
#include <filesystem>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"

namespace heddle::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char* kSharingProgram = R"(
#include <cstring>
#include <cuda_runtime.h>

__global__ void adds_up(const int* data, int* sums, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int turn = 0; turn < rounds; ++turn) sum += data[(i + turn * 512) % 16384];
  sums[i] = sum;
}
__global__ void computes(unsigned* out, int rounds) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x + 1;
  for (int i = 0; i < rounds; ++i) x = x * 1664525u + 1013904223u;
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

int main(int, char** arguments) {
  constexpr int kCount = 16384;
  int *data, *sums, host[kCount];
  unsigned* out;
  for (int i = 0; i < kCount; ++i) host[i] = i % 97;
  cudaMalloc(&data, sizeof host);
  cudaMalloc(&sums, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  cudaStream_t streams[2];
  for (auto& stream : streams) cudaStreamCreate(&stream);
  if (std::strchr(arguments[1], 'a')) adds_up<<<kCount / 128, 128, 0, streams[0]>>>(data, sums, 16);
  if (std::strchr(arguments[1], 'c')) computes<<<kCount / 128, 128, 0, streams[1]>>>(out, 300);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
)";

const std::vector<std::string> kStudyKernels = {"BP:threads=256,registers=24",
                                                "CFD:threads=192,registers=72"};

class CorunCommand : public testing::Test {
 protected:
  Finished plan(const std::vector<std::string>& settings,
                const std::vector<std::string>& kernels = kStudyKernels) const {
    std::vector<std::string> words = {"corun", "--machine", "cke-ccbp", "--plan"};
    for (const std::string& setting : settings) {
      words.emplace_back("--set");
      words.push_back(setting);
    }
    words.insert(words.end(), kernels.begin(), kernels.end());
    return folder_.heddle(words);
  }
  /// The blocks of the two kernels, from the plan's table.
  std::vector<int> blocks(const std::vector<std::string>& settings,
                          const std::vector<std::string>& kernels = kStudyKernels) const {
    const Finished finished = plan(settings, kernels);
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    std::istringstream lines(finished.out);
    std::vector<int> blocks;
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string name;
      int count = 0;
      if (words >> name >> count && (name == "BP" || name == "CFD")) blocks.push_back(count);
    }
    return blocks;
  }
  void expect_refusal(const std::vector<std::string>& words, const std::string& message) const {
    const Finished finished = folder_.heddle(words);
    EXPECT_EQ(finished.exit_code, 1);
    EXPECT_THAT(finished.err, HasSubstr(message));
    EXPECT_EQ(finished.out, "");
  }

  Playground folder_;
};

TEST_F(CorunCommand, PlansAreThoseOfTheStudies) {
  EXPECT_EQ(blocks({"corun=even"}), (std::vector<int>{4, 2}));
  EXPECT_EQ(blocks({"corun=smk", "corun.smk.quotas=false"}), (std::vector<int>{6, 2}));
  EXPECT_EQ(blocks({"corun=fixed", "corun.fixed.caps=\"6 2\""}), (std::vector<int>{6, 2}));
  EXPECT_EQ(blocks({"corun=leftover"}), (std::vector<int>{8, 0}));
  EXPECT_EQ(blocks({"corun=leftover"}, {kStudyKernels[1], kStudyKernels[0]}),
            (std::vector<int>{4, 1}));
  EXPECT_THAT(plan({"corun=spatial"}).out, HasSubstr("8 on SM 0 to 7, 0 on SM 8 to 15"));
}

TEST_F(CorunCommand, RefusesAPlanThatDoesNotFitWithTheReason) {
  const Finished finished = plan({"corun=fixed", "corun.fixed.caps=\"7 4\""});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.err, HasSubstr("7 blocks of BP and 4 blocks of CFD take 98304 registers"));
  folder_.write("kernels.csv",
                "kernel,blocks,ipc,requests,interconnect,dram\nBP,1,1,1,1,1\nCFD,1,1,1,1,1\n");
  const Finished huge =
      plan({"corun=ccbp", "corun.ccbp.caps=\"70000 1\"", "corun.ccbp.profile=kernels.csv"});
  EXPECT_EQ(huge.exit_code, 1);
  EXPECT_THAT(huge.err, HasSubstr("corun.ccbp.caps: 70000 blocks of BP: an SM has room for 8"));
}

TEST_F(CorunCommand, RefusesBlocksThatNoSmHas) {
  const auto refused = [&](const std::string& kernel, const std::string& message) {
    const Finished finished = plan({"corun=even"}, {"BP:threads=256,registers=24", kernel});
    EXPECT_EQ(finished.exit_code, 1) << kernel;
    EXPECT_THAT(finished.err, HasSubstr(message)) << kernel;
  };
  refused("K:threads=64,threads=65,registers=8", "threads is said twice");
  refused("K:threads=0,registers=8", "threads=0: say 1 or more");
  refused("K:threads=64,registers=0", "registers=0: say 1 or more");
  refused("K:threads=1025,registers=8", "K: threads=1025: GPU of CCBP allows 1024");
  refused("K:threads=64,registers=256", "K: registers=256: GPU of CCBP allows 255");
  refused("K:threads=64,registers=8,shared=1MiB", "K: shared=1048576: GPU of CCBP allows");
  refused("K:threads=1024,registers=128",
          "a block of K takes 131072 registers of an SM, which has "
          "65536");
}

TEST_F(CorunCommand, RefusesNumbersForMoreProgramsThanThereAre) {
  const auto refused = [&](const std::string& setting, const std::string& message) {
    const Finished finished = plan({"corun=fixed", setting});
    EXPECT_EQ(finished.exit_code, 1) << setting;
    EXPECT_THAT(finished.err, HasSubstr(message)) << setting;
  };
  refused("corun.fixed.caps=\"1 1 1\"", "corun.fixed.caps: 3 numbers for 2 programs");
  refused("corun.fixed.first=\"2\"", "corun.fixed.first: there is no tenant 2: 2 programs");
}

TEST_F(CorunCommand, RefusesWhatIsNoProgram) {
  expect_refusal({"corun", "--once", "missing.capture"}, "missing.capture");
  folder_.write("text", "no capture");
  expect_refusal({"corun", "--once", "text"}, "'text' is no capture: 'heddle run --capture");
  expect_refusal({"corun", "--plan", "BP:threads=none"}, "'threads=none' is not understood");
  expect_refusal({"corun", "--plan", "BP:threads=64"}, "expected NAME:threads=N,registers=N");
  expect_refusal({"corun", "--cycles", "0", "text"}, "--cycles 0: expected a number of cycles");
  expect_refusal({"corun", "--cycles", "1M", "--once", "text"}, "exclude each other");
  expect_refusal({"corun", "--start", "0,1", "text"}, "--start: 2 numbers for 1 programs");
  expect_refusal({"corun", "--cycles", "1K", "--start", "2000", "text"}, "the run ends at");
  expect_refusal({"corun", "--alone", "nan", "text"}, "--alone nan: expected a number above 0");
  expect_refusal({"corun", "--alone", "0", "text"}, "--alone 0: expected a number above 0");
  // Below the least normal double, 2.2e-308.
  expect_refusal({"corun", "--alone", "1e-320", "text"},
                 "--alone 1e-320: expected a number above 0");
  expect_refusal({"corun", "--priority", "0.5", "text"}, "--priority 0.5: expected a whole number");
  expect_refusal({"corun", "--start", "-1", "text"}, "--start -1: expected a cycle");
  expect_refusal({"corun", "--plan", "--cycles", "1k", "BP:threads=64,registers=8"},
                 "--cycles says how programs run, --plan runs none");
  expect_refusal({"corun", "--set", "corun.by=stream", "text"}, "each program is a tenant");
  expect_refusal({"corun", "--set", "run.blocks=true", "text"}, "only run.threads counts");
  expect_refusal({"corun", "--alone-set", "corun=smk", "text"}, "shares the GPU with nobody");
  expect_refusal({"corun", "--alone", "none", "--alone-set", "warp_scheduler=gto", "text"},
                 "--alone-set is for programs whose speed alone is measured");
  expect_refusal({"corun", "--set", "corun=ws_dai", "text"}, "load_store.tenant_queues=true");
  expect_refusal({"corun", "--set", "corun=ccbp", "text"}, "corun.ccbp.profile: name a file");
}

class CorunCaptures : public CorunCommand {
 protected:
  void SetUp() override {
    const std::string program = folder_.compile("sharing", kSharingProgram);
    for (const std::string part : {"a", "c"}) {
      const Finished finished =
          folder_.heddle({"run", "--quiet", "--machine", "cke-ccbp", "--capture", part + ".capture",
                          "--", program, part});
      ASSERT_EQ(finished.exit_code, 0) << finished.err;
    }
  }
  json together(std::vector<std::string> options) const {
    options.insert(options.begin(),
                   {"corun", "--quiet", "--machine", "cke-ccbp", "--json", "r.json"});
    options.insert(options.end(), {"a.capture", "c.capture"});
    const Finished finished = folder_.heddle(options);
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    return finished.exit_code == 0 ? folder_.json("r.json") : json();
  }
};

TEST_F(CorunCaptures, RunUntilTheHorizonAndLeaveMemoryAsCaptured) {
  for (const std::string policy : {"leftover", "even", "spatial", "smk", "maestro"}) {
    const json result = together({"--cycles", "60K", "--set", "corun=" + policy});
    ASSERT_EQ(result.at("programs").size(), 2u);
    for (const json& program : result.at("programs")) {
      EXPECT_GE(program.at("runs"), 1) << policy;
      EXPECT_EQ(program.at("memory_differs").size(), 0u) << policy;
      EXPECT_GT(program.at("slowdown"), 0.9) << policy;
    }
    EXPECT_GT(result.at("metrics").at("weighted"), 0.5) << policy;
  }
}

TEST_F(CorunCaptures, GiveTheSameAgainAndWithMoreThreads) {
  const json once = together({"--once", "--set", "corun=even", "--start", "0,500"});
  EXPECT_EQ(together({"--once", "--set", "corun=even", "--start", "0,500"}), once);
  EXPECT_EQ(
      together({"--once", "--set", "corun=even", "--start", "0,500", "--set", "run.threads=2"}),
      once);
  EXPECT_EQ(once.at("programs")[1].at("began"), 500);
  EXPECT_EQ(once.at("programs")[0].at("runs"), 1);
}

/// What a program is compared with is itself over as many instructions, so that one that shares the
/// GPU with nobody has lost nothing, be the time shorter than a run or longer.
TEST_F(CorunCaptures, AloneTheyLoseNothing) {
  for (const std::string cycles : {"500", "3333", "40k"}) {
    const Finished finished = folder_.heddle({"corun", "--quiet", "--machine", "cke-ccbp",
                                              "--cycles", cycles, "--json", "r.json", "a.capture"});
    ASSERT_EQ(finished.exit_code, 0) << finished.err;
    const json result = folder_.json("r.json");
    EXPECT_NEAR(result.at("programs")[0].at("slowdown"), 1, 1e-9) << cycles;
    EXPECT_NEAR(result.at("metrics").at("harmonic"), 1, 1e-9) << cycles;
  }
}

/// What is kept of a program alone is a speed, or is refused.
TEST_F(CorunCaptures, TakeNoSpeedAloneThatIsNone) {
  const std::vector<std::string> words = {"corun",          "--quiet", "--machine", "cke-ccbp",
                                          "--cycles",       "2K",      "--json",    "r.json",
                                          "--alone-folder", "alone",   "a.capture"};
  ASSERT_EQ(folder_.heddle(words).exit_code, 0);
  std::string kept;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path("alone")))
    kept = "alone/" + entry.path().filename().string();
  const json whole = folder_.json(kept);
  const json good = folder_.json("r.json");
  const auto with = [&](const char* key, const json& value) {
    json altered = whole;
    altered[key] = value;
    return altered.dump();
  };
  for (const std::string& text :
       {with("ipc", -2.0), with("ipc", 1e-320), with("ipc", "fast"), with("ipc", nullptr),
        std::string("{\"ipc\": 1e999}"), with("progress", json{{10, -5}}),
        with("progress", json{{10, 5}, {9, 6}}), with("progress", json{{10, 5}, {11, 4}}),
        with("progress", json{{10, 0.5}}), with("progress", json{{10}}), with("progress", 7),
        with("progress", json::array()), with("progress", json{{1000, 1}}),
        with("progress", json{{2000, 6000000000000}}), with("ipc", 0), with("ipc", 5),
        std::string("{}"), std::string("[")}) {
    folder_.write(kept, text);
    const Finished finished = folder_.heddle(words);
    EXPECT_EQ(finished.exit_code, 1) << text;
    EXPECT_THAT(finished.err, HasSubstr("is damaged")) << text;
    EXPECT_THAT(finished.err, HasSubstr("remove it, and the program is measured again"));
  }
  folder_.write(kept, whole.dump());
  ASSERT_EQ(folder_.heddle(words).exit_code, 0);
  EXPECT_EQ(folder_.json("r.json"), good);
}

/// A program that begins in the last cycle has executed nothing: its slowdown has no end, which
/// every form of the results says.
TEST_F(CorunCaptures, SayThatAProgramStarved) {
  const Finished finished =
      folder_.heddle({"corun", "--machine", "cke-ccbp", "--cycles", "20K", "--start", "0,19999",
                      "--out", "o", "--json", "r.json", "a.capture", "c.capture"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("c starved: it has executed nothing in this time"));
  EXPECT_THAT(finished.out, HasSubstr("harmonic speed-up 0.000"));
  EXPECT_THAT(finished.out, HasSubstr("ANTT infinite, fairness 0.000"));
  const json result = folder_.json("r.json");
  const json& metrics = result.at("metrics");
  EXPECT_EQ(metrics.at("harmonic"), 0);
  EXPECT_EQ(metrics.at("fairness"), 0);
  EXPECT_TRUE(metrics.at("antt").is_null());
  EXPECT_EQ(metrics.at("starved"), 1);
  const json& programs = result.at("programs");
  EXPECT_NEAR(metrics.at("weighted"), 1 / programs[0].at("slowdown").get<double>(), 1e-9);
  EXPECT_FALSE(programs[0].at("starved"));
  EXPECT_TRUE(programs[1].at("starved"));
  EXPECT_TRUE(programs[1].at("slowdown").is_null());
  EXPECT_THAT(folder_.read("o/programs.csv"), testing::ContainsRegex("\n1,c,.*,inf,"));
  const json total = folder_.json("o/stats.json").at("total").at("statistics");
  EXPECT_EQ(total.at("corun.harmonic"), 0);
  EXPECT_EQ(total.at("corun.starved"), 1);
  EXPECT_FALSE(total.contains("corun.antt"));
}

/// As `heddle run` does.
TEST_F(CorunCaptures, ReplaceResultsWhereThatIsSaid) {
  const auto corun = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"corun", "--quiet", "--machine", "cke-ccbp", "--alone", "none",
                                     "--threads", "1", "--cycles", "2K", "--out", "o"});
    options.emplace_back("a.capture");
    return folder_.heddle(options);
  };
  const Finished first = corun({"--windows", "1K"});
  EXPECT_EQ(first.exit_code, 0) << first.err;
  EXPECT_EQ(first.out, "");
  EXPECT_THAT(folder_.read("o/windows.csv"), HasSubstr("program,began"));
  const Finished again = corun({});
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_THAT(again.err, HasSubstr("the folder is not empty; choose another, or add --overwrite"));
  const Finished over = corun({"--overwrite"});
  EXPECT_EQ(over.exit_code, 0) << over.err;
  EXPECT_FALSE(std::filesystem::exists(folder_.path("o/windows.csv")));
}

/// A program's shares of interconnect and DRAM are of its own time: a late beginning changes
/// little.
TEST_F(CorunCaptures, SharesOfBandwidthAreOfTheOwnTime) {
  const auto share = [&](const std::string& starts) {
    const json result = together({"--once", "--set", "corun=spatial", "--start", starts});
    return result.at("programs")[0].at("reply_utilization").get<double>();
  };
  const double first = share("0,0");
  EXPECT_GT(first, 0);
  EXPECT_NEAR(share("200K,200K") / first, 1, 0.02);
}

/// A capture alone, as a tenant, is as fast as its replay.
TEST_F(CorunCaptures, AloneAreAsFastAsTheirReplays) {
  const Finished replay =
      folder_.heddle({"run", "--quiet", "--machine", "cke-ccbp", "--out", "alone", "c.capture"});
  ASSERT_EQ(replay.exit_code, 0) << replay.err;
  const Finished corun = folder_.heddle({"corun", "--quiet", "--machine", "cke-ccbp", "--once",
                                         "--alone", "none", "--json", "r.json", "c.capture"});
  ASSERT_EQ(corun.exit_code, 0) << corun.err;
  EXPECT_EQ(folder_.json("r.json").at("cycles"),
            value(folder_.json("alone/stats.json").at("total").at("statistics"), "cycles"));
}

TEST_F(CorunCommand, StreamsOfAProgramAreTenants) {
  const std::string program = folder_.compile("sharing", kSharingProgram);
  const auto sms = [&](const std::vector<std::string>& settings) {
    std::vector<std::string> words = {"run", "--quiet", "--overwrite", "--out", "o"};
    for (const std::string& setting : settings) {
      words.emplace_back("--set");
      words.push_back(setting);
    }
    words.insert(words.end(), {"--", program, "ac"});
    return folder_.heddle(words);
  };
  const Finished plain = sms({"corun=spatial"});
  EXPECT_NE(plain.exit_code, 0);
  EXPECT_THAT(plain.err, HasSubstr("corun=spatial shares the GPU among tenants"));
  const Finished shared = sms({"corun=spatial", "corun.by=stream"});
  EXPECT_EQ(shared.exit_code, 0) << shared.err;
}

TEST_F(CorunCommand, MoreStreamsThanTenantsEndTheRun) {
  const std::string program = folder_.compile("streams", R"(
#include <cuda_runtime.h>
__global__ void nothing() {}
int main() {
  for (int i = 0; i < 9; ++i) {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    nothing<<<1, 32, 0, stream>>>();
  }
  return 0;  // without a look at errors
}
)");
  const Finished finished = folder_.heddle(
      {"run", "--quiet", "--set", "corun=even", "--set", "corun.by=stream", "--", program});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.err, HasSubstr("launches kernels in more than 8 streams"));
}

}  // namespace
}  // namespace heddle::test
