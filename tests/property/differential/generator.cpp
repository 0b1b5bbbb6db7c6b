#include "generator.hpp"

#include <array>

#include <fmt/core.h>

namespace heddle::test {
namespace {

constexpr unsigned kWords = 6, kReals = 3, kPhases = 3, kMostDepth = 3;

constexpr const char* kPrologue = R"(#include <cstdio>
#include <cstring>
#include <vector>
#include <cuda_runtime.h>

constexpr unsigned kThreads = 96, kBlocks = 3, kAll = kThreads * kBlocks;

struct State {
  unsigned w[6];
  unsigned long long l;
  float f[3];
  unsigned tid, bid;
};

// Of a number; which NaN an operation yields is the machine's affair.
__host__ __device__ inline unsigned bits(float value) {
  if (value != value) return 0x7FFFFFFF;
  unsigned word;
  memcpy(&word, &value, 4);
  return word;
}
// A float of moderate size from any word.
__host__ __device__ inline float small_real(unsigned word) { return (float)(int)(word & 0xFFFF) / 256.0f - 100.0f; }

__host__ __device__ __attribute__((noinline)) unsigned mix(unsigned a, unsigned b) {
  return (a ^ (b >> 3)) * 2654435761u + b;
}
__host__ __device__ __attribute__((noinline)) unsigned descend(unsigned depth, unsigned value) {
  if (depth == 0) return value;
  return descend(depth - 1, value * 3 + depth) ^ depth;
}

template <typename Kernel>
__global__ void run_on_device(const unsigned* in, unsigned* out) {
  __shared__ unsigned shared[2][kThreads];
  State s;
  Kernel::begin(s, in, threadIdx.x, blockIdx.x);
  shared[0][threadIdx.x] = s.w[0];
  __syncthreads();
  Kernel::phase0(s, shared[0], shared[1]);
  __syncthreads();
  Kernel::phase1(s, shared[1], shared[0]);
  __syncthreads();
  Kernel::phase2(s, shared[0], shared[1]);
  __syncthreads();
  Kernel::end(s, shared[1], out);
}

template <typename Kernel>
void run_on_host(const unsigned* in, unsigned* out) {
  for (unsigned block = 0; block < kBlocks; ++block) {
    static unsigned shared[2][kThreads];
    static State s[kThreads];
    for (unsigned t = 0; t < kThreads; ++t) Kernel::begin(s[t], in, t, block);
    for (unsigned t = 0; t < kThreads; ++t) shared[0][t] = s[t].w[0];
    for (unsigned t = 0; t < kThreads; ++t) Kernel::phase0(s[t], shared[0], shared[1]);
    for (unsigned t = 0; t < kThreads; ++t) Kernel::phase1(s[t], shared[1], shared[0]);
    for (unsigned t = 0; t < kThreads; ++t) Kernel::phase2(s[t], shared[0], shared[1]);
    for (unsigned t = 0; t < kThreads; ++t) Kernel::end(s[t], shared[1], out);
  }
}

unsigned wrong = 0;

template <typename Kernel>
void compare(unsigned number, const unsigned* in, unsigned* device_in, unsigned* device_out) {
  constexpr size_t kBytes = kAll * 8 * sizeof(unsigned);
  std::vector<unsigned> expected(kAll * 8), found(kAll * 8);
  run_on_host<Kernel>(in, expected.data());
  cudaMemset(device_out, 0, kBytes);
  run_on_device<Kernel><<<kBlocks, kThreads>>>(device_in, device_out);
  if (cudaMemcpy(found.data(), device_out, kBytes, cudaMemcpyDeviceToHost) != cudaSuccess) {
    printf("kernel %u: %s\n", number, cudaGetErrorString(cudaGetLastError()));
    ++wrong;
    return;
  }
  for (unsigned i = 0; i < kAll * 8; ++i) {
    if (expected[i] == found[i]) continue;
    printf("kernel %u: word %u of thread %u: host %08x, device %08x\n", number, i % 8, i / 8, expected[i], found[i]);
    ++wrong;
    return;
  }
}

)";

}  // namespace

