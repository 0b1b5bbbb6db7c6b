// Small kernels with one fault each, and their mended twins: faults NAME seeded|mended. The program
// exits with 0 if the values are right.
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <cuda_runtime.h>

namespace {

constexpr int kBlock = 256, kBlocks = 160, kThreads = kBlock * kBlocks;

/// An array of the device with these first values.
template <typename T>
class Array {
 public:
  Array(int count, const std::function<T(int)>& value) : host_(count) {
    for (int i = 0; i < count; ++i) host_[i] = value(i);
    cudaMalloc(&device_, count * sizeof(T));
    cudaMemcpy(device_, host_.data(), count * sizeof(T), cudaMemcpyHostToDevice);
  }
  T* get() const { return device_; }
  /// Whether the device has these values now.
  bool has(const std::function<T(int)>& value) {
    cudaMemcpy(host_.data(), device_, host_.size() * sizeof(T), cudaMemcpyDeviceToHost);
    for (std::size_t i = 0; i < host_.size(); ++i)
      if (!(host_[i] == value(static_cast<int>(i)))) return false;
    return true;
  }

 private:
  std::vector<T> host_;
  T* device_ = nullptr;
};

// Shared memory: each warp walks along a column of a tile, with and without a padded row.
template <int kRow>
__global__ void walk_columns(float* out) {
  __shared__ float tile[32 * kRow];
  for (int i = threadIdx.x; i < 32 * kRow; i += kBlock) tile[i] = i / kRow;
  __syncthreads();
  float sum = 0;
  const int lane = threadIdx.x % 32;
#pragma unroll 8
  for (int i = 0; i < 32; ++i) sum += tile[lane * kRow + i];
  out[blockIdx.x * kBlock + threadIdx.x] = sum;
}
template <int kRow>
bool banks() {
  Array<float> out(kThreads, [](int) { return 0.f; });
  walk_columns<kRow><<<kBlocks, kBlock>>>(out.get());
  return out.has([](int i) { return 32.f * (i % 32); });
}

// Global memory: the sum of each structure's eight fields, as structures and as arrays.
__global__ void add_fields(const float* in, float* out, int of_thread, int of_field) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  float sum = 0;
#pragma unroll
  for (int field = 0; field < 8; ++field)
    sum += __ldcg(in + i * of_thread + field * of_field);
  out[i] = sum;
}
bool coalescing(bool mended) {
  Array<float> in(8 * kThreads, [=](int i) { return float(mended ? i / kThreads : i % 8); });
  Array<float> out(kThreads, [](int) { return 0.f; });
  add_fields<<<kBlocks, kBlock>>>(in.get(), out.get(), mended ? 1 : 8, mended ? kThreads : 1);
  return out.has([](int) { return 28.f; });
}

// Atomics: all threads count in one word, or each in its own.
__global__ void count(unsigned* counts, int words) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  for (int turn = 0; turn < 4; ++turn) atomicAdd(counts + i % words, 1u);
}
bool atomics(bool mended) {
  const int words = mended ? kThreads : 1;
  Array<unsigned> counts(kThreads, [](int) { return 0u; });
  count<<<kBlocks, kBlock>>>(counts.get(), words);
  return counts.has([=](int i) { return i < words ? 4u * kThreads / words : 0u; });
}

// Arithmetic: a long polynomial in double and in single precision; the values are whole.
template <typename T>
__global__ void evaluate(const T* in, T* out) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  T x = in[i], sum = 0;
#pragma unroll 16
  for (int turn = 0; turn < 1024; ++turn) sum = sum * x + T(1);
  out[i] = sum;
}
template <typename T>
bool doubles() {
  Array<T> in(kThreads, [](int i) { return T(i % 2); });
  Array<T> out(kThreads, [](int) { return T(0); });
  evaluate<<<kBlocks, kBlock>>>(in.get(), out.get());
  return out.has([](int i) { return i % 2 == 0 ? T(1) : T(1024); });
}

