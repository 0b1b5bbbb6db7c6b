// Captures: a program's launches are written, and repeated without the program.
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"

namespace heddle::test {
namespace capture_cases {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// Does what its argument says: launches, with something in between.
constexpr const char* kProgram = R"(
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
__constant__ int factor;
__device__ int total[64];
__global__ void scale(int* x) { x[blockIdx.x * 64 + threadIdx.x] *= factor; }
__global__ void add(int* x, const int* y) { x[threadIdx.x] += y[threadIdx.x]; }
__global__ void other(int* x) { x[threadIdx.x] = 3 * x[threadIdx.x] + 1; }
__global__ void sum(const int* x) { total[threadIdx.x] += x[threadIdx.x]; }
__global__ void sample(cudaTextureObject_t t, int* x) { x[threadIdx.x] += tex1Dfetch<int>(t, threadIdx.x); }
__global__ void race(int* x) { if (threadIdx.x == 0) { int at = atomicAdd(x, 1); if (at < 255) x[at + 1] = blockIdx.x; } }
__global__ void place(unsigned* x) { asm("mov.u32 %0, %%nsmid;" : "=r"(x[0])); }
__global__ void heap(int** x) { x[0] = (int*)malloc(16); }
static bool is(const char* what, const char* which) { return !strcmp(what, which); }
int main(int argc, char** argv) {
  const char* what = argv[1];
  int host[256], *x, *y;
  for (int i = 0; i < 256; ++i) host[i] = i;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&y, sizeof host);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(y, host, sizeof host, cudaMemcpyHostToDevice);
  int two = 2, three = 3;
  cudaMemcpyToSymbol(factor, &two, 4);
  if (is(what, "plain")) for (int i = 0; i < 3; ++i) scale<<<4, 64>>>(x);
  if (is(what, "symbols")) {
    scale<<<4, 64>>>(x);
    cudaMemcpyToSymbol(factor, &three, 4);
    scale<<<4, 64>>>(x);
    sum<<<1, 64>>>(x);
    cudaMemcpyFromSymbol(host, total, 256);
    sum<<<1, 64>>>(x);
  }
  if (is(what, "copies")) {
    scale<<<4, 64>>>(x);
    cudaMemset(y, 1, 100);
    cudaMemcpy2D(y + 64, 32, x, 64, 16, 3, cudaMemcpyDeviceToDevice);
    cudaMemcpy2D(y + 128, 32, host, 64, 16, 3, cudaMemcpyHostToDevice);
    add<<<1, 256>>>(x, y);
    int* z;
    cudaFree(y);
    cudaMalloc(&z, 2048);
    add<<<1, 256>>>(x, z);
    cudaFree(z);
    cudaMalloc(&y, sizeof host);
    cudaMemcpy(y, host, sizeof host, cudaMemcpyHostToDevice);
    add<<<1, 256>>>(x, y);
    cudaMemset(x, 0, sizeof host);
  }
  if (is(what, "streams") || is(what, "events")) {
    cudaStream_t one, two;
    cudaEvent_t done;
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
    cudaEventCreate(&done);
    for (int i = 0; i < 3; ++i) scale<<<4, 64, 0, one>>>(x);
    cudaEventRecord(done, one);
    other<<<1, 64, 0, two>>>(y);
    cudaStreamWaitEvent(two, done, 0);
    add<<<1, 64, 0, two>>>(x, y);
    while (is(what, "streams") && cudaStreamQuery(two) == cudaErrorNotReady) {}
    cudaMemcpyAsync(y, host, sizeof host, cudaMemcpyHostToDevice, one);
    add<<<1, 64, 0, one>>>(x, y);
    add<<<1, 64>>>(x, y);
    cudaStreamSynchronize(one);
    other<<<1, 64, 0, two>>>(x);
  }
  if (is(what, "textures")) {
    cudaResourceDesc in = {};
    in.resType = cudaResourceTypeLinear;
    in.res.linear.devPtr = y;
    in.res.linear.desc = cudaCreateChannelDesc<int>();
    in.res.linear.sizeInBytes = sizeof host;
    cudaTextureDesc how = {};
    cudaTextureObject_t before, after;
    cudaCreateTextureObject(&before, &in, &how, nullptr);
    sample<<<1, 64>>>(before, x);
    cudaDestroyTextureObject(before);
    in.res.linear.devPtr = y + 64;
    in.res.linear.sizeInBytes = 256;
    cudaCreateTextureObject(&after, &in, &how, nullptr);
    sample<<<1, 64>>>(after, x);
  }
  if (is(what, "between")) {
    other<<<4, 64>>>(x);
    scale<<<4, 64>>>(x);
    other<<<1, 64>>>(x);
    other<<<1, 64>>>(y);
    add<<<1, 64>>>(x, y);
    scale<<<4, 64>>>(x);
    other<<<1, 64>>>(x);
  }
  if (is(what, "race")) { race<<<400, 64>>>(x); scale<<<1, 64>>>(y); }
  if (is(what, "place")) place<<<1, 1>>>((unsigned*)x);
  if (is(what, "managed")) { cudaMallocManaged(&y, 256); add<<<1, 64>>>(x, y); }
  if (is(what, "mapped")) { cudaMallocHost(&y, 256); scale<<<4, 64>>>(x); cudaDeviceSynchronize(); add<<<1, 64>>>(x, y); }
  if (is(what, "registered")) { cudaHostRegister(host, 256, 0); cudaHostGetDevicePointer(&y, host, 0); add<<<1, 64>>>(x, y); }
  if (is(what, "pinned")) {
    int* pinned;
    cudaMallocHost(&pinned, sizeof host);
    memcpy(pinned, host, sizeof host);
    scale<<<4, 64>>>(x);
    cudaMemcpyAsync(y, pinned, sizeof host, cudaMemcpyHostToDevice);
    add<<<1, 64>>>(x, y);
  }
  if (is(what, "heap")) heap<<<1, 1>>>((int**)x);
  if (is(what, "left")) { int* m; cudaMallocManaged(&m, 256); other<<<1, 64>>>(m); scale<<<4, 64>>>(x); }
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\n", host[1]);
  return cudaDeviceSynchronize() != cudaSuccess;
}
)";

