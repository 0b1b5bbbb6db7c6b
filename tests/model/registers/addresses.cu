// What a program may do with an address besides using it: all of it must come out the same whether
// accesses read the whole of it or, below 4 GiB, its low half. Prints what went wrong; exit code 1.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int kThreads = 64;
constexpr int kResults = 16;

struct Node {
  Node* next;
  int value;
};

/// Pointers of all kinds of memory, and numbers that the compiler cannot know.
struct Arguments {
  int* low;       ///< allocated first
  int* high;      ///< allocated last, far away
  Node* nodes;    ///< device memory, to be linked by the kernel
  Node** table;   ///< device memory, to hold pointers
  int* pinned;
  int* managed;
  int* registered;
  int minus_two;
  unsigned big;  ///< 0xfffffffe
};

__device__ long long outcome[kThreads][kResults];
__device__ int symbols[kThreads];

__device__ __noinline__ long long bytes_between(const int* a, const int* b) {
  return reinterpret_cast<const char*>(a) - reinterpret_cast<const char*>(b);
}

__global__ void use(Arguments with) {
  __shared__ int tile[kThreads];
  const int i = static_cast<int>(threadIdx.x);
  long long* out = outcome[i];
  int* mine = with.low + i;
  tile[i] = i;
  __syncthreads();

  // Differences, also negative ones and across spaces, and as fractions.
  out[0] = bytes_between(mine, with.high);
  out[1] = (mine - with.high) / 3;
  out[2] = static_cast<long long>(static_cast<double>(reinterpret_cast<uintptr_t>(mine)) * 0.5);
  out[3] = bytes_between(with.low, &tile[i]) > 0;

  // A negative index, and one that is large only as an unsigned number.
  int* middle = with.low + kThreads;
  out[4] = middle[with.minus_two * (i % 8 + 1)];
  out[5] = middle[static_cast<long long>(static_cast<int>(with.big))];

  // Through memory and back: the pointers keep eight bytes there.
  with.nodes[i].next = &with.nodes[(i + 7) % kThreads];
  with.nodes[i].value = 3 * i;
  with.table[i] = &with.nodes[kThreads - 1 - i];
  __syncthreads();
  const Node* node = with.table[i];
  int sum = 0;
  for (int step = 0; step < 5; ++step, node = node->next) sum += node->value;
  out[6] = sum;
  out[7] = static_cast<long long>(reinterpret_cast<uintptr_t>(node->next) -
                                  reinterpret_cast<uintptr_t>(with.nodes)) / 16;

  // As numbers: divided, shifted, multiplied beyond 32 bits, compared.
  const uintptr_t number = reinterpret_cast<uintptr_t>(mine);
  out[8] = number % 1000003u + static_cast<unsigned>(number * 65537u >> 20);
  out[9] = static_cast<long long>(__umul64hi(number, 0x9e3779b97f4a7c15ull));
  out[10] = (number + (0ull - reinterpret_cast<uintptr_t>(with.high))) >> 63;
  int steps = 0;
  for (const int* at = with.low; at < mine; at += 3) ++steps;
  out[11] = steps;

  // Memory of the host, and whichever of three an address turns out to be in.
  with.managed[i] = with.pinned[i] + 1;
  with.registered[i] += with.managed[i];
  const int* any = i % 3 == 0 ? &tile[i] : i % 3 == 1 ? &with.pinned[i] : &symbols[i];
  out[12] = *any;
  out[13] = atomicAdd(with.registered + i, 5);
  out[14] = __isGlobal(any);
  out[15] = reinterpret_cast<uintptr_t>(with.pinned) >> 32 ? 64 : 32;
}

bool failed = false;
void expect(const char* what, int thread, long long found, long long wanted) {
  if (found == wanted) return;
  std::printf("%s of thread %d: %lld, not %lld\n", what, thread, found, wanted);
  failed = true;
}

template <typename Type>
uintptr_t number_of(const Type* pointer) {
  return reinterpret_cast<uintptr_t>(pointer);
}

}  // namespace

int main(int count, char** arguments) {
  const int bits = count > 1 ? std::atoi(arguments[1]) : 64;
  Arguments with = {};
  std::vector<int> start(2 * kThreads), own(kThreads);
  for (int i = 0; i < 2 * kThreads; ++i) start[i] = 100 + i * i;
  void* between = nullptr;
  cudaMalloc(&with.low, start.size() * sizeof(int));
  cudaMalloc(&between, 700u << 20);
  cudaMalloc(&with.high, sizeof(int));
  cudaMalloc(&with.nodes, kThreads * sizeof(Node));
  cudaMalloc(&with.table, kThreads * sizeof(Node*));
  cudaHostAlloc(&with.pinned, kThreads * sizeof(int), cudaHostAllocMapped);
  cudaMallocManaged(&with.managed, kThreads * sizeof(int));
  cudaHostRegister(own.data(), own.size() * sizeof(int), cudaHostRegisterMapped);
  cudaHostGetDevicePointer(reinterpret_cast<void**>(&with.registered), own.data(), 0);
  cudaMemcpy(with.low, start.data(), start.size() * sizeof(int), cudaMemcpyHostToDevice);
  std::vector<int> symbol(kThreads);
  for (int i = 0; i < kThreads; ++i) {
    with.pinned[i] = 1000 + i;
    own[i] = 7 * i;
    symbol[i] = -i;
  }
  cudaMemcpyToSymbol(symbols, symbol.data(), sizeof(int) * kThreads);
  with.minus_two = -2;
  with.big = 0xfffffffeu;
  use<<<1, kThreads>>>(with);
  if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;
  }
  static long long out[kThreads][kResults];
  cudaMemcpyFromSymbol(out, outcome, sizeof out);
  for (int i = 0; i < kThreads; ++i) {
    const long long* found = out[i];
    const uintptr_t mine = number_of(with.low) + 4 * i;
    const auto apart = static_cast<long long>(mine - number_of(with.high));
    expect("difference", i, found[0], apart);
    expect("elements apart, by 3", i, found[1], apart / 4 / 3);
    expect("half of the address", i, found[2], static_cast<long long>(mine * 0.5));
    expect("global above shared", i, found[3], 1);
    expect("negative index", i, found[4], start[kThreads - 2 * (i % 8 + 1)]);
    expect("index as signed", i, found[5], start[kThreads - 2]);
    int sum = 0;
    for (int step = 0; step < 5; ++step) sum += 3 * ((kThreads - 1 - i + 7 * step) % kThreads);
    expect("sum along pointers", i, found[6], sum);
    expect("node at the end", i, found[7], (kThreads - 1 - i + 7 * 6) % kThreads);
    expect("remainder and shift", i, found[8], mine % 1000003u + (mine * 65537u >> 20));
    const auto wide = static_cast<unsigned __int128>(mine) * 0x9e3779b97f4a7c15ull;
    expect("high product", i, found[9], static_cast<long long>(wide >> 64));
    expect("sign of the difference", i, found[10], 1);
    expect("steps below", i, found[11], (i + 2) / 3);
    expect("managed", i, with.managed[i], 1001 + i);
    expect("registered", i, own[i], 7 * i + 1001 + i + 5);
    const int from[] = {i, 1000 + i, -i};
    expect("any space", i, found[12], from[i % 3]);
    expect("before the atomic", i, found[13], 7 * i + 1001 + i);
    expect("is global", i, found[14], i % 3 != 0);
    expect("bits of a host pointer", i, found[15], bits);
  }
  std::puts(failed ? "addresses: FAILED" : "addresses: passed");
  return failed ? 1 : 0;
}