std::string KernelGenerator::word() {
  if (nesting_ >= kMostDepth || below(4) == 0) {
    static constexpr std::array<const char*, 4> kLeaves = {
        "s.tid", "s.bid", "from[(s.tid + 7) % kThreads]", "from[s.tid ^ 1]"};
    switch (below(4)) {
      case 0:
        return fmt::format("{}u", random_() >> below(32));
      case 1:
        return kLeaves[below(kLeaves.size())];
      default:
        return fmt::format("s.w[{}]", below(kWords));
    }
  }
  static constexpr std::array<const char*, 8> kOperators = {"+", "-", "*", "&", "|", "^", "+", "*"};
  ++nesting_;
  std::string text;
  switch (below(10)) {
    case 0:
      text = fmt::format("({} << ({} & 31))", word(), word());
      break;
    case 1:
      text = fmt::format("({} >> ({} & 31))", word(), word());
      break;
    case 2:
      text = fmt::format("({} / ({} | 1))", word(), word());
      break;
    case 3:
      text = fmt::format("(unsigned)((int){} % ((int)({} & 0xFF) + 3))", word(), word());
      break;
    case 4:
      text = fmt::format("({} ? {} : {})", condition(), word(), word());
      break;
    case 5:
      text = fmt::format("mix({}, {})", word(), word());
      break;
    case 6:
      text = fmt::format("(unsigned)({} >> ({} & 63))", wide(), word());
      break;
    default:
      text = fmt::format("({} {} {})", word(), kOperators[below(kOperators.size())], word());
  }
  --nesting_;
  return text;
}

std::string KernelGenerator::wide() {
  switch (below(4)) {
    case 0:
      return fmt::format("(s.l + {})", word());
    case 1:
      return fmt::format("(s.l * {})", word());
    case 2:
      return fmt::format("((unsigned long long){} * {})", word(), word());
    default:
      return fmt::format("(s.l ^ ((unsigned long long){} << 20))", word());
  }
}

std::string KernelGenerator::real() {
  const auto leaf = [&] {
    return below(2) == 0 ? fmt::format("s.f[{}]", below(kReals))
                         : fmt::format("small_real({})", word());
  };
  switch (below(6)) {
    case 0:
      return fmt::format("({} + {})", leaf(), leaf());
    case 1:
      return fmt::format("({} * {})", leaf(), leaf());
    case 2:
      return fmt::format("({} - {})", leaf(), leaf());
    case 3:
      return fmt::format("({} / (2.0f + {} * {}))", leaf(), "small_real(s.w[1])",
                         "small_real(s.w[1])");
    case 4:
      return fmt::format("(float)(int){}", word());
    default:
      return leaf();
  }
}

std::string KernelGenerator::condition() {
  switch (below(5)) {
    case 0:
      return fmt::format("({} < {})", word(), word());
    case 1:
      return fmt::format("((int){} < (int){})", word(), word());
    case 2:
      return fmt::format("(({} & {}u) == 0)", word(), 1u << below(6));
    case 3:
      return fmt::format("(s.f[{}] < s.f[{}])", below(kReals), below(kReals));
    default:
      return fmt::format("(s.tid % {} == {})", 2 + below(5), below(3));
  }
}

std::string KernelGenerator::loop(unsigned depth) {
  const unsigned number = loops_++;
  std::string body = statements(1 + below(3), depth + 1);
  if (below(3) == 0) body += fmt::format("if ({}) break;\n", condition());
  if (below(4) == 0) body = fmt::format("if ({}) continue;\n", condition()) + body;
  return fmt::format(
      "for (unsigned i{0} = 0; i{0} < ({1} & 7); ++i{0}) {{\n{2}s.w[{3}] += i{0};\n}}\n", number,
      word(), body, below(kWords));
}

std::string KernelGenerator::branch(unsigned depth) {
  std::string text =
      fmt::format("if ({}) {{\n{}}}", condition(), statements(1 + below(3), depth + 1));
  if (below(2) == 0) text += fmt::format(" else {{\n{}}}", statements(1 + below(3), depth + 1));
  return text + "\n";
}