class CaptureRun : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    shared_ = std::make_unique<Playground>();
    program_ = shared_->path(shared_->compile("program", kProgram)).string();
  }
  static void TearDownTestSuite() { shared_.reset(); }

  Finished run(const std::string& out, std::vector<std::string> options) const {
    options.insert(options.begin(), {"run", "--out", out, "--overwrite"});
    return folder_.heddle(options);
  }
  Finished capture(const std::string& what, std::vector<std::string> options = {}) const {
    options.insert(options.end(), {"--capture", "file.capture", "--", program_, what});
    return run("captured", options);
  }
  /// What was measured in the GPU's own time.
  nlohmann::json measured(const std::string& out) const {
    nlohmann::json stats = folder_.json(out + "/stats.json");
    for (const char* part : {"host", "warnings"}) stats.erase(part);
    return stats;
  }
  /// The timed launches, by number among themselves.
  nlohmann::json timed(const std::string& out) const {
    nlohmann::json launches = nlohmann::json::array();
    const nlohmann::json stats = measured(out);
    for (nlohmann::json launch : stats.at("launches")) {
      if (!launch["timed"]) continue;
      launch["launch"] = launches.size();
      launches.push_back(launch);
    }
    return launches;
  }
  void expect_same(const std::string& what, const std::vector<std::string>& options) const {
    SCOPED_TRACE(what);
    std::vector<std::string> plain = options, replay = options;
    plain.insert(plain.end(), {"--", program_, what});
    replay.emplace_back("file.capture");
    EXPECT_EQ(run("plain", plain).exit_code, 0);
    const Finished again = run("replayed", replay);
    EXPECT_EQ(again.exit_code, 0) << again.err;
    const nlohmann::json difference = nlohmann::json::diff(measured("plain"), measured("replayed"));
    EXPECT_TRUE(difference.empty()) << difference.front();
  }

  static std::unique_ptr<Playground> shared_;
  static std::string program_;
  Playground folder_;
};

