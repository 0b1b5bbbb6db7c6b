#include "small_suite.hpp"

#include <cstdlib>
#include <filesystem>

namespace heddle::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStudies = R"([first]
title = "The first study"
machine = "gtx480"

[second]
title = "The second study"
machine = "v100"
)";

/// Adds 1 to each of N values. 640: to some of them again, with grids of 1 and 3 blocks. 13: exit
/// code 3; 14: it never ends; 15: it takes 512 MiB; 16: abort.
constexpr const char* kCount = R"(#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include "../common/step.cuh"
__global__ void count(int* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += kStep;
}
int main(int argc, char** argv) {
  const int n = std::atoi(argv[1]);
  int* x;
  cudaMalloc(&x, n * sizeof(int));
  cudaMemset(x, 0, n * sizeof(int));
  count<<<(n + 63) / 64, 64>>>(x, n);
  if (n == 640) count<<<1, 64>>>(x, n);
  if (n == 640) count<<<3, 64>>>(x, n);
  cudaDeviceSynchronize();
  if (n == 13) std::puts("thirteen\xff is \xc3\xa4 unlucky");
  for (volatile int i = 0; n == 14; i = i + 1) {}
  if (n == 16) std::abort();
  std::vector<char*> chunks;
  for (int i = 0; n == 15 && i < 512; ++i) {
    chunks.push_back(static_cast<char*>(std::malloc(1 << 20)));
    std::memset(chunks.back(), i, 1 << 20);
  }
  return n == 13 ? 3 : 0;
}
)";

constexpr const char* kCountManifest = R"(title = "Counts"
stands_for = "nothing"

[sizes]
tiny = "64"
small = "512"
paper = "2048"

[papers.first]
label = "CNT"
class = "HCS"
sizes = { paper = "1024" }

[[papers.first.kernels]]
kernel = "count"
label = "CNT_1"
source = "Table 1"
blocks = 16
threads = 64
warps = 2
registers = 40
shared = 0
blocks_per_sm = 8
limit = ["blocks", "registers"]
class = "DRAM"
note = "A few values fill no DRAM."

[papers.second]
label = "Count"
class = "compute and underutilized"
)";

constexpr const char* kTwiceManifest = R"(title = "Counts, and counts again"
stands_for = "nothing more"

[sizes]
tiny = "128"
small = "256"
paper = "512"
)";

/// Writes the suite's sources below workloads/.
void write_sources(const Playground& folder) {
  const auto write = [&](const std::string& name, const std::string& text) {
    fs::create_directories(folder.path("workloads/" + name).parent_path());
    folder.write("workloads/" + name, text);
  };
  write("papers.toml", kStudies);
  write("common/step.cuh", "constexpr int kStep = 1;\n");
  write("count/count.cu", kCount);
  write("count/count.toml", kCountManifest);
  write("twice/twice.cu", kCount);
  write("twice/twice.toml", kTwiceManifest);
}

void use(const Playground& folder) {
  setenv("HEDDLE_WORKLOADS", folder.path("workloads").c_str(), 1);
}

/// The suite with its programs, for all tests of the process.
const Playground& compiled_suite() {
  static const Playground suite;
  static const bool compiled = [] {
    write_sources(suite);
    use(suite);
    const Finished made = suite.heddle({"workloads", "--build", "programs", "count", "twice"});
    EXPECT_EQ(made.exit_code, 0) << made.err;
    return made.exit_code == 0;
  }();
  EXPECT_TRUE(compiled);
  return suite;
}

}  // namespace

SmallSuite::SmallSuite() {
  use(compiled_suite());
  give_programs("sweep.sqlite");
}

SmallSuite::~SmallSuite() { unsetenv("HEDDLE_WORKLOADS"); }

void SmallSuite::have_own_sources() const {
  if (fs::exists(folder_.path("workloads"))) return;
  write_sources(folder_);
  use(folder_);
  fs::remove_all(folder_.path("sweep.sqlite.work"));
}

void SmallSuite::write(const std::string& name, const std::string& text) const {
  have_own_sources();
  fs::create_directories(folder_.path("workloads/" + name).parent_path());
  folder_.write("workloads/" + name, text);
}

void SmallSuite::give_programs(const std::string& results) const {
  const fs::path programs = folder_.path(results + ".work/programs");
  fs::create_directories(programs);
  for (const auto& file : fs::directory_iterator(compiled_suite().path("programs")))
    fs::copy(file, programs);
}

}  // namespace heddle::test