// Constant memory: the lanes read words of their own, or one word.
__constant__ float table[1024];
__global__ void look_up(float* out, int of_thread) {
  float sum = 0;
  for (int turn = 0; turn < 64; ++turn) sum += table[(threadIdx.x * of_thread + turn) % 1024];
  out[blockIdx.x * kBlock + threadIdx.x] = sum;
}
bool constants(bool mended) {
  const std::vector<float> ones(1024, 1.f);
  cudaMemcpyToSymbol(table, ones.data(), 4096);
  Array<float> out(kThreads, [](int) { return 0.f; });
  look_up<<<kBlocks, kBlock>>>(out.get(), mended ? 0 : 5);
  return out.has([](int) { return 64.f; });
}

// Caches: blocks walk several times over a part that no cache holds, or over one that the L1 holds.
__global__ void walk(const float* in, float* out, int part, int turns) {
  const float* const own = in + static_cast<long>(blockIdx.x) * part;
  float sum = 0;
  for (int turn = 0; turn < turns; ++turn)
    for (int i = threadIdx.x; i < part; i += kBlock) sum += own[i];
  out[blockIdx.x * kBlock + threadIdx.x] = sum;
}
bool l1(bool mended) {
  // The same loads: 64 KiB for each of two blocks of an SM, or 4 KiB.
  const int part = mended ? 1024 : 16384, turns = 8 * 16384 / part;
  Array<float> in(kBlocks * part, [](int) { return 1.f; });
  Array<float> out(kThreads, [](int) { return 0.f; });
  walk<<<kBlocks, kBlock>>>(in.get(), out.get(), part, turns);
  return out.has([=](int) { return 8.f * 16384 / kBlock; });
}

// Launches: many kernels, or one with their blocks.
__global__ void add_one(float* values) { values[blockIdx.x * kBlock + threadIdx.x] += 1; }
bool launches(bool mended) {
  Array<float> values(kThreads, [](int) { return 0.f; });
  const int blocks = mended ? kBlocks : 8;
  for (int first = 0; first < kBlocks; first += blocks)
    add_one<<<blocks, kBlock>>>(values.get() + first * kBlock);
  return values.has([](int) { return 1.f; });
}

// Latency: a warp an SM follows a list, or loads what it needs at once.
__global__ void follow(const int* next, int* out) {
  int at = threadIdx.x;
  for (int turn = 0; turn < 64; ++turn) at = next[at];
  out[blockIdx.x * 32 + threadIdx.x] = at;
}
__global__ void follow_ahead(const int* next, int* out) {
  int loaded[64], sum = 0;
#pragma unroll
  for (int turn = 0; turn < 64; ++turn) loaded[turn] = next[threadIdx.x + 32 * turn];
#pragma unroll
  for (int turn = 0; turn < 64; ++turn) sum += loaded[turn];
  out[blockIdx.x * 32 + threadIdx.x] = sum - 63 * threadIdx.x - 32 * 64 * 65 / 2 + 32 * 64;
}
bool loads(bool mended) {
  Array<int> next(32 * 65, [](int i) { return i + 32; });
  Array<int> out(80 * 32, [](int) { return 0; });
  (mended ? follow_ahead : follow)<<<80, 32>>>(next.get(), out.get());
  return out.has([](int i) { return i % 32 + 32 * 64; });
}

}  // namespace

int main(int count, char** words) {
  const std::map<std::string, std::function<bool(bool)>> faults = {
      {"banks", [](bool mended) { return mended ? banks<33>() : banks<32>(); }},
      {"coalescing", coalescing},
      {"atomics", atomics},
      {"doubles", [](bool mended) { return mended ? doubles<float>() : doubles<double>(); }},
      {"constants", constants},
      {"l1", l1},
      {"launches", launches},
      {"loads", loads},
  };
  const auto fault = count == 3 ? faults.find(words[1]) : faults.end();
  if (fault == faults.end()) {
    for (const auto& [name, run] : faults) std::printf("%s\n", name.c_str());
    return count == 1 ? 0 : 2;
  }
  const bool right = fault->second(std::strcmp(words[2], "mended") == 0);
  std::printf("%s\n", right ? "ok" : "wrong");
  return right ? 0 : 1;
}