std::unique_ptr<Playground> CaptureRun::shared_;
std::string CaptureRun::program_;

TEST_F(CaptureRun, RepeatsThePrograms) {
  for (const char* what : {"plain", "symbols", "copies", "streams", "textures", "pinned"}) {
    const Finished captured = capture(what);
    EXPECT_EQ(captured.exit_code, 0) << captured.err;
    EXPECT_THAT(captured.err,
                AllOf(HasSubstr("wrote file.capture"), Not(HasSubstr("not compared"))));
    expect_same(what, {});
    expect_same(what, {"--threads", "2"});
  }
}

TEST_F(CaptureRun, DoesOnOtherMachinesWhatTheProgramDoes) {
  for (const char* what : {"copies", "events"}) {
    EXPECT_EQ(capture(what).exit_code, 0);
    expect_same(what, {"--machine", "v100"});
    expect_same(what, {"--set", "warp_scheduler=lrr", "--set", "host_link.latency_us=1"});
  }
}

TEST_F(CaptureRun, RecordsLaunchesThatAreLeftOutAsWrites) {
  EXPECT_EQ(capture("between", {"--kernels", "scale|add"}).exit_code, 0);
  EXPECT_EQ(run("replayed", {"file.capture"}).exit_code, 0);
  EXPECT_EQ(timed("replayed").size(), 3U);
  EXPECT_EQ(measured("replayed")["launches"].size(), 3U);
  EXPECT_TRUE(timed("replayed") == timed("captured"));
}

TEST_F(CaptureRun, CapturesSomeOfTheLaunches) {
  EXPECT_EQ(capture("plain", {"--skip", "1", "--launches", "1"}).exit_code, 0);
  EXPECT_EQ(run("replayed", {"file.capture"}).exit_code, 0);
  EXPECT_EQ(timed("replayed").size(), 1U);
  EXPECT_TRUE(timed("replayed") == timed("captured"));
}

TEST_F(CaptureRun, CapturesWithoutTiming) {
  EXPECT_EQ(capture("streams", {"--timing", "none"}).exit_code, 0);
  EXPECT_EQ(run("replayed", {"--timing", "none", "file.capture"}).exit_code, 0);
  EXPECT_EQ(capture("copies", {"--timing", "none"}).exit_code, 0);
  expect_same("copies", {});
}

TEST_F(CaptureRun, TakesTheOptionsOfARun) {
  EXPECT_EQ(capture("between").exit_code, 0);
  const Finished chosen =
      run("replayed", {"--kernels", "scale", "--stats", "kernel", "file.capture"});
  EXPECT_EQ(chosen.exit_code, 0) << chosen.err;
  std::size_t kernels = 0;
  const nlohmann::json stats = measured("replayed");
  for (const auto& kernel : stats.at("kernels")) kernels += kernel["launches"] == 2;
  EXPECT_EQ(kernels, 1U);
  EXPECT_EQ(run("replayed", {"--report", "page.html", "--sample", "500", "file.capture"}).exit_code,
            0);
  EXPECT_NE(folder_.read("page.html"), "");
  EXPECT_NE(folder_.read("replayed/samples.csv"), "");
  const Finished stopped = run("replayed", {"--stop-after", "cycles=600", "file.capture"});
  EXPECT_THAT(stopped.err, HasSubstr("incomplete"));
  EXPECT_EQ(folder_.heddle({"timeline", "-o", "trace.json", "file.capture"}).exit_code, 0);
  EXPECT_THAT(folder_.read("trace.json"), HasSubstr("scale"));
}

TEST_F(CaptureRun, NotesMemoryThatDependsOnTheOrder) {
  const Finished captured = capture("race");
  EXPECT_EQ(captured.exit_code, 0) << captured.err;
  EXPECT_THAT(captured.err, HasSubstr("1 KiB in 1 allocation depends on the order"));
  EXPECT_EQ(run("replayed", {"file.capture"}).exit_code, 0);
}