std::string KernelGenerator::choice(unsigned depth) {
  std::string text = fmt::format("switch ({} % 6) {{\n", word());
  for (unsigned label = 0; label < 5; ++label) {
    text += fmt::format("case {}:\n{}", label, statements(1, depth + 1));
    if (below(3) != 0) text += "break;\n";
  }
  return text + "default: break;\n}\n";
}

std::string KernelGenerator::statement(unsigned depth) {
  const bool deep = depth >= kMostDepth;
  switch (below(deep ? 7 : 11)) {
    case 0:
      return fmt::format("s.f[{}] = {};\n", below(kReals), real());
    case 1:
      return fmt::format("s.l = {};\n", wide());
    case 2:
      return fmt::format("s.w[{}] ^= bits(s.f[{}]);\n", below(kWords), below(kReals));
    case 3:
      return fmt::format("{{ unsigned a[8] = {{}}; a[{} & 7] = {}; s.w[{}] += a[{} & 7]; }}\n",
                         word(), word(), below(kWords), word());
    case 4:
      return fmt::format("s.w[{}] = descend({} & 3, {});\n", below(kWords), word(), word());
    case 5:
    case 6:
      return fmt::format("s.w[{}] = {};\n", below(kWords), word());
    case 7:
      return loop(depth);
    case 8:
      return choice(depth);
    default:
      return branch(depth);
  }
}

std::string KernelGenerator::statements(unsigned count, unsigned depth) {
  std::string text;
  for (unsigned i = 0; i < count; ++i) text += statement(depth);
  return text;
}

std::string KernelGenerator::kernel(unsigned number) {
  std::string text = fmt::format(R"(struct Kernel{} {{
  __host__ __device__ static void begin(State& s, const unsigned* in, unsigned tid, unsigned bid) {{
    s.tid = tid;
    s.bid = bid;
    const unsigned at = bid * kThreads + tid;
    for (unsigned i = 0; i < 6; ++i) s.w[i] = in[(at + i * 37) % kAll];
    for (unsigned i = 0; i < 3; ++i) s.f[i] = small_real(in[(at * 5 + i) % kAll]);
    s.l = (unsigned long long)s.w[1] * s.w[2];
  }}
)",
                                 number);
  for (unsigned phase = 0; phase < kPhases; ++phase) {
    text += fmt::format(
        "  __host__ __device__ static void phase{}(State& s, const unsigned* from, unsigned* to) "
        "{{\n{}"
        "to[s.tid] = s.w[{}];\n  }}\n",
        phase, statements(2 + below(3), 0), below(kWords));
  }
  return text +
         R"(  __host__ __device__ static void end(const State& s, const unsigned* from, unsigned* out) {
    unsigned* const mine = out + (s.bid * kThreads + s.tid) * 8;
    for (unsigned i = 0; i < 6; ++i) mine[i] = s.w[i];
    mine[6] = (unsigned)(s.l ^ (s.l >> 32)) ^ bits(s.f[0]) ^ bits(s.f[1]) ^ bits(s.f[2]);
    mine[7] = from[(s.tid + 11) % kThreads];
  }
};

)";
}

std::string program_text(std::uint32_t seed, unsigned count) {
  std::string text = kPrologue, calls;
  for (unsigned i = 0; i < count; ++i) {
    text += KernelGenerator(seed + i).kernel(seed + i);
    calls +=
        fmt::format("  compare<Kernel{0}>({0}, in.data(), device_in, device_out);\n", seed + i);
  }
  return text + fmt::format(R"(int main() {{
  std::vector<unsigned> in(kAll);
  for (unsigned i = 0; i < kAll; ++i) in[i] = i * 2654435761u + 12345;
  unsigned *device_in, *device_out;
  cudaMalloc(&device_in, kAll * 4);
  cudaMalloc(&device_out, kAll * 32);
  cudaMemcpy(device_in, in.data(), kAll * 4, cudaMemcpyHostToDevice);
{}  printf("{} kernels, %u differ\n", wrong);
  return wrong == 0 ? 0 : 1;
}}
)",
                            calls, count);
}

}  // namespace heddle::test