TEST_F(CaptureRun, FailsIfMemoryIsAnother) {
  EXPECT_EQ(capture("place").exit_code, 0);
  EXPECT_EQ(run("replayed", {"file.capture"}).exit_code, 0);
  const Finished other = run("replayed", {"--set", "sm.count=3", "file.capture"});
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_THAT(other.err, HasSubstr("memory at the end is not what it was"));
  EXPECT_EQ(measured("replayed")["status"], "failed");
}

TEST_F(CaptureRun, RefusesMemoryOfTheHost) {
  for (const char* what : {"managed", "mapped", "registered"}) {
    const Finished captured = capture(what);
    EXPECT_EQ(captured.exit_code, 1) << what;
    EXPECT_THAT(captured.err, AllOf(HasSubstr("launch of add(int*, int const*) reaches managed"),
                                    HasSubstr("cudaMalloc"), HasSubstr("nothing is captured")));
    EXPECT_FALSE(std::filesystem::exists(folder_.path("file.capture")));
  }
  EXPECT_EQ(capture("left", {"--kernels", "scale"}).exit_code, 0);
}

TEST_F(CaptureRun, RefusesTheDevicesHeap) {
  const Finished captured = capture("heap");
  EXPECT_EQ(captured.exit_code, 1);
  EXPECT_THAT(captured.err, HasSubstr("heap(int**) calls malloc or free"));
}

TEST_F(CaptureRun, RefusesWhatCannotBeCaptured) {
  const auto error = [&](const std::vector<std::string>& words) {
    const Finished finished = folder_.heddle(words);
    EXPECT_EQ(finished.exit_code, 1);
    return finished.err;
  };
  EXPECT_THAT(capture("plain", {"--kernels", "none"}).err, HasSubstr("no launch was captured"));
  EXPECT_THAT(capture("plain", {"--stop-after", "cycles=5"}).err, HasSubstr("use --launches"));
  EXPECT_EQ(capture("plain").exit_code, 0);
  EXPECT_THAT(error({"run", "--capture", "again", "file.capture"}), HasSubstr("without a program"));
  EXPECT_THAT(error({"run", "file.capture", "4"}), HasSubstr("takes no arguments"));
  EXPECT_THAT(error({"run", "--capture", "no/such/file", "--", program_, "plain"}),
              HasSubstr("no/such"));
  folder_.write("notes", "not a capture");
  EXPECT_THAT(error({"run", "--capture", "notes", "--", program_, "plain"}),
              HasSubstr("a file is there that is no capture"));
  EXPECT_THAT(error({"run", "--set", "run.capture=true", "--", program_, "plain"}),
              HasSubstr("--capture FILE"));
}

TEST_F(CaptureRun, SaysWhatIsWrongWithAFile) {
  EXPECT_EQ(capture("plain").exit_code, 0);
  const std::string whole = folder_.read("file.capture");
  const auto error = [&](const std::string& bytes) {
    folder_.write("bad.capture", bytes);
    const Finished finished = run("bad", {"bad.capture"});
    EXPECT_EQ(finished.exit_code, 1);
    EXPECT_FALSE(std::filesystem::exists(folder_.path("bad")));
    EXPECT_EQ(folder_.heddle({"check", "bad.capture"}).exit_code, 1);
    return finished.err;
  };
  EXPECT_THAT(error(whole.substr(0, whole.size() / 2)), HasSubstr("is cut off"));
  std::string changed = whole;
  changed[whole.size() / 2] ^= 1;
  EXPECT_THAT(error(changed), HasSubstr("is damaged"));
  changed = whole;
  changed[16] = 7;
  EXPECT_THAT(error(changed), HasSubstr("capture of version 7"));
  EXPECT_THAT(error("text"), HasSubstr("is no capture"));
  const Finished good = folder_.heddle({"check", "file.capture"});
  EXPECT_EQ(good.exit_code, 0);
  EXPECT_THAT(good.out, HasSubstr("a capture of program on GeForce GTX 480 by heddle"));
}

}  // namespace capture_cases
}  // namespace heddle::test
